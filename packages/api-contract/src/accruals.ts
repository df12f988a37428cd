import { z } from 'zod';
import { countsAndSumsBy } from './counts.ts';
import { exportQuery } from './exports.ts';
import { MAX_KOP, totalKop } from './money.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from './pagination.ts';
import { stateMachines, statesOf } from './state-machines.ts';
import { text } from './text.ts';
import { day, id, oneOf, whole } from './values.ts';

/** Kinds of accruals: for a lead, a present, a change of a deal, the return of what was undone after payment. */
export const ACCRUAL_KINDS = ['reward', 'bonus', 'correction', 'reversal'] as const;
export type AccrualKind = (typeof ACCRUAL_KINDS)[number];
export const ACCRUAL_KIND_LABELS = {
  reward: 'Вознаграждение',
  bonus: 'Бонус',
  correction: 'Поправка',
  reversal: 'Возврат',
} as const satisfies Record<AccrualKind, string>;

/** Reasons for which somebody has to look at an accrual before it is paid. */
export const REVIEW_REASONS = ['self_referral', 'budget', 'partner_inactive', 'manual'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
export const REVIEW_REASON_LABELS = {
  self_referral: 'Заявка на себя',
  budget: 'Сверх бюджета',
  partner_inactive: 'Партнер не активен',
  manual: 'Проверка вручную',
} as const satisfies Record<ReviewReason, string>;

/** States of accruals as they are shown: what is due from the partner is not due to her. */
export const ACCRUAL_STATUS_LABELS = { ...stateMachines.accrual.labels, offset: 'К зачету' } as const;

/** State of an accrual as it is shown. */
export const shownAccrualStatus = <Status extends string>(accrual: { status: Status; amount_kop: number }) =>
  accrual.status === 'available' && accrual.amount_kop < 0 ? 'offset' : accrual.status;

const status = oneOf(statesOf(stateMachines.accrual));

/** An accrual entered by hand. Only a correction may take something away. */
export const newAccrual = z
  .object({
    partner: id,
    kind: oneOf(['bonus', 'correction']),
    amount_kop: whole({ min: -MAX_KOP, max: MAX_KOP }),
    program: id.nullable().optional(),
    explanation: text({ max: 1000 }).describe('What the partner reads.'),
  })
  .superRefine(({ kind, amount_kop }, ctx) => {
    const problem =
      amount_kop === 0
        ? 'Сумма не может быть нулевой.'
        : kind === 'bonus' && amount_kop < 0
          ? 'Бонус не бывает отрицательным: внесите поправку.'
          : undefined;
    if (problem) ctx.addIssue({ code: 'custom', path: ['amount_kop'], message: problem });
  });
export type NewAccrual = z.output<typeof newAccrual>;

/** A move of an accrual, and why. */
export const accrualMove = z.object({ reason: text({ max: 1000 }) });
export type AccrualMove = z.output<typeof accrualMove>;
/** The end of a check: the accrual goes on to its hold, or to what may be paid. */
export const accrualRelease = z.object({ reason: text({ max: 1000, blank: true }).default('') });

const filters = {
  kind: commaList(oneOf(ACCRUAL_KINDS)),
  partner: idList,
  program: idList,
  lead: idList,
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

const reference = z.object({ id: z.uuid(), name: z.string() });
const numbered = z.object({ id: z.uuid(), number: z.string() });

const shown = {
  id: z.uuid(),
  number: z.string().describe('Н-12'),
  organization: reference,
  partner: reference,
  program: reference.nullable(),
  lead: numbered.extend({ name: z.string() }).nullable(),
  payment: numbered.nullable(),
  kind: z.enum(ACCRUAL_KINDS),
  amount_kop: z.int().describe('Negative for what is taken back.'),
  explanation: z.string().describe('How the sum came about, in words.'),
  status: z
    .enum(statesOf(stateMachines.accrual))
    .describe('What has matured is available, whenever it is asked.'),
  hold_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
};

/** An accrual as its organization sees it. */
export const accrual = z.object({
  ...shown,
  review_reason: z.enum(REVIEW_REASONS).nullable(),
  comment: z.string(),
  part_of: numbered
    .nullable()
    .describe('The reward that a correction or a reversal belongs to: it is decided there, for all of it.'),
  by_hand: z.boolean().describe('Of a reward: a person has cancelled it, until it is restored.'),
});
export type Accrual = z.infer<typeof accrual>;

/** An accrual as its partner sees it. */
export const accrualForPartner = z.object(shown);
export type AccrualForPartner = z.infer<typeof accrualForPartner>;

export const accrualPage = page(accrual);
export const accrualPageForPartner = page(accrualForPartner);

/** The first day ahead, by the organization's clock, on which something leaves its hold, and all that does on that day. */
export const nextRelease = z.object({ date: z.iso.date(), amount_kop: totalKop });

/** The sum of `all` leaves out what was cancelled. A search, a lead or a payment is counted to 10,000. Of a search the next release is not told. */
export const accrualCounts = countsAndSumsBy(stateMachines.accrual).extend({
  next_release: nextRelease.nullable(),
});

/** Balance of a partner with an organization, in kopecks. `earned` is the sum of the others. */
export const balance = z.object({
  earned_kop: totalKop,
  hold_kop: totalKop,
  review_kop: totalKop,
  available_kop: totalKop,
  reserved_kop: totalKop,
  paid_kop: totalKop,
});
export type Balance = z.infer<typeof balance>;

/** Explanation of a reward without its hold, which is told beside it or is over; explanations of before may name the version of the rule. */
export const withoutTerms = (explanation: string) =>
  explanation.replace(/(, правило \d+)?; (удержание до|можно выплатить|доступно без) .*$/s, '');
