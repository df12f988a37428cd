import type { Db } from '../../platform/db/db.ts';
import { toSaleClient } from './claim-source.ts';
import { computeTarget } from './claim-state.ts';
import type { Claim, ClaimedLead, claimsRepo } from './claims.repo.ts';
import { freeStep, hadBefore, keepsStep, type Place, toPlace, type UncappedPlace } from './steps.ts';

/**
 * The place of a deal among the rewards of its partner: the one that it keeps, or the first free one. A qualified lead counts on the day of its
 * reward, a deal on the day of its payment; when that day moves to another period, the deal takes a step there.
 */
export async function placeOfLead(
  trx: Db,
  { id, organization_id: organizationId, program_id: programId, reward_event }: ClaimedLead,
  {
    claim,
    rule,
    counted_on,
    partner_id,
    readPosition,
  }: {
    claim: Claim | undefined;
    rule: Rule;
    counted_on: string;
    partner_id: string;
    /** Reads the first free tier position of the partner. */
    readPosition: () => Promise<number>;
  },
): Promise<UncappedPlace> {
  const { rewarded_before, counted_on: former = null } = claim ?? {};
  const day = reward_event === 'deal_won' || !former ? counted_on : former;
  const known = claim && rewarded_before != null && former !== null ? toPlace(claim, former) : undefined;
  if (known !== undefined && keepsStep(rule, known, day)) return { ...known, counted_on: day };
  const of = { organizationId, partnerId: partner_id, programId, claimId: id, counted_on: day };
  return {
    rewarded_before: rewarded_before ?? (await readPosition()),
    counted_on: day,
    ...(await freeStep(trx, rule, of)),
  };
}

type Repo = ReturnType<typeof claimsRepo>;
type Rule = Awaited<ReturnType<Repo['rule']>>;
type Sale = NonNullable<Awaited<ReturnType<Repo['saleOfLead']>>>;

type Lead = Pick<ClaimedLead, 'status' | 'reward_event' | 'deal_amount_kop' | 'link_id'>;
type Due = {
  rule: Rule;
  claim: Pick<Claim, 'manual_cap_kop' | 'former_rewarded_before'> | undefined;
  sale: Pick<Sale, 'vat_kop' | 'product' | 'refunded_kop' | 'client_is_new'> | undefined;
  place: Pick<Place, 'rewarded_before' | 'step_before'>;
  refundKop?: number;
};

/** Returns the earnings of a lead without the cap per partner and the manual cap, the VAT of its sale, and the facts for the conditions of lines. */
export function dueOfLead(lead: Lead, { rule, claim, sale, place, refundKop = 0 }: Due) {
  const vat_kop = sale?.vat_kop ?? null;
  const facts = {
    product: sale?.product,
    client: toSaleClient(sale?.client_is_new ?? true),
    link: lead.link_id,
    month: 1,
  };
  const earning = {
    ...facts,
    status: lead.status,
    deal_amount_kop: lead.deal_amount_kop ?? 0,
    rewarded_before: claim?.former_rewarded_before ?? hadBefore(place),
    refunded_kop: (sale?.refunded_kop ?? 0) + refundKop,
    vat_kop: vat_kop !== null && vat_kop < (lead.deal_amount_kop ?? 0) ? vat_kop : null,
  };
  const dueKop = computeTarget(rule, lead.reward_event, { ...earning, manual_cap_kop: null });
  return { dueKop, vat_kop: earning.vat_kop, facts };
}
