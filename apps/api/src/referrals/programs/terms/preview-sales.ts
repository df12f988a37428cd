import type { RewardEvent, RewardRule } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Period } from '../../../database/figures/periods.ts';
import {
  computeTarget,
  dueOfSale,
  duesOfSales,
  hasSteps,
  isUnrewarded,
  toSaleClient,
} from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { joinConditions } from '../../../platform/db/lists/conditions.ts';

type Scope = {
  organizationId: string;
  programId: string;
  group: string | undefined;
  enrollment: string | undefined;
};
type Rule = Omit<RewardRule, 'version'>;

/** Number of attachments in memory at a time. */
const BATCH = 500;

/**
 * Returns the later sales of a period by day with what they earn by another rule without the cap per partner, and what partners have earned from them so
 * far. `before` takes those before a day, or all that are left.
 */
export async function readSalesByDay(db: Db, scope: Scope, period: Period, rule: Rule, event: RewardEvent) {
  const former: { partner_id: string; before_kop: number }[] = [];
  const sales: PreviewedSale[] = [];
  for await (const { partner_id, before_kop, dues } of replaySales(db, scope, period, rule, event)) {
    if (before_kop > 0) former.push({ partner_id, before_kop });
    sales.push(...dues);
  }
  sales.sort((one, other) => one.day.localeCompare(other.day));
  let taken = 0;
  return {
    former,
    before(until?: string) {
      const next = until === undefined ? -1 : sales.findIndex(({ day }, at) => at >= taken && day >= until);
      const part = sales.slice(taken, next === -1 ? undefined : next);
      taken += part.length;
      return part;
    },
  };
}

/**
 * For each attachment: the earnings of its later sales in a period by its present rule, and of each sale by another rule without the cap per partner.
 * As for leads, the rules of the partners decide which attachments these are.
 */
async function* replaySales(db: Db, scope: Scope, period: Period, rule: Rule, event: RewardEvent) {
  for (let after: string | null = null; ; ) {
    const attachments: Attachment[] = await findAttachments(db, scope, period, after);
    const sales = Map.groupBy(
      await findSales(db, scope.organizationId, attachments, period, rule),
      ({ attachment_id }) => attachment_id,
    );
    for (const attachment of attachments) {
      const dues = duesOfSales(
        rule,
        event,
        attachment,
        firstDue(rule, event, attachment),
        sales.get(attachment.id) ?? [],
      );
      const ofPeriod = dues.filter(({ sale }) => sale.paid_on >= period.from);
      yield {
        partner_id: attachment.partner_id,
        before_kop: attachment.before_kop,
        dues: ofPeriod.map(({ sale, facts, earns, due }) => ({
          partner_id: attachment.partner_id,
          day: sale.paid_on,
          month: sale.paid_on.slice(0, 7),
          deal_amount_kop: sale.amount_kop,
          refunded_kop: sale.refunded_kop,
          /** What the sale earns after what the partner had, in the measure of the steps. */
          dueAfter: (before: number) => {
            const kop = earns && hasSteps(rule) ? dueOfSale(rule, { sale, facts, before }) : due;
            return Math.min(kop, sale.manual_cap_kop ?? kop);
          },
        })),
      };
    }
    const last = attachments.at(-1);
    if (last === undefined || attachments.length < BATCH) return;
    after = last.id;
  }
}

type Attachment = Awaited<ReturnType<typeof findAttachments>>[number];
type Replayed = ReturnType<typeof replaySales> extends AsyncGenerator<infer Yielded> ? Yielded : never;
type PreviewedSale = Replayed['dues'][number];

/** Earnings of the deal of the lead that opened an attachment; null when its sale belongs to another attachment or counts no more. */
function firstDue(rule: Rule, event: RewardEvent, { deal_kop, ...attachment }: Attachment) {
  if (!attachment.has_deal) return null;
  if (attachment.is_unrewarded) return { dueKop: 0 };
  const dueKop = computeTarget(rule, event, {
    status: 'won',
    deal_amount_kop: deal_kop ?? 0,
    vat_kop: attachment.vat_kop,
    refunded_kop: attachment.refunded_kop ?? 0,
    rewarded_before: 0,
    manual_cap_kop: null,
    product: attachment.product ?? '',
    client: toSaleClient(attachment.client_is_new),
    link: attachment.link_id,
    month: 1,
  });
  return { dueKop };
}

