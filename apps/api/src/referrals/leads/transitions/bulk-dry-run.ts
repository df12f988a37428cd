import { LEAD_REASONS, type LeadBulkResult, type LeadReason } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { toAuthor } from '../../../audit/index.ts';
import { lockCounter } from '../../../database/rules/numbers.ts';
import { extendStatementTimeout, lockPartners, lockSpending } from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { formatRefusal, refusalIn } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { lockClients } from '../../clients/known-clients.ts';
import { leadsRepo } from '../leads.repo.ts';
import type { LeadTransitions } from './lead-transitions.ts';
import type { RequestedTransition } from './transition-checks.ts';

type Preview = Omit<LeadBulkResult, 'left'>;

/** Thrown to roll the transaction back. Contains the result of the dry run. */
class RolledBack extends Error {
  readonly preview: Preview;
  constructor(preview: Preview) {
    super('dry run');
    this.preview = preview;
  }
}

/** Runs the transitions, reads their effect on rewards, and rolls everything back. */
export async function dryRun(
  db: Db,
  transitions: LeadTransitions,
  staff: Staff,
  ids: readonly string[],
  transition: RequestedTransition,
): Promise<Preview> {
  try {
    return await db.transaction().execute(async (trx) => {
      await lockInOrder(trx, staff, ids);
      const before = await earnedBy(trx, staff.organizationId, ids);
      const outcome = await tryAll(trx, transitions, staff, ids, withReason(transition));
      const after = await earnedBy(trx, staff.organizationId, ids);
      throw new RolledBack({ ...outcome, effect: computeEffect(before, after) });
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.preview;
    throw error;
  }
}

async function tryAll(
  trx: Db,
  transitions: LeadTransitions,
  staff: Staff,
  ids: readonly string[],
  transition: RequestedTransition,
): Promise<Omit<Preview, 'effect'>> {
  const changed: Preview['changed'] = [];
  const refused: Preview['refused'] = [];
  for (const id of ids) {
    await sql`savepoint lead`.execute(trx);
    try {
      changed.push({ id, ...(await transitions.apply(trx, staff, id, transition)) });
      await sql`release savepoint lead`.execute(trx);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined) throw error;
      await sql`rollback to savepoint lead`.execute(trx);
      const number = await leadsRepo(trx).findNumber(staff.organizationId, id);
      refused.push({ id, number, detail: formatRefusal(refusal) });
    }
  }
  return { moved: changed.length, changed, refused };
}

/**
 * Locks leads, clients, partners, program spending and accruals, in the order in which single transitions lock them and each by id. The partners include
 * those of attached clients, because they can get the rewards of the deals. This prevents deadlocks.
 */
async function lockInOrder(trx: Db, staff: Staff, ids: readonly string[]) {
  const { organizationId } = staff;
  await extendStatementTimeout(trx);
  const leads = await trx
    .selectFrom('leads')
    .select(['program_id', 'partner_id'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockClients(trx, organizationId);
  const partners = leads.flatMap(({ partner_id }) => partner_id ?? []);
  const attached = await attachedPartners(trx, organizationId, ids);
  await lockPartners(trx, organizationId, [...partners, ...attached], toAuthor(staff));
  for (const programId of [...new Set(leads.map(({ program_id }) => program_id))].toSorted())
    await lockSpending(trx, { organizationId, programId });
  await lockCounter(trx, organizationId, 'accrual');
}

/** Partners whose attachments the deals of these leads are or may be credited to. */
async function attachedPartners(trx: Db, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ partner_id: string }>`
    with l as materialized (
      select id, program_id, phone, email_key from leads where organization_id = ${organizationId} and id = any(${ids}::uuid[])),
    known as (
      select l.program_id, c.id from l join clients c on c.organization_id = ${organizationId} and c.phone = l.phone
      union
      select l.program_id, c.id from l
      join clients c on c.organization_id = ${organizationId} and c.email_key = l.email_key and c.email_key <> '')
    select a.partner_id from known join attachments a
      on a.organization_id = ${organizationId} and a.client_id = known.id and a.program_id = known.program_id
    union
    select a.partner_id from l join sales s on s.organization_id = ${organizationId} and s.lead_id = l.id
    join attachments a on a.organization_id = s.organization_id and a.client_id = s.client_id`.execute(trx);
  return rows.map(({ partner_id }) => partner_id);
}

type Earned = ReadonlyMap<string, { partnerId: string; kop: number }>;

/** Sums of the accruals that are not canceled for leads and for their deals, by claim and partner. */
async function earnedBy(trx: Db, organizationId: string, ids: readonly string[]): Promise<Earned> {
  const rows = await trx
    .selectFrom('accruals')
    .select(['claim_id', 'partner_id', sql<number>`sum(amount_kop)::bigint`.as('kop')])
    .where('organization_id', '=', organizationId)
    .where(
      sql<boolean>`claim_id in (
        select unnest(${ids}::uuid[])
        union all select id from sales where organization_id = ${organizationId} and lead_id = any(${ids}::uuid[]))`,
    )
    .where('status', '<>', 'canceled')
    .groupBy(['claim_id', 'partner_id'])
    .execute();
  return new Map(
    rows.map(({ claim_id, partner_id, kop }) => [
      `${claim_id} ${partner_id}`,
      { partnerId: partner_id, kop },
    ]),
  );
}

function computeEffect(before: Earned, after: Earned): NonNullable<Preview['effect']> {
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((key) => ({
    partnerId: (after.get(key) ?? before.get(key))?.partnerId ?? '',
    kop: (after.get(key)?.kop ?? 0) - (before.get(key)?.kop ?? 0),
  }));
  const total = (sign: 1 | -1) => {
    const changesOfSign = changes.filter(({ kop }) => kop * sign > 0);
    return {
      sum_kop: changesOfSign.reduce((sum, { kop }) => sum + kop * sign, 0),
      partners: new Set(changesOfSign.map(({ partnerId }) => partnerId)).size,
    };
  };
  return { accrued: total(1), withdrawn: total(-1) };
}

/** Fills in a missing reason: a preview is requested before the user chooses one, and the effect does not depend on it. */
function withReason(transition: RequestedTransition): RequestedTransition {
  if (!(transition.to in LEAD_REASONS))
    return { ...transition, reason_comment: transition.reason_comment || '-' };
  const [first] = Object.keys(LEAD_REASONS[transition.to as keyof typeof LEAD_REASONS]) as LeadReason[];
  return {
    ...transition,
    reason_code: transition.reason_code ?? first,
    reason_comment: transition.reason_comment || '-',
  };
}
