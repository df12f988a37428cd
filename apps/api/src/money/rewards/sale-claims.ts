import { type Author, type Cause, toCause } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { readOnce } from '../../platform/row-batches.ts';
import { atStart, type ClaimSource } from './claim-source.ts';
import { claimsRepo, type LaterSale } from './claims.repo.ts';
import { emptyClaim, setTargets, type Target } from './claims.ts';
import { dueOfLead } from './lead-due.ts';
import { isMovedInCap, NO_CAP, placeInCap, UNCAPPED } from './partner-cap.ts';
import { lockPartner, lockPartners, releaseHolds } from './partner-money.ts';
import { notePeriods } from './period-closes.ts';
import { dueOfSale, duesOfSales } from './sale-dues.ts';
import { selfReferralMatches } from './self-referral.ts';
import { hadBefore, hasSteps, NO_PLACE, placeOfLaterSale, placeOfSale, type UncappedPlace } from './steps.ts';

type Change = {
  organizationId: string;
  /** The sale that changes. */
  saleId?: string;
  /** The refund that changes a sale. */
  refund?: { saleId: string; amountKop: number };
};

/** Updates the claims of the later sales of an attachment, as `updateClaimsOfAttachments`. */
export const updateClaimsOfSales = (
  trx: Db,
  { attachmentId, ...change }: Change & { attachmentId: string },
  author: Author,
  clock: Clock,
) => updateClaimsOfAttachments(trx, { ...change, attachmentIds: [attachmentId] }, author, clock);

/**
 * Updates the claims of the later sales of attachments, by their rules. The deal of the lead of an attachment is the first sale, and has the claim of
 * the lead; it uses up the number of sales and the cap per client first, then each sale by its day. Deals of other leads are later sales. The caller
 * holds the lock of the clients.
 */
export async function updateClaimsOfAttachments(
  trx: Db,
  {
    organizationId,
    attachmentIds,
    refund,
    saleId = refund?.saleId,
  }: Change & { attachmentIds: readonly string[] },
  author: Author,
  clock: Clock,
) {
  const repo = claimsRepo(trx, organizationId);
  const findRule = readOnce(repo.rule);
  const cause = toCause(author, clock);
  const sales = Map.groupBy(await repo.laterSales(attachmentIds), ({ attachment_id }) => attachment_id);
  let changed: ChangedSale[] = [];
  const write = async () => {
    await writeTargets(trx, organizationId, changed, author, cause);
    changed = [];
  };
  for (const attachment of await repo.attachments(attachmentIds)) {
    const ofAttachment = sales.get(attachment.id);
    if (attachment.reward_rule_id === null || ofAttachment === undefined) continue;
    const rule = await findRule(attachment.reward_rule_id);
    const first = await dealOfAttachment(trx, organizationId, attachment);
    const dues = duesOfSales(rule, rule.event, attachment, first, ofAttachment);
    // These rewards depend on other claims of the partner, which are written before.
    const isDependent = rule.cap_per_partner_kop !== null || hasSteps(rule);
    if (isDependent) {
      await write();
      await lockPartner(trx, organizationId, attachment.partner_id, author);
    }
    for (const { sale, facts, earns, due: firstStepKop } of dues) {
      const isStepped = earns && hasSteps(rule);
      const step = isStepped
        ? await placeOfLaterSale(trx, rule, attachment, sale)
        : placeOfSale(sale.paid_on);
      const dueKop = isStepped ? dueOfSale(rule, { sale, facts, before: hadBefore(step) }) : firstStepKop;
      const { due_kop: due, place: inCap } = await placeInCap(trx, dueKop > 0 ? rule : UNCAPPED, {
        organizationId,
        partnerId: attachment.partner_id,
        programId: attachment.program_id,
        claimId: sale.id,
        counted_on: sale.paid_on,
        claim: sale,
        due_kop: dueKop,
      });
      const target = Math.min(due, sale.manual_cap_kop ?? due);
      const refundKop = refund?.saleId === sale.id ? refund.amountKop : 0;
      if (sale.counted_on !== null && isMoved(sale, step)) await repo.update(sale.id, step);
      const isSame = target === (sale.target_kop ?? 0) && target > 0 === (sale.reward_id !== null);
      if (isSame && !isMovedInCap(sale, inCap)) {
        if (sale.id === saleId) await noteTurnover(trx, attachment, sale, author, cause.at);
        continue;
      }
      changed.push({
        sale,
        attachment,
        source: toSource(attachment, attachment.reward_rule_id, sale),
        rule,
        facts,
        place: { ...step, ...inCap },
        target,
        isCapReached: due < dueKop,
        earns: dueKop > 0,
        dealBefore: null,
        refundKop,
      });
      if (isDependent) await write();
    }
  }
  await write();
}