/** Attachments with later sales in the period, after the one with this id. */
async function findAttachments(
  db: Db,
  { organizationId, programId, group, enrollment }: Scope,
  { from, to }: Period,
  after: string | null,
) {
  const { rows } = await sql<{
    id: string;
    partner_id: string;
    lead_id: string | null;
    client_is_new: boolean;
    starts_at: string;
    link_id: string | null;
    has_deal: boolean;
    is_unrewarded: boolean;
    deal_kop: number | null;
    vat_kop: number | null;
    refunded_kop: number | null;
    product: string | null;
    before_kop: number;
  }>`
    select a.id, a.partner_id, a.lead_id, a.client_is_new, a.starts_at::text as starts_at, l.link_id,
      deal.id is not null as has_deal, ${isUnrewarded} as is_unrewarded, deal.amount_kop as deal_kop, deal.vat_kop, deal.refunded_kop, deal.product, sold.before_kop
    from attachments a
    join enrollments e on e.organization_id = a.organization_id and e.program_id = a.program_id and e.partner_id = a.partner_id
    join (
      select s.attachment_id, sum(coalesce(k.target_kop, 0))::bigint as before_kop
      from sales s
      join attachments of_sale on of_sale.organization_id = s.organization_id and of_sale.id = s.attachment_id
      left join claims k on k.organization_id = s.organization_id and k.id = s.id
      where s.organization_id = ${organizationId} and of_sale.program_id = ${programId} and s.refund_of is null
        and s.paid_on between ${from}::date and ${to}::date
        and (s.lead_id is null or s.lead_id is distinct from of_sale.lead_id)
      group by 1
    ) sold on sold.attachment_id = a.id
    left join leads l on l.organization_id = a.organization_id and l.id = a.lead_id
    left join sales deal on deal.organization_id = a.organization_id and deal.lead_id = a.lead_id and deal.attachment_id = a.id
      and deal.canceled_at is null
    left join reward_rules r on r.organization_id = a.organization_id and r.id = a.reward_rule_id
    where ${joinConditions([
      sql`a.organization_id = ${organizationId} and a.program_id = ${programId}`,
      ...(after === null ? [] : [sql`a.id > ${after}::uuid`]),
      ...(group === undefined ? [] : [sql`e.group_id = ${group}::uuid`]),
      ...(enrollment === undefined ? [] : [sql`e.id = ${enrollment}::uuid`]),
      ...(group === undefined && enrollment === undefined ? [sql`r.label = ''`] : []),
    ])}
    order by a.id limit ${BATCH}`.execute(db);
  return rows;
}

/** The later sales of attachments until the end of the period and of the months of the rule, in the order in which they count. */
async function findSales(
  db: Db,
  organizationId: string,
  attachments: readonly Attachment[],
  { to }: Period,
  { applies_to, applies_to_limit }: Rule,
) {
  const months = applies_to === 'sales_for_months' ? applies_to_limit : null;
  const { rows } = await sql<{
    attachment_id: string;
    amount_kop: number | null;
    vat_kop: number | null;
    refunded_kop: number;
    canceled_at: Date | null;
    product: string;
    paid_on: string;
    manual_cap_kop: number | null;
    is_unrewarded: boolean;
  }>`
    select s.attachment_id, s.amount_kop, s.vat_kop, s.refunded_kop, s.canceled_at, s.product, s.paid_on::text as paid_on,
      k.manual_cap_kop, ${isUnrewarded} as is_unrewarded
    from sales s
    join attachments a on a.organization_id = s.organization_id and a.id = s.attachment_id
    left join claims k on k.organization_id = s.organization_id and k.id = s.id
    left join leads l on l.organization_id = s.organization_id and l.id = s.lead_id
    where s.organization_id = ${organizationId} and s.attachment_id = any(${attachments.map(({ id }) => id)}::uuid[])
      and s.refund_of is null and (s.lead_id is null or s.lead_id is distinct from a.lead_id) and s.paid_on <= ${to}::date
      and (${months}::int is null or s.paid_on <= (a.starts_at + make_interval(months => ${months}::int))::date)
    order by s.attachment_id, s.paid_on, s.number`.execute(db);
  return rows;
}
