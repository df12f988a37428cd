import type { FormedRegistries, MethodSnapshot } from '@referral-dashboard/api-contract';
import { toAuthor, toCause } from '../../audit/index.ts';
import { findPaymentTerms } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import {
  findDefaultMethods,
  methodBlockers,
  partnerBlockers,
  toMethodSnapshot,
} from '../payable/blockers.ts';
import { getPaymentRefusal, NO_ACCRUALS } from '../payable/choice.ts';
import { reservePayments } from '../payments/lifecycle/reserve-payments.ts';
import { reserveRepo } from '../payments/reserve.repo.ts';
import { lockPartners, type PartnerCard } from '../rewards/partner-money.ts';
import { findTaxStandings } from '../tax-status/standing.ts';

/** A payment to add to a registry. */
export type Candidate = {
  paymentId: string;
  partnerId: string;
  amount_kop: number;
  method: MethodSnapshot;
};
export type RegistryCandidates = { candidates: Candidate[]; skipped: FormedRegistries['skipped'] };

/**
 * Creates a payment of all available accruals for each partner. Partners that cannot be paid now are returned in `skipped` with the reason.
 * The number of SQL statements does not depend on the number of partners.
 *
 * @throws ApiError 400 for a partner of another organization.
 */
export async function reserveForPartners(
  trx: Db,
  staff: Staff,
  ids: readonly string[],
  clock: Clock,
): Promise<RegistryCandidates> {
  const { organizationId } = staff;
  const author = toAuthor(staff);
  const cards = await lockPartners(trx, organizationId, ids, author);
  const cause = toCause(author, clock);
  const { at } = cause;
  if (cards.length < ids.length) throw invalid({ partners: ['Партнер не найден.'] });
  const organization = await findPaymentTerms(trx, organizationId);
  const methods = await findDefaultMethods(trx, organizationId, ids);
  const taxes = await findTaxStandings(trx, organizationId, ids, at);
  const listBlockers = ({ id, status }: PartnerCard) => {
    const tax = taxes.get(id);
    if (tax === undefined) throw new Error('a partner that is locked has no tax standing');
    const method = methods.get(id) ?? null;
    return [...partnerBlockers({ status, tax }), ...methodBlockers(method, organization.time_zone, at)];
  };
  const reasons = new Map(cards.map((card) => [card.id, listBlockers(card).map(({ detail }) => detail)]));
  const open = cards.flatMap(({ id }) => (reasons.get(id)?.length === 0 ? [id] : []));
  const due = await reserveRepo(trx).chosen({ organizationId, partnerIds: open, accrualIds: undefined, at });

  const skipped: RegistryCandidates['skipped'] = [];
  const payees = cards.flatMap((partner) => {
    const { id: partnerId, name, min_payout_kop } = partner;
    const sum = due.get(partnerId) ?? NO_ACCRUALS;
    const method = methods.get(partnerId);
    const blocked = reasons.get(partnerId) ?? [];
    const refused = getPaymentRefusal(sum, min_payout_kop ?? organization.default_min_payout_kop);
    if (method === undefined || blocked.length > 0) skipped.push({ name, detail: blocked.join(' ') });
    else if (refused !== null) skipped.push({ name, detail: refused.detail });
    else return [{ ...sum, partner, method: toMethodSnapshot(method, partner) }];
    return [];
  });
  const payments = await reservePayments(trx, { organizationId, organization, payees }, cause);
  const candidates = payments.map(({ id: paymentId, partnerId, amount_kop, method }) => ({
    paymentId,
    partnerId,
    amount_kop,
    method,
  }));
  return { candidates, skipped };
}
