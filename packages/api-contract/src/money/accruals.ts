import { z } from 'zod';
import { countsAndSumsBy } from '../base/counts.ts';
import { exportQuery } from '../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../base/pagination.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { MAX_KOP, totalKop } from '../values/money.ts';
import { namedLead, numbered, reference, rewardedSale } from '../values/references.ts';
import { text } from '../values/text.ts';
import { day, id, integer, oneOf } from '../values/values.ts';

/**
 * Kinds of accruals. A reward is for a lead, a correction follows a change of a deal, and a reversal takes back an amount that was already
 * paid.
 */
export const ACCRUAL_KINDS = ['reward', 'bonus', 'correction', 'reversal'] as const;
export type AccrualKind = (typeof ACCRUAL_KINDS)[number];
export const ACCRUAL_KIND_LABELS = {
  reward: 'Вознаграждение',
  bonus: 'Бонус',
  correction: 'Поправка',
  reversal: 'Возврат',
} as const satisfies Record<AccrualKind, string>;

/** Reasons for the review of an accrual before payment. */
export const REVIEW_REASONS = ['self_referral', 'budget', 'partner_inactive', 'manual'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
export const REVIEW_REASON_LABELS = {
  self_referral: 'Заявка на себя',
  budget: 'Сверх бюджета',
  partner_inactive: 'Партнер не активен',
  manual: 'Проверка вручную',
} as const satisfies Record<ReviewReason, string>;

/** Labels of accrual states. A negative available accrual is shown as `offset`. */
export const ACCRUAL_STATUS_LABELS = { ...stateMachines.accrual.labels, offset: 'К зачету' } as const;

/** Returns the state in which an accrual is shown. */
export const shownAccrualStatus = <Status extends string>(accrual: { status: Status; amount_kop: number }) =>
  accrual.status === 'available' && accrual.amount_kop < 0 ? 'offset' : accrual.status;

const status = oneOf(getStates(stateMachines.accrual));

/** A manual accrual. Only a correction may be negative. */
export const newAccrual = z
  .object({
    partner: id,
    kind: oneOf(['bonus', 'correction']),
    amount_kop: integer({ min: -MAX_KOP, max: MAX_KOP }),
    program: id.nullable().optional(),
    explanation: text({ max: 1000 }).describe('Text for the partner.'),
  })
  .superRefine(({ kind, amount_kop }, ctx) => {
    const problem =
      amount_kop === 0
        ? 'Сумма не может быть нулевой.'
        : kind === 'bonus' && amount_kop < 0
          ? 'Бонус не может быть отрицательным: добавьте поправку.'
          : undefined;
    if (problem) ctx.addIssue({ code: 'custom', path: ['amount_kop'], message: problem });
  });
export type NewAccrual = z.output<typeof newAccrual>;

/** Transition of an accrual with its reason. */
export const accrualTransition = z.object({ reason: text({ max: 1000 }) });
export type AccrualTransition = z.output<typeof accrualTransition>;
/** End of a review. The accrual continues to its hold, or becomes available. */
export const accrualRelease = z.object({ reason: text({ max: 1000, blank: true }).default('') });

const filters = {
  kind: commaList(oneOf(ACCRUAL_KINDS)),
  partner: idList,
  program: idList,
  lead: idList,
  sale: idList.describe('Sales, with the first one of a lead.'),
  client: idList.describe('Clients, with the rewards for their leads.'),
  payment: idList,
  created_from: day.optional(),
  created_to: day.optional(),
  search,
};
const filtersWithStatus = { status: commaList(status), ...filters };

const orderings = ['created_at', 'number', 'amount_kop'] as const;

export const accrualQuery = listQuery(filtersWithStatus, orderings, '-created_at');
export type AccrualQuery = z.output<typeof accrualQuery>;
export const accrualExportQuery = exportQuery(filtersWithStatus, orderings, '-created_at');
export type AccrualExportQuery = z.output<typeof accrualExportQuery>;
export const accrualCountsQuery = filterQuery(filters);
export const accrualFilters = filterQuery(filtersWithStatus);
export type AccrualFilters = z.output<typeof accrualFilters>;

const shown = {
  id: z.uuid(),
  number: z.string().describe('Н-12'),
  organization: reference,
  partner: reference,
  program: reference.nullable(),
  lead: namedLead.nullable(),
  sale: rewardedSale.nullable().describe('Later sale of a client that is rewarded.'),
  payment: numbered.nullable(),
  kind: z.enum(ACCRUAL_KINDS),
  amount_kop: z.int().describe('Negative for corrections and reversals that reduce the balance.'),
  explanation: z.string().describe('Explanation of the amount in Russian.'),
  status: z
    .enum(getStates(stateMachines.accrual))
    .describe('An accrual is `available` as soon as its hold has ended.'),
  hold_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
};

/** An accrual for the organization. */
export const accrual = z.object({
  ...shown,
  review_reason: z.enum(REVIEW_REASONS).nullable(),
  comment: z.string(),
  part_of: numbered
    .nullable()
    .describe('Reward of a correction or a reversal. Decisions about the reward apply to both.'),
  by_hand: z.boolean().describe('The reward was canceled by a user and not restored.'),
});
export type Accrual = z.infer<typeof accrual>;

/** An accrual for the partner. */
export const accrualForPartner = z.object(shown);
export type AccrualForPartner = z.infer<typeof accrualForPartner>;

export const accrualPage = page(accrual);
export const accrualPageForPartner = page(accrualForPartner);

/** Next date, in the organization's time zone, on which holds end, and the total amount of these accruals. */
export const nextRelease = z.object({ date: z.iso.date(), amount_kop: totalKop });

/** Number of dates in `releases`: at least all dates of a week. */
export const RELEASE_DATES = 7;

/** Sums of accruals on hold by the date, in the organization's time zone, on which their holds end. */
export const releases = z.object({
  next: z.array(nextRelease).describe(`The next dates, at most ${RELEASE_DATES}.`),
  later_kop: totalKop.describe('Total of all later dates.'),
});
export type Releases = z.infer<typeof releases>;

/**
 * `all` excludes the sum of canceled accruals. A filter by search, lead, sale, client or payment is counted up to 10,000. With a search, `next_release` is
 * null.
 */
export const accrualCounts = countsAndSumsBy(stateMachines.accrual).extend({
  next_release: nextRelease.nullable(),
});

/** Balance of a partner in an organization, in kopecks. `earned_kop` is the sum of the other amounts. */
export const balance = z.object({
  earned_kop: totalKop,
  hold_kop: totalKop,
  review_kop: totalKop,
  available_kop: totalKop,
  reserved_kop: totalKop,
  paid_kop: totalKop,
});
export type Balance = z.infer<typeof balance>;

/**
 * Removes the hold and the number of the sale from the explanation of a reward, because they are shown separately or the hold has ended. Older
 * explanations may also name the version of the rule, which is removed too.
 */
export const withoutTerms = (explanation: string) =>
  explanation
    .replace(/^Продажа П-\d+\. /, '')
    .replace(/(, правило \d+)?; (удержание до|можно выплатить|доступно без) .*$/s, '');