/** A later sale whose claim gets a new target. */
type ChangedSale = Omit<Target, 'partner' | 'claim'> & { sale: LaterSale; attachment: Attachment };

/** Locks the partners of later sales, and sets the targets of their claims. */
async function writeTargets(
  trx: Db,
  organizationId: string,
  changed: readonly ChangedSale[],
  author: Author,
  cause: Cause,
) {
  if (changed.length === 0) return;
  const ids = [...new Set(changed.map(({ attachment }) => attachment.partner_id))];
  const locked = await lockPartners(trx, organizationId, ids, author);
  const partners = new Map(locked.map((partner) => [partner.id, partner]));
  const targets: Target[] = [];
  for (const { sale, attachment, source, ...target } of changed) {
    const partner = partners.get(attachment.partner_id);
    if (partner === undefined) throw new Error('the partner of an attachment does not exist');
    targets.push({
      ...target,
      partner,
      source: { ...source, self_referral: await isDealOfPartner(trx, attachment, sale.lead_id) },
      claim: sale.target_kop === null ? undefined : await claimsRepo(trx, organizationId).find(sale.id),
    });
  }
  await setTargets(trx, organizationId, targets, cause);
  const days = changed.map(({ sale, source }) => ({ ...source, days: [sale.counted_on, sale.paid_on] }));
  await notePeriods(trx, organizationId, days, cause.at);
}

/** Returns true when a rewarded sale has another place than before. */
const isMoved = (sale: LaterSale, step: UncappedPlace) =>
  sale.counted_on !== step.counted_on ||
  sale.step_before !== step.step_before ||
  sale.step_period !== step.step_period;

/** Closes the period of a sale again when its amount changes and its reward stays: the amount counts in a turnover. */
async function noteTurnover(trx: Db, attachment: Attachment, sale: LaterSale, author: Author, at: Date) {
  if (sale.counted_on === null) return;
  await lockPartner(trx, attachment.organization_id, attachment.partner_id, author);
  const days = [sale.counted_on, sale.paid_on];
  await notePeriods(trx, attachment.organization_id, [{ ...attachment, days }], at);
}

/** Returns true when the contacts of the lead of a later sale are those of the attached partner. The client may have other contacts. */
async function isDealOfPartner(
  trx: Db,
  { organization_id: organizationId, partner_id: partnerId }: Attachment,
  leadId: string | null,
): Promise<boolean> {
  if (leadId === null) return false;
  const { phone, email_key: emailKey } = await claimsRepo(trx, organizationId).lead(leadId);
  return (await selfReferralMatches(trx, { organizationId, partnerId, phone, emailKey })).length > 0;
}

/** Gives the empty claim of a canceled sale to the partner of the attachment that the sale is credited to when it counts again. */
export async function passEmptyClaim(
  trx: Db,
  {
    organizationId,
    saleId,
    attachmentId,
  }: { organizationId: string; saleId: string; attachmentId: string | null },
) {
  const repo = claimsRepo(trx, organizationId);
  const claim = await repo.find(saleId);
  if (claim === undefined || attachmentId === null) return;
  const { partner_id, program_id } = await repo.attachment(attachmentId);
  if (partner_id === claim.partner_id) return;
  await repo.update(saleId, {
    partner_id,
    program_id,
    ...NO_CAP,
    manual_cap_kop: null,
    manual_cap_reason: '',
  });
}

