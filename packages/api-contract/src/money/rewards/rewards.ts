import { z } from 'zod';
import { bps, kop, positiveKop } from '../../values/money.ts';
import { changes, id, integer, oneOf, queryParameters } from '../../values/values.ts';
import { product, rewardLine, rewardLines, SALE_CLIENTS, saleMonth } from './reward-lines.ts';

/** Events that trigger a reward. */
export const REWARD_EVENTS = ['lead_qualified', 'deal_won'] as const;
export const rewardEvent = oneOf(REWARD_EVENTS);
export type RewardEvent = z.infer<typeof rewardEvent>;

/** Sales of a client that earn a reward, from the first one of its attachment. */
export const APPLIES_TO = ['first_sale', 'sales_for_months', 'lifetime', 'first_sales'] as const;
export type AppliesTo = (typeof APPLIES_TO)[number];

/** Amount that a percentage is taken of: that of the sale, or that without VAT. */
export const REWARD_BASES = ['gross', 'net_of_vat'] as const;
export type RewardBase = (typeof REWARD_BASES)[number];

/** Bounds of `applies_to_limit`: months for `sales_for_months`, sales for `first_sales`. The other kinds have no limit. */
export const APPLIES_TO_LIMITS = {
  first_sale: null,
  sales_for_months: { min: 1, max: 120 },
  lifetime: null,
  first_sales: { min: 2, max: 100 },
} as const satisfies Record<AppliesTo, { min: number; max: number } | null>;

/** Calendar periods in which the steps of a tiered rule and the cap per partner count, in the time zone of the organization. `life` never starts again. */
export const STEP_PERIODS = ['month', 'quarter', 'year', 'life'] as const;
export type StepPeriod = (typeof STEP_PERIODS)[number];

const caps = {
  cap_per_lead_kop: positiveKop.nullable().optional(),
  cap_per_partner_kop: positiveKop.nullable().optional(),
  cap_period: oneOf(STEP_PERIODS).nullable().optional(),
};

const rewardedSales = {
  applies_to: oneOf(APPLIES_TO).optional(),
  applies_to_limit: integer({ min: 1, max: 120 }).nullable().optional(),
};

const laterSales = {
  ...rewardedSales,
  cap_per_client_kop: positiveKop.nullable().optional(),
  lines: rewardLines.nullable().optional(),
};

/** What the steps of a tiered rule count: the rewarded deals or leads of the partner, or the kopecks of its rewarded sales. */
export const STEP_MEASURES = ['count', 'turnover'] as const;
export type StepMeasure = (typeof STEP_MEASURES)[number];

/** Deals that get a new step: the next ones, or all of the period once it is closed. */
export const STEP_MODES = ['next', 'whole_period'] as const;
export type StepMode = (typeof STEP_MODES)[number];

export const MAX_STEP_COUNT = 1_000_000;

const tier = changes(
  { from: kop, fixed_kop: positiveKop.optional(), percent_bps: bps.optional() },
  'Введите ступень.',
);

const tiers = z
  .array(tier, 'Введите список ступеней.')
  .min(1, 'Введите хотя бы одну ступень.')
  .max(20, 'Не больше 20 ступеней.')
  .refine((list) => list[0]?.from === 0, 'Первая ступень начинается с 0.')
  .refine(
    (list) => list.every(({ from }, at) => at === 0 || from > (list[at - 1]?.from ?? 0)),
    'Каждая следующая ступень начинается позже предыдущей.',
  )
  .refine(
    (list) =>
      list.every(({ fixed_kop, percent_bps }) => (fixed_kop === undefined) !== (percent_bps === undefined)),
    'Введите сумму или процент каждой ступени.',
  )
  .refine(
    (list) => new Set(list.map(({ percent_bps }) => percent_bps === undefined)).size <= 1,
    'Все ступени задают суммой или все процентом.',
  );

const steps = {
  tiers,
  measure: oneOf(STEP_MEASURES).optional(),
  period: oneOf(STEP_PERIODS).optional(),
  mode: oneOf(STEP_MODES).optional(),
};

/**
 * Commission rule: a fixed amount, a percentage of the deal, or tiers by what the partner had before: by default the number of its rewarded leads
 * of all time. It rewards the first sale of a client by default; `applies_to` adds later sales, and `cap_per_client_kop` limits the sum for one client.
 * `lines` are other rates for sales that meet conditions.
 */
export const reward = z.discriminatedUnion(
  'kind',
  [
    changes({ kind: z.literal('fixed'), fixed_kop: positiveKop, ...caps, ...laterSales }),
    changes({
      kind: z.literal('percent'),
      percent_bps: bps,
      base: oneOf(REWARD_BASES).optional(),
      ...caps,
      ...laterSales,
    }),
    changes({ kind: z.literal('tiered'), ...steps, ...caps, ...rewardedSales }),
  ],
  'Вид вознаграждения: fixed, percent или tiered.',
);
export type Reward = z.output<typeof reward>;

export const tierView = z.object({
  from: z.int(),
  fixed_kop: z.int().optional(),
  percent_bps: z.int().optional(),
});
export type Tier = z.infer<typeof tierView>;

/** Current commission rule with its version. */
export const rewardRule = z.object({
  version: z.int(),
  kind: z.enum(['fixed', 'percent', 'tiered']),
  fixed_kop: z.int().nullable(),
  percent_bps: z.int().nullable(),
  tiers: z
    .array(tierView)
    .nullable()
    .describe(
      'Each tier pays fixed_kop or percent_bps, one kind per rule. `from` counts what `measure` says.',
    ),
  measure: z.enum(STEP_MEASURES),
  period: z.enum(STEP_PERIODS),
  mode: z
    .enum(STEP_MODES)
    .describe('Deals that get a new step: the next ones, or all of the period once it is closed.'),
  cap_per_lead_kop: z.int().nullable(),
  applies_to: z.enum(APPLIES_TO),
  applies_to_limit: z.int().nullable().describe('Months for sales_for_months, sales for first_sales.'),
  base: z.enum(REWARD_BASES),
  cap_per_client_kop: z.int().nullable(),
  cap_per_partner_kop: z
    .int()
    .nullable()
    .describe('The most that a partner earns in the program in `cap_period`.'),
  cap_period: z.enum(STEP_PERIODS).nullable(),
  lines: z
    .array(rewardLine)
    .nullable()
    .describe('Rates for sales that meet conditions. The first line that fits applies, else the main rate.'),
});
export type RewardRule = z.infer<typeof rewardRule>;

/** Input for the computation of a reward. */
export const rewardCase = queryParameters({
  deal_amount_kop: z.coerce.number('Введите целое число.').pipe(kop).default(0),
  rewarded_before: z.coerce
    .number('Введите целое число.')
    .pipe(kop)
    .default(0)
    .describe(
      'What the partner had before: rewarded leads, or kopecks of rewarded sales by the measure of the rule.',
    ),
  product: product.default(''),
  client: oneOf(SALE_CLIENTS).default('new'),
  link: id.optional(),
  month: z.coerce.number('Введите целое число.').pipe(saleMonth).default(1),
});
export type RewardCase = z.output<typeof rewardCase>;

export const rewardPreview = z.object({ reward_kop: z.int() });
