import { z } from 'zod';
import { bps, kop, positiveKop } from '../../values/money.ts';
import { changes, integer, oneOf, queryParameters } from '../../values/values.ts';

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

const cap = { cap_per_lead_kop: positiveKop.nullable().optional() };

const laterSales = {
  applies_to: oneOf(APPLIES_TO).optional(),
  applies_to_limit: integer({ min: 1, max: 120 }).nullable().optional(),
  cap_per_client_kop: positiveKop.nullable().optional(),
};

const tier = changes(
  { from: integer({ min: 0, max: 1_000_000 }), fixed_kop: positiveKop },
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
  );

/**
 * Commission rule: a fixed amount, a percentage of the deal, or tiers by the number of the partner's previous rewarded leads. It rewards the first
 * sale of a client by default; `applies_to` adds later sales, and `cap_per_client_kop` limits the sum for one client.
 */
export const reward = z.discriminatedUnion(
  'kind',
  [
    changes({ kind: z.literal('fixed'), fixed_kop: positiveKop, ...cap, ...laterSales }),
    changes({
      kind: z.literal('percent'),
      percent_bps: bps,
      base: oneOf(REWARD_BASES).optional(),
      ...cap,
      ...laterSales,
    }),
    changes({ kind: z.literal('tiered'), tiers, ...cap }),
  ],
  'Вид вознаграждения: fixed, percent или tiered.',
);
export type Reward = z.output<typeof reward>;

/** Current commission rule with its version. */
export const rewardRule = z.object({
  version: z.int(),
  kind: z.enum(['fixed', 'percent', 'tiered']),
  fixed_kop: z.int().nullable(),
  percent_bps: z.int().nullable(),
  tiers: z.array(z.object({ from: z.int(), fixed_kop: z.int() })).nullable(),
  cap_per_lead_kop: z.int().nullable(),
  applies_to: z.enum(APPLIES_TO),
  applies_to_limit: z.int().nullable().describe('Months for sales_for_months, sales for first_sales.'),
  base: z.enum(REWARD_BASES),
  cap_per_client_kop: z.int().nullable(),
});
export type RewardRule = z.infer<typeof rewardRule>;

/** Input for the computation of a reward. */
export const rewardCase = queryParameters({
  deal_amount_kop: z.coerce.number('Введите целое число.').pipe(kop).default(0),
  rewarded_before: z.coerce
    .number('Введите целое число.')
    .pipe(integer({ min: 0, max: 1_000_000 }))
    .default(0),
});
export type RewardCase = z.output<typeof rewardCase>;

export const rewardPreview = z.object({ reward_kop: z.int() });
