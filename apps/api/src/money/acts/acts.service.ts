import {
  type ActFilters,
  type ActObjection,
  type ActQuery,
  type ActStatus,
  type ActWithContent,
  actMachine,
  canTransition,
  type FormedActs,
  type NewActs,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, toAuthor, toCause } from '../../audit/index.ts';
import { checkTransition, checkVersion } from '../../database/rules/transitions.ts';
import { findTimeZone } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { analyzeTables } from '../../platform/db/statistics.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { PartnerViewer, Staff, Viewer } from '../../platform/http/viewer.ts';
import { lockPartner } from '../rewards/partner-money.ts';
import { findActChanges } from './act-changes.ts';
import { notifyActAnnulled, notifyActObjection } from './act-messages.ts';
import { isEarned, isOfMonth, paidIn } from './act-sources.ts';
import { actsRepo } from './acts.repo.ts';
import { actView, actWithContentView, type FoundAct } from './acts.view.ts';
import { makeActs, planActs } from './make-acts.ts';
import { isFinished } from './months.ts';

/** Number of partners in one transaction. It holds locks for a fraction of a second. */
const BATCH = 50;
/** Number of partners after which the table statistics of the query planner are updated. */
const ANALYZE_EVERY = 500;
/** Maximum number of acts and of reasons in a response. */
const MAX_RESULTS = 100;

type LockedAct = Awaited<ReturnType<ReturnType<typeof actsRepo>['lock']>>;
/** Finds the next status of a locked act. */
type FindStatus = (row: LockedAct) => Promise<ActStatus>;
type Versioned = { version?: number | undefined };

/** Monthly acts of payments to partners. */
export function createActsService(db: Db, clock: Clock) {
  const find = async (trx: Db, viewer: Viewer, id: string): Promise<FoundAct> => {
    const row = await actsRepo(trx).find(viewer, id);
    if (row === undefined) throw noSuchObject();
    return row;
  };

  async function findView(trx: Db, viewer: Viewer, id: string): Promise<ActWithContent> {
    const row = await find(trx, viewer, id);
    return actWithContentView(
      row,
      viewer,
      viewer.role === 'organization' ? await findActChanges(trx, row) : [],
    );
  }

  /** Changes the status of a visible act, increments its version and writes the audit entry. */
  async function move(
    trx: Db,
    viewer: Viewer,
    id: string,
    { version, objection, ...input }: Versioned & { to: ActStatus | FindStatus; objection?: string },
  ) {
    const known = await find(trx, viewer, id);
    const author = toAuthor(viewer);
    await lockPartner(trx, known.organization_id, known.partner_id, author);
    const row = await actsRepo(trx).lock(known);
    checkVersion(row, version);
    const to = typeof input.to === 'string' ? input.to : await input.to(row);
    checkTransition(actMachine, row.status, to);
    const cause = toCause(author, clock);
    const { at } = cause;
    await trx
      .updateTable('acts')
      .set({ status: to, version: sql`version + 1`, updated_at: at })
      .set(to === 'replaced' || to === 'annulled' ? {} : { answered_at: at, objection: objection ?? '' })
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', id)
      .execute();
    await audit(trx, {
      ...cause,
      organizationId: row.organization_id,
      kind: 'act',
      objectId: id,
      action: `act.${to}`,
      diff: { from: row.status, to, reason: objection ?? '' },
    });
    return { row, cause, to };
  }

  return {
    async list(viewer: Viewer, query: ActQuery) {
      const page = await actsRepo(db).page(viewer, query);
      return { ...page, results: page.results.map(actView) };
    },

    counts: (viewer: Viewer, filters: ActFilters) => actsRepo(db).counts(viewer, filters),

    async get(viewer: Viewer, id: string): Promise<ActWithContent> {
      return findView(db, viewer, id);
    },

    find: (viewer: Viewer, id: string) => find(db, viewer, id),

    /**
     * Creates the acts of a finished month, or only counts them in a dry run. Partners with a live act keep it, so a repeated call has no
     * effect.
     *
     * @throws ApiError 400 for a month that has not ended in the time zone of the organization, and for an unknown partner.
     */
    async form(staff: Staff, { month, partner, dry_run = false }: NewActs): Promise<FormedActs> {
      const { organizationId } = staff;
      if (!isFinished(month, clock(), await findTimeZone(db, organizationId)))
        throw invalid({ month: ['Месяц еще не закончился: акт формируют по его итогам.'] });
      const partners = await findPaidPartners(db, organizationId, month, partner);
      const ids: string[] = [];
      const outcome = { made: 0, kept: 0, amount_kop: 0, skipped: [] as FormedActs['skipped'] };
      for (let from = 0; from < partners.length; from += BATCH) {
        // Each batch searches the existing acts. With old statistics the planner would scan all of them for each partner.
        if (!dry_run && from > 0 && from % ANALYZE_EVERY === 0)
          await analyzeTables(db, ['acts', 'act_payments']);
        const request = { organizationId, month, partners: partners.slice(from, from + BATCH) };
        const { kept, skipped, amount_kop, ...batch } = dry_run
          ? await planActs(db, request)
          : await db.transaction().execute((trx) => makeActs(trx, request, toAuthor(staff), clock));
        if ('made' in batch) ids.push(...batch.made, ...kept);
        outcome.made += 'made' in batch ? batch.made.length : batch.ready.length;
        outcome.kept += kept.length;
        outcome.amount_kop += amount_kop;
        outcome.skipped.push(...skipped);
      }
      const acts = await actsRepo(db).byIds(staff, ids, MAX_RESULTS);
      return { ...outcome, results: acts.map(actView), skipped: outcome.skipped.slice(0, MAX_RESULTS) };
    },

    confirm: (viewer: PartnerViewer, id: string, input: Versioned) =>
      db.transaction().execute(async (trx) => {
        await move(trx, viewer, id, { ...input, to: 'confirmed' });
        return findView(trx, viewer, id);
      }),

    object: (viewer: PartnerViewer, id: string, input: ActObjection) =>
      db.transaction().execute(async (trx) => {
        const { row, cause } = await move(trx, viewer, id, { ...input, to: 'objected' });
        const { organization_id: organizationId, partner_id: partnerId, number, month } = row;
        await notifyActObjection(
          trx,
          { organizationId, id, number, partnerId, month, objection: input.objection },
          cause,
        );
        return findView(trx, viewer, id);
      }),

    /**
     * Replaces an act with a new one from current data. An act is annulled without a new one when the bank has returned all of its payments.
     *
     * @returns the new act, or the annulled one.
     * @throws ApiError 409 for an act without an objection and without changes.
     */
    reissue: (staff: Staff, id: string, input: Versioned) =>
      db.transaction().execute(async (trx) => {
        const { row, cause, to } = await move(trx, staff, id, { ...input, to: (act) => discard(trx, act) });
        const { organization_id: organizationId, partner_id, month, number } = row;
        if (to === 'annulled') {
          await notifyActAnnulled(trx, { organizationId, id, number, partnerId: partner_id, month }, cause);
          return findView(trx, staff, id);
        }
        const request = { organizationId, month, partners: [partner_id], replaces: id };
        const { made, skipped } = await makeActs(trx, request, cause, () => cause.at);
        const [another] = made;
        if (another === undefined)
          throw conflict('blocked', skipped[0]?.detail ?? 'В этом месяце выплат не было.');
        return findView(trx, staff, another);
      }),
  };
}

