import { randomUUIDv7 } from 'node:crypto';
import type { FormedRegistries, MethodSnapshot } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { nextNumbers } from '../../database/rules/numbers.ts';
import { paymentTermsOf } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { isInStatus } from '../accruals/accrual-status.ts';
import { findDefaultMethods, methodBlockers, snapshotOf, standingBlockers } from '../payable/blockers.ts';
import { refusalOf } from '../payable/choice.ts';
import { purposeFor } from '../payments/purpose.ts';
import { extendStatementTimeout, lockPartners, notifyMaturedHolds } from '../rewards/partner-money.ts';
import { findTaxStandings } from '../tax-status/standing.ts';
import { auditPayments } from './audit-payments.ts';

/** A payment to add to a registry. */
export type Candidate = {
  paymentId: string;
  partnerId: string;
  amount_kop: number;
  method: MethodSnapshot;
};
export type RegistryCandidates = { candidates: Candidate[]; skipped: FormedRegistries['skipped'] };

type Card = Awaited<ReturnType<typeof lockPartners>>[number];
type Formed = Candidate & { card: Card; accruals: number };

/**
 * Creates a payment of all available accruals for each partner. Partners that cannot be paid now are returned in `skipped` with the reason.
 * The number of SQL statements does not depend on the number of partners, except for notifications.
 *
 * @throws ApiError 400 for a partner of another organization.
 */
export async function reserveForPartners(
  trx: Db,
  staff: Staff,
  ids: readonly string[],
  at: Date,
): Promise<RegistryCandidates> {
  const { organizationId } = staff;
  const cards = await lockPartners(trx, organizationId, ids);
  if (cards.length < ids.length) throw invalid({ partners: ['Партнер не найден.'] });
  const organization = await paymentTermsOf(trx, organizationId);
  const methods = await findDefaultMethods(trx, organizationId, ids);
  const taxes = await findTaxStandings(trx, organizationId, ids, at);
  const blockersOf = ({ id, status }: Card) => {
    const tax = taxes.get(id);
    if (tax === undefined) throw new Error('a partner that is locked has no tax standing');
    const method = methods.get(id) ?? null;
    return [...standingBlockers({ status, tax }), ...methodBlockers(method, organization.time_zone, at)];
  };
  const reasons = new Map(cards.map((card) => [card.id, blockersOf(card).map(({ detail }) => detail)]));
  const open = cards.flatMap(({ id }) => (reasons.get(id)?.length === 0 ? [id] : []));
  const due = await availableTo(trx, organizationId, open, at);

  const skipped: RegistryCandidates['skipped'] = [];
  const formed = cards.flatMap((card): Formed[] => {
    const { id: partnerId, name, min_payout_kop } = card;
    const sum = due.get(partnerId) ?? { accruals: 0, amount_kop: 0 };
    const method = methods.get(partnerId);
    const blocked = reasons.get(partnerId) ?? [];
    const refused = refusalOf(sum, min_payout_kop ?? organization.default_min_payout_kop);
    if (method === undefined || blocked.length > 0) skipped.push({ name, detail: blocked.join(' ') });
    else if (refused !== null) skipped.push({ name, detail: refused.detail });
    else return [{ ...sum, paymentId: randomUUIDv7(), partnerId, card, method: snapshotOf(method, card) }];
    return [];
  });
  if (formed.length === 0) return { candidates: [], skipped };
  await write(trx, staff, formed, at);
  // Numbers come last: their lock blocks other new payments until the commit.
  const first = await nextNumbers(trx, organizationId, 'payment', formed.length);
  const named = formed.map(({ paymentId: id, card, amount_kop }, index) => {
    const number = first + index;
    return { id, number, purpose: purposeFor(organization, card, { number, amount_kop, at }) };
  });
  await sql`
    update payments p set number = r.number, purpose = r.purpose
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r (id uuid, number int, purpose text)
    where p.organization_id = ${organizationId} and p.id = r.id`.execute(trx);
  return { candidates: formed.map(({ card: _, accruals: __, ...candidate }) => candidate), skipped };
}

/** Returns the number and the sum of available accruals by partner id. */
async function availableTo(trx: Db, organizationId: string, partnerIds: readonly string[], at: Date) {
  const sums = await trx
    .selectFrom('accruals as a')
    .select([
      'a.partner_id',
      sql<number>`count(*)::int`.as('accruals'),
      sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop'),
    ])
    .where('a.organization_id', '=', organizationId)
    .where(sql<boolean>`a.partner_id = any(${partnerIds}::uuid[])`)
    .where(isInStatus(['available'], at))
    .groupBy('a.partner_id')
    .execute();
  return new Map(sums.map(({ partner_id, ...sum }) => [partner_id, sum]));
}

/** Inserts payments without numbers and reserves their accruals. */
async function write(
  trx: Db,
  { organizationId, userId, requestId }: Staff,
  formed: readonly Formed[],
  at: Date,
) {
  const rows = JSON.stringify(
    formed.map(({ paymentId: id, partnerId: partner, amount_kop }) => ({ id, partner, amount_kop })),
  );
  const of = sql`jsonb_to_recordset(${rows}::jsonb) as r (id uuid, partner uuid, amount_kop bigint)`;
  await extendStatementTimeout(trx);
  await notifyMaturedHolds(
    trx,
    organizationId,
    formed.map(({ partnerId }) => partnerId),
    at,
  );
  await sql`
    insert into payments (organization_id, id, partner_id, status, amount_kop, requested, created_by, formed_by,
      created_at, updated_at)
    select ${organizationId}, r.id, r.partner, 'draft', r.amount_kop, false, ${userId}, ${userId}, ${at}, ${at}
    from ${of}`.execute(trx);
  await sql`
    update accruals a set status = 'reserved', payment_id = r.id, updated_at = ${at} from ${of}
    where a.organization_id = ${organizationId} and a.partner_id = r.partner and ${isInStatus(['available'], at)}`.execute(
    trx,
  );
  const changes = formed.map(({ paymentId: id, amount_kop, accruals }) => ({
    id,
    diff: { status: 'draft', amount_kop, accruals },
  }));
  await auditPayments(trx, organizationId, 'payment.create', changes, { actorId: userId, requestId, at });
}
