import { z } from 'zod';
import { bps, positiveKop } from '../../values/money.ts';
import { text } from '../../values/text.ts';
import { changes, id, integer, oneOf } from '../../values/values.ts';

/** Whether a sale is the first purchase of its client in the organization. */
export const SALE_CLIENTS = ['new', 'existing'] as const;
export type SaleClient = (typeof SALE_CLIENTS)[number];

/** Name of a product of a sale. */
export const product = text({ max: 64, blank: true });

/** Number of months since an attachment began: 1 is the first month. */
export const saleMonth = integer({ min: 1, max: 1200 });

/** The largest number of lines of a rule, and of products and links of a line. */
export const LINE_LIMITS = { lines: 20, products: 20, links: 20 } as const;

/** Product for comparisons: case and outer spaces make no difference. */
export const productKey = (name: string) => name.trim().toLocaleLowerCase('ru');

const ranges = [
  ['amount_from_kop', 'amount_to_kop'],
  ['months_from', 'months_to'],
] as const;

const conditions = {
  products: z
    .array(text({ max: 64 }), 'Введите список товаров.')
    .min(1, 'Введите хотя бы один товар.')
    .max(LINE_LIMITS.products, `Не больше ${LINE_LIMITS.products} товаров.`)
    .refine((names) => new Set(names.map(productKey)).size === names.length, 'Товар указан дважды.')
    .optional(),
  amount_from_kop: positiveKop.optional(),
  amount_to_kop: positiveKop.optional(),
  client: oneOf(SALE_CLIENTS).optional(),
  links: z
    .array(id, 'Введите список ссылок.')
    .min(1, 'Выберите хотя бы одну ссылку.')
    .max(LINE_LIMITS.links, `Не больше ${LINE_LIMITS.links} ссылок.`)
    .optional(),
  months_from: saleMonth.optional(),
  months_to: saleMonth.optional(),
};

const when = changes(conditions, 'Введите условия.').check(({ value, issues }) => {
  if (Object.values(value).every((condition) => condition === undefined))
    issues.push({ code: 'custom', input: value, message: 'Выберите хотя бы одно условие.' });
  for (const [from, to] of ranges)
    if ((value[from] ?? 0) > (value[to] ?? Infinity))
      issues.push({ code: 'custom', input: value, path: [to], message: 'Конец не раньше начала.' });
});

const pay = changes(
  { fixed_kop: positiveKop.optional(), percent_bps: bps.optional() },
  'Введите ставку.',
).refine(
  ({ fixed_kop, percent_bps }) => fixed_kop !== undefined || percent_bps !== undefined,
  'Укажите сумму или процент.',
);

/** Rates for sales that meet conditions, in order: the first line whose conditions all hold applies. */
export const rewardLines = z
  .array(
    changes({ when, pay, cap_kop: positiveKop.nullable().optional() }, 'Введите ставку.'),
    'Введите список ставок.',
  )
  .max(LINE_LIMITS.lines, `Не больше ${LINE_LIMITS.lines} ставок.`);

/** A line of a rule. All its conditions must hold. It pays an amount, a percentage, or both. */
export const rewardLine = z.object({
  when: z.object({
    products: z.array(z.string()).optional().describe('The product of the sale is one of them.'),
    amount_from_kop: z.int().optional().describe('The sale has at least this amount.'),
    amount_to_kop: z.int().optional().describe('The sale has at most this amount.'),
    client: z
      .enum(SALE_CLIENTS)
      .optional()
      .describe('new: the first purchase of the client in the organization.'),
    links: z.array(z.uuid()).optional().describe('The client came by one of these links.'),
    months_from: z.int().optional().describe('The first month of the attachment, counted from 1.'),
    months_to: z.int().optional().describe('The last month of the attachment.'),
  }),
  pay: z.object({ fixed_kop: z.int().optional(), percent_bps: z.int().optional() }),
  cap_kop: z.int().nullable().optional(),
});
export type RewardLine = z.infer<typeof rewardLine>;

/** What the conditions of lines compare, except the amount. Default: no product and no link, the first purchase, the first month. */
export type SaleFacts = {
  product?: string | undefined;
  client?: SaleClient | undefined;
  link?: string | null | undefined;
  month?: number | undefined;
};

/** Returns the first line whose conditions hold for a sale; undefined for a sale with the main rate. */
export const findLine = (
  lines: readonly RewardLine[] | null,
  sale: SaleFacts & { amount_kop: number },
): RewardLine | undefined => lines?.find(({ when }) => isMet(when, sale));

function isMet(
  when: RewardLine['when'],
  { amount_kop, product = '', client = 'new', link, month = 1 }: SaleFacts & { amount_kop: number },
): boolean {
  const { products, links } = when;
  return (
    (products?.some((name) => productKey(name) === productKey(product)) ?? true) &&
    amount_kop >= (when.amount_from_kop ?? 0) &&
    amount_kop <= (when.amount_to_kop ?? Infinity) &&
    client === (when.client ?? client) &&
    (links === undefined || (typeof link === 'string' && links.includes(link))) &&
    month >= (when.months_from ?? 1) &&
    month <= (when.months_to ?? Infinity)
  );
}
