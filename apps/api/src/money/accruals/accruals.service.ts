import {
  type Accrual,
  type AccrualExportQuery,
  type AccrualFilters,
  type AccrualQuery,
  type NewAccrual,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { type Cause, toAuthor, toCause } from '../../audit/index.ts';
import { statusCounts } from '../../database/figures/counts.ts';
import { lockCounter } from '../../database/rules/numbers.ts';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, invalidTransition, noSuchObject } from '../../platform/errors.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import { withIdempotency } from '../../platform/http/limits/idempotency.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { payeeFor } from '../payable/payee-columns.ts';
import { cancelAccruals, createAccrual, transitionAccruals } from '../rewards/accruals.ts';
import { remainingBudget } from '../rewards/budget.ts';
import { statusAfterHold } from '../rewards/claim-state.ts';
import { lockPartner, releaseHolds } from '../rewards/partner-money.ts';
import { accrualSheet, accrualSheetForPartner } from './accrual-sheets.ts';
import { accrualsRepo } from './accruals.repo.ts';
import { accrualView } from './accruals.view.ts';
import { claimActions, type RewardDecision } from './claim-actions.ts';

export type AccrualsService = ReturnType<typeof createAccrualsService>;

/** How an accrual is entered: the moment from which it counts, now by default, and the note of the organization. */
type ManualEntry = { created_at?: Date; comment?: string };