/**
 * Removes the payments and returns from an act. @returns its next status: `annulled` when there are no payments for a new act.
 *
 * @throws ApiError 409 for an act without an objection and without changes.
 */
async function discard(trx: Db, act: LockedAct): Promise<ActStatus> {
  const { organization_id: organizationId, id, partner_id, month, status } = act;
  if (!canTransition(actMachine, status, 'replaced')) return 'replaced';
  const changes = await findActChanges(trx, act);
  if (status !== 'objected' && changes.length === 0)
    throw conflict('blocked', 'После этого акта ничего не изменилось: новый будет таким же.');
  for (const source of ['act_payments', 'act_returns'] as const)
    await trx
      .deleteFrom(source)
      .where('organization_id', '=', organizationId)
      .where('act_id', '=', id)
      .execute();
  const isReturned = changes.some(({ kind }) => kind === 'payment_returned');
  return isReturned && (await paidIn(trx, organizationId, month, [partner_id])).length === 0
    ? 'annulled'
    : 'replaced';
}

/** Returns the ids of the partners paid in a month in ascending order, or only `partner`. @throws ApiError 400 for an unknown partner. */
async function findPaidPartners(db: Db, organizationId: string, month: string, partner: string | undefined) {
  if (partner !== undefined) {
    const known = await db
      .selectFrom('partners')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', partner)
      .executeTakeFirst();
    if (known === undefined) throw invalid({ partner: ['Партнер не найден.'] });
    return [known.id];
  }
  const { rows } = await sql<{ partner_id: string }>`
    select distinct y.partner_id from payments y
    where y.organization_id = ${organizationId} and y.status = 'paid' and ${isOfMonth(month)} and ${isEarned('y')}
    order by y.partner_id`.execute(db);
  return rows.map(({ partner_id }) => partner_id);
}