/**
 * Empties the claim of a later sale that passes to another attachment, or to none. A sale that stays with its partner and program keeps its
 * entries. The caller holds the lock of the clients, and moves the sale afterwards.
 */
export async function passClaimOfSale(
  trx: Db,
  {
    organizationId,
    saleId,
    attachmentId,
  }: { organizationId: string; saleId: string; attachmentId: string | null },
  author: Author,
  clock: Clock,
) {
  const repo = claimsRepo(trx, organizationId);
  const claim = await repo.find(saleId);
  if (claim === undefined) return;
  const next = attachmentId === null ? null : await repo.attachment(attachmentId);
  if (next?.partner_id === claim.partner_id && next.program_id === claim.program_id) return;
  const cause = toCause(author, clock);
  const source = await saleSource(trx, organizationId, saleId);
  await lockPartner(trx, organizationId, source.partner_id, author);
  await releaseHolds(trx, organizationId, [source.partner_id], cause.at);
  await emptyClaim(trx, source, `${atStart(source.title)} отнесена к другому закреплению клиента`, cause);
  await notePeriods(trx, organizationId, [{ ...source, days: [claim.counted_on] }], cause.at);
  if (next === null) return;
  const { partner_id, program_id } = next;
  await repo.update(saleId, { partner_id, program_id, manual_cap_kop: null, manual_cap_reason: '' });
}

/** Describes a later sale of a client. */
export async function saleSource(trx: Db, organizationId: string, id: string): Promise<ClaimSource> {
  const repo = claimsRepo(trx, organizationId);
  const sale = await repo.sale(id);
  if (sale.attachment_id === null) throw new Error('a rewarded sale has no attachment');
  const attachment = await repo.attachment(sale.attachment_id);
  if (attachment.reward_rule_id === null) throw new Error('a rewarded sale has no rule');
  return toSource(attachment, attachment.reward_rule_id, sale);
}

type Attachment = Awaited<ReturnType<ReturnType<typeof claimsRepo>['attachment']>>;

const toSource = (
  attachment: Attachment,
  reward_rule_id: string,
  sale: Pick<LaterSale, 'id' | 'number' | 'amount_kop' | 'vat_kop' | 'reward_id'>,
): ClaimSource => ({
  id: sale.id,
  lead_id: null,
  sale_id: sale.id,
  organization_id: attachment.organization_id,
  time_zone: attachment.time_zone,
  title: `продажа П-${sale.number}`,
  partner_id: attachment.partner_id,
  program_id: attachment.program_id,
  reward_rule_id,
  reward_id: sale.reward_id,
  amount_kop: sale.amount_kop,
  vat_kop: sale.vat_kop,
  phone: attachment.phone,
  email_key: attachment.email_key,
  self_referral: false,
});

/**
 * The deal of the lead that opened an attachment; null when its sale belongs to another attachment or counts no more. A deal that was imported without a
 * reward earns nothing and counts.
 */
async function dealOfAttachment(trx: Db, organizationId: string, { id, lead_id }: Attachment) {
  if (lead_id === null) return null;
  const repo = claimsRepo(trx, organizationId);
  const [lead, sale, claim] = [
    await repo.lead(lead_id),
    await repo.saleOfLead(lead_id),
    await repo.find(lead_id),
  ];
  if (lead.status !== 'won' || sale?.attachment_id !== id) return null;
  if (lead.reward_rule_id === null) return { dueKop: 0 };
  const rule = await repo.rule(lead.reward_rule_id);
  return dueOfLead(lead, { rule, claim, sale, place: claim ?? NO_PLACE });
}