export function createAccrualsService(db: Db, clock: Clock) {
  const get = async (trx: Db, viewer: Viewer, id: string) => {
    const row = await accrualsRepo(trx, clock()).find(viewer, id);
    if (row === undefined) throw noSuchObject();
    return accrualView(row);
  };

  type Decision = {
    /** Runs for a reward of a lead or a sale, on its whole claim. */
    onClaim: (trx: Db, decision: RewardDecision, cause: Cause) => Promise<void>;
    /** Runs for a manual accrual. */
    onAccrual: (trx: Db, accrual: Accrual, cause: Cause) => Promise<void>;
  };

  async function decideIn(
    trx: Db,
    staff: Staff,
    id: string,
    reason: string,
    { onClaim, onAccrual }: Decision,
  ): Promise<Accrual> {
    const { organizationId } = staff;
    const { lead, sale, part_of, partner } = await get(trx, staff, id);
    if (part_of !== null) throw partOf(part_of.number);
    // Lock order: the lead, the clients, the partner. Status changes of a lead use the same order.
    if (lead !== null) await lockLead(trx, organizationId, lead.id);
    if (sale !== null) await lockCounter(trx, organizationId, 'client');
    await lockPartner(trx, organizationId, partner.id, toAuthor(staff));
    const cause = toCause(toAuthor(staff), clock);
    await releaseHolds(trx, organizationId, [partner.id], cause.at);
    const accrual = await get(trx, staff, id);
    const claimId = lead?.id ?? sale?.id;
    if (claimId === undefined) await onAccrual(trx, accrual, cause);
    else await onClaim(trx, { organizationId, claimId, accrual, reason }, cause);
    return get(trx, staff, id);
  }

  const decide = (staff: Staff, id: string, reason: string, decision: Decision) =>
    db.transaction().execute((trx) => decideIn(trx, staff, id, reason, decision));

  /** Creates a bonus or a correction: available immediately, or in review when it exceeds the remaining budget of the program. @returns its id. */
  async function createIn(
    trx: Db,
    staff: Staff,
    { partner, program = null, ...fields }: NewAccrual,
    entry: ManualEntry = {},
  ): Promise<string> {
    const { organizationId } = staff;
    if ((await lockPartner(trx, organizationId, partner, toAuthor(staff))) === undefined) {
      throw invalid({ partner: ['Партнер не найден.'] });
    }
    const budget = program === null ? null : await findProgram(trx, organizationId, program);
    if (budget === undefined) throw invalid({ program: ['Программа не найдена.'] });
    const remainingKop =
      program === null || budget === null
        ? Infinity
        : await remainingBudget(trx, { organizationId, programId: program }, budget.budget_kop);
    const review_reason = fields.amount_kop > remainingKop ? ('budget' as const) : null;
    return createAccrual(
      trx,
      {
        ...fields,
        ...entry,
        organization_id: organizationId,
        partner_id: partner,
        program_id: program,
        lead_id: null,
        reward_id: null,
        review_reason,
        hold_until: null,
        status: review_reason === null ? 'available' : 'review',
        created_by: staff.userId,
      },
      toCause(toAuthor(staff), clock),
    );
  }

  const cancelIn = (trx: Db, staff: Staff, id: string, reason: string) =>
    decideIn(trx, staff, id, reason, {
      onClaim: claimActions.cancel,
      onAccrual: async (_trx, accrual, cause) => {
        checkTransition(stateMachines.accrual, accrual.status, 'canceled');
        if (await closesPeriod(trx, staff.organizationId, id)) throw partOfPeriod();
        return cancelAccruals(trx, staff.organizationId, [id], reason, cause);
      },
    });

  return {
    createIn,

    async list(viewer: Viewer, query: AccrualQuery) {
      const page = await accrualsRepo(db, clock()).page(viewer, query);
      return { ...page, results: page.results.map(accrualView) };
    },

    counts: async (viewer: Viewer, filters: AccrualFilters) => {
      const repo = accrualsRepo(db, clock());
      const counted = await repo.counts(viewer, filters);
      const mayRelease =
        !filters.search && counted.rows.some(({ status, count }) => status === 'hold' && count > 0);
      const next = mayRelease ? await repo.nextRelease(viewer, filters) : undefined;
      return { ...statusCounts(stateMachines.accrual, counted), next_release: next ?? null };
    },

    export: (viewer: Viewer, query: AccrualExportQuery) => ({
      sheet: viewer.role === 'partner' ? accrualSheetForPartner : accrualSheet,
      read: withSnapshot(
        db,
        accrualsRepo(db, clock()).all(viewer, query),
        inTimeZone((row) => ({ ...accrualView(row), ...payeeFor(row, viewer) })),
      ),
    }),

    get: (viewer: Viewer, id: string) => get(db, viewer, id),

    create: (staff: Staff, body: NewAccrual, key?: string) =>
      withIdempotency(
        db,
        { organizationId: staff.organizationId, key, call: 'accrue', body },
        clock(),
        async (trx) => get(trx, staff, await createIn(trx, staff, body)),
      ),

    /** Cancels an accrual. A reward is cancelled together with its corrections and reversals. */
    cancel: (staff: Staff, id: string, reason: string) =>
      db.transaction().execute((trx) => cancelIn(trx, staff, id, reason)),
    cancelIn,

    /** Restores a manually cancelled reward: its rule sets the amount again. */
    restore: (staff: Staff, id: string, reason: string) =>
      decide(staff, id, reason, {
        onClaim: claimActions.restore,
        onAccrual: (_trx, { status }) => {
          throw invalidTransition(status, stateMachines.accrual.transitions[status]);
        },
      }),

    review: (staff: Staff, id: string, reason: string) =>
      decide(staff, id, reason, {
        onClaim: claimActions.review,
        onAccrual: (trx, accrual, cause) => {
          checkTransition(stateMachines.accrual, accrual.status, 'review');
          const to = { status: 'review', review_reason: 'manual', reason } as const;
          return transitionAccruals(trx, staff.organizationId, [accrual], to, cause);
        },
      }),

    /** Ends a review: the accrual returns to hold until its end, or becomes available when it has ended. */
    release: (staff: Staff, id: string, reason: string) =>
      decide(staff, id, reason, {
        onClaim: claimActions.release,
        onAccrual: (trx, accrual, cause) => {
          const holdUntil = accrual.hold_until === null ? null : new Date(accrual.hold_until);
          const to = statusAfterHold([], holdUntil, cause.at);
          checkTransition(stateMachines.accrual, accrual.status, to, ['review']);
          return transitionAccruals(
            trx,
            staff.organizationId,
            [accrual],
            { status: to, review_reason: null, reason },
            cause,
          );
        },
      }),
  };
}

const partOf = (reward: string) =>
  conflict(
    'part_of_reward',
    `Это часть вознаграждения ${reward}, отдельно ее не изменить. Откройте ${reward}: решение по нему касается всего, что начислено за лид.`,
  );

const partOfPeriod = () =>
  conflict(
    'part_of_reward',
    'Это пересчет по итогам периода, отменить его нельзя. Когда сделки периода изменятся, он пересчитается при следующем закрытии.',
  );

const closesPeriod = async (trx: Db, organizationId: string, id: string) =>
  (await trx
    .selectFrom('accruals')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('period_close_id', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Returns the budget of a program; undefined when the organization has no such program. */
const findProgram = (trx: Db, organizationId: string, id: string) =>
  trx
    .selectFrom('programs')
    .select('budget_kop')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

const lockLead = (trx: Db, organizationId: string, id: string) =>
  trx
    .selectFrom('leads')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
