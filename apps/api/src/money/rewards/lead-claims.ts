import { type Author, toCause } from '../../audit/index.ts';
import { type Clock, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { readOnce } from '../../platform/row-batches.ts';
import { leadSource } from './claim-source.ts';
import { earnsReward, leadEarns } from './claim-state.ts';
import { type Claim, type ClaimedLead, claimsRepo } from './claims.repo.ts';
import { setTargets, type Target } from './claims.ts';
import { dueOfLead, placeOfLead } from './lead-due.ts';
import { isMovedInCap, NO_CAP, placeInCap, UNCAPPED } from './partner-cap.ts';
import { lockPartners } from './partner-money.ts';
import { notePeriods } from './period-closes.ts';
import { hasSteps } from './steps.ts';

type Transfer = {
  organizationId: string;
  leadId: string;
  transfer: { from: string | null };
  /** The lead earned a reward by its rule before the transfer, which may change the rule. */
  hasEarned: boolean;
};

/** A change of a lead. */
type ClaimChange = {
  leadId: string;
  dealAmountBeforeKop: number | null;
  /** A refund of the deal that is not stored yet. */
  refundKop?: number;
};

/** Updates the claim of a lead, as `updateClaimsOfLeads`. */
export const updateClaimOfLead = (
  trx: Db,
  { organizationId, ...change }: ClaimChange & { organizationId: string },
  author: Author,
  clock: Clock,
): Promise<void> => updateClaimsOfLeads(trx, organizationId, [change], author, clock);

/** Updates the claims of different leads. It locks the partners who earn. */
export async function updateClaimsOfLeads(
  trx: Db,
  organizationId: string,
  changes: readonly ClaimChange[],
  author: Author,
  clock: Clock,
): Promise<void> {
  const leads = await updateClaims(trx, organizationId, changes, author, clock);
  // When a lead earns nothing, its next reward belongs to its current partner.
  for (const lead of leads)
    if (lead.earned_by !== null && !earnsReward(lead.status, lead.reward_event))
      await passClaim(trx, lead, clock());
}

/**
 * Updates the claim after a lead is transferred to another partner. When the lead already earned a reward, the claim stays with the partner who
 * earned it; otherwise it moves to the new partner, whose rule may reward the lead at once. A lead without a former partner starts to earn for its
 * first partner.
 */
export async function transferClaim(
  trx: Db,
  { organizationId, leadId, transfer, hasEarned }: Transfer,
  author: Author,
  clock: Clock,
) {
  const repo = claimsRepo(trx, organizationId);
  const lead = await repo.lead(leadId);
  const claim = await repo.find(leadId);
  if (claim !== undefined && hasEarned)
    return repo.setEarner(leadId, claim.partner_id === lead.partner_id ? null : claim.partner_id);
  if (claim !== undefined) await passClaim(trx, lead, clock());
  if (hasEarned && transfer.from !== null) return;
  const dealAmountBeforeKop = lead.deal_amount_kop;
  await updateClaims(trx, organizationId, [{ leadId, dealAmountBeforeKop }], author, clock);
}

/** Assigns an empty claim to the current partner of the lead, and removes the manual cap set for the former partner. */
async function passClaim(trx: Db, lead: ClaimedLead, updated_at: Date) {
  const { organization_id, id, partner_id } = lead;
  if (partner_id === null) return;
  const repo = claimsRepo(trx, organization_id);
  await repo.update(id, { partner_id, ...NO_CAP, manual_cap_kop: null, manual_cap_reason: '', updated_at });
  await repo.setEarner(id, null);
}

type Repo = ReturnType<typeof claimsRepo>;

/** A lead whose claim may change. */
type Claimant = {
  change: ClaimChange;
  lead: ClaimedLead;
  partner_id: string;
  reward_rule_id: string;
  sale: Awaited<ReturnType<Repo['saleOfLead']>>;
  claim: Claim | undefined;
  earns: boolean;
};

/** @returns the leads. */
async function updateClaims(
  trx: Db,
  organizationId: string,
  changes: readonly ClaimChange[],
  author: Author,
  clock: Clock,
): Promise<ClaimedLead[]> {
  const repo = claimsRepo(trx, organizationId);
  const leads = await repo.leads(changes.map(({ leadId }) => leadId));
  const claimants = await findClaimants(repo, changes, leads);
  if (claimants.length > 0) await writeClaims(trx, organizationId, claimants, author, clock);
  return [...leads.values()];
}

/** Returns the leads that have a claim or earn one. */
async function findClaimants(
  repo: Repo,
  changes: readonly ClaimChange[],
  leads: ReadonlyMap<string, ClaimedLead>,
): Promise<Claimant[]> {
  const rewardable = changes.flatMap((change) => {
    const lead = leads.get(change.leadId);
    if (lead === undefined) throw new Error('the lead does not exist');
    const partner_id = lead.earned_by ?? lead.partner_id;
    const { reward_rule_id } = lead;
    return partner_id === null || reward_rule_id === null
      ? []
      : [{ change, lead, partner_id, reward_rule_id }];
  });
  if (rewardable.length === 0) return [];
  const ids = rewardable.map(({ lead }) => lead.id);
  const sales = await repo.salesOfLeads(ids);
  const claims = await repo.findAll(ids);
  const claimants: Claimant[] = [];
  for (const one of rewardable) {
    const { id, reward_id } = one.lead;
    const [sale, claim] = [sales.get(id), claims.get(id)];
    const earns = leadEarns(one.lead, sale);
    const isEmpty = claim === undefined || (claim.target_kop === 0 && reward_id === null);
    if (earns || !isEmpty) claimants.push({ ...one, sale, claim, earns });
    else if (claim !== undefined && isMovedInCap(claim, NO_CAP)) await repo.update(id, NO_CAP);
  }
  return claimants;
}

/** Gives claims their places and targets. */
async function writeClaims(
  trx: Db,
  organizationId: string,
  claimants: readonly Claimant[],
  author: Author,
  clock: Clock,
) {
  const repo = claimsRepo(trx, organizationId);
  const findRule = readOnce(repo.rule);
  const ids = [...new Set(claimants.map(({ partner_id }) => partner_id))];
  const partners = new Map(
    (await lockPartners(trx, organizationId, ids, author)).map((one) => [one.id, one]),
  );
  const positions = createPositions(repo, claimants);
  const cause = toCause(author, clock);
  let changed: Target[] = [];
  const write = async () => {
    await setTargets(trx, organizationId, changed, cause);
    changed = [];
    positions.forget();
  };
  const days: Parameters<typeof notePeriods>[2][number][] = [];
  for (const { change, lead, partner_id, reward_rule_id, sale, claim, earns } of claimants) {
    const partner = partners.get(partner_id);
    if (partner === undefined) throw new Error('the partner of a lead does not exist');
    const rule = await findRule(reward_rule_id);
    // These places depend on other claims of the partner, which are written before, or free a place for others.
    const isDependent = rule.cap_per_partner_kop !== null || hasSteps(rule) || !earns;
    if (isDependent && changed.length > 0) await write();
    const { refundKop = 0 } = change;
    const uncapped = await placeOfLead(trx, lead, {
      ...{ claim, rule, partner_id },
      counted_on: sale?.paid_on ?? dayIn(cause.at, lead.time_zone),
      readPosition: () => positions.first(partner_id, lead.program_id),
    });
    const { dueKop, vat_kop, facts } = dueOfLead(lead, { rule, claim, sale, place: uncapped, refundKop });
    const { due_kop, place: inCap } = await placeInCap(trx, earns ? rule : UNCAPPED, {
      ...{ organizationId, claim },
      partnerId: partner_id,
      programId: lead.program_id,
      claimId: lead.id,
      counted_on: uncapped.counted_on,
      due_kop: dueKop,
    });
    const place = { ...uncapped, ...inCap };
    if (
      claim?.counted_on &&
      (claim.counted_on !== place.counted_on || claim.step_before !== place.step_before)
    )
      await repo.update(lead.id, place);
    const target = earns ? Math.min(due_kop, claim?.manual_cap_kop ?? due_kop) : 0;
    if (target > 0) positions.take(partner_id, lead.program_id, place.rewarded_before);
    const source = leadSource(lead, { partner_id, reward_rule_id, vat_kop });
    changed.push({
      ...{ source, partner, claim, rule, facts, place, target, earns, refundKop },
      isCapReached: due_kop < dueKop,
      dealBefore: change.dealAmountBeforeKop,
    });
    if (isDependent) await write();
    days.push({
      ...source,
      days: [claim?.counted_on, earns ? place.counted_on : null],
      ...(earns && { rule }),
    });
  }
  await write();
  await notePeriods(trx, organizationId, days, cause.at);
}

/** Free tier positions of partners in programs. They are read once for all claimants. */
function createPositions(repo: Repo, claimants: readonly Claimant[]) {
  const toKey = (partnerId: string, programId: string) => `${partnerId} ${programId}`;
  const counts = Map.groupBy(claimants, ({ partner_id, lead }) => toKey(partner_id, lead.program_id));
  const free = new Map<string, number[]>();
  return {
    /** The first position that is still free. */
    async first(partnerId: string, programId: string): Promise<number> {
      const key = toKey(partnerId, programId);
      const known =
        free.get(key) ?? (await repo.freeTierPositions(partnerId, programId, counts.get(key)?.length ?? 1));
      free.set(key, known);
      const [position] = known;
      if (position === undefined) throw new Error('no free tier position was read');
      return position;
    },
    forget: () => free.clear(),
    take(partnerId: string, programId: string, position: number | null) {
      const key = toKey(partnerId, programId);
      const known = free.get(key);
      if (known !== undefined)
        free.set(
          key,
          known.filter((one) => one !== position),
        );
    },
  };
}
