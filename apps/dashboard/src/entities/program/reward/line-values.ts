import type { RewardLine, SaleClient } from '@referral-dashboard/api-contract';

/** Conditions of a line, in the order in which they are offered. */
export const CONDITIONS = ['products', 'amount', 'client', 'links', 'months'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Form values of a line: its chosen conditions, the values of all conditions, and its rates. Null is an empty field. */
export type LineValues = {
  conditions: Condition[];
  products: string[];
  amount_from_kop: number | null;
  amount_to_kop: number | null;
  client: SaleClient;
  links: string[];
  months_from: number | null;
  months_to: number | null;
  percent_bps: number | null;
  fixed_kop: number | null;
  cap_kop: number | null;
};

export const NEW_LINE: LineValues = {
  conditions: ['products'],
  products: [],
  amount_from_kop: null,
  amount_to_kop: null,
  client: 'new',
  links: [],
  months_from: null,
  months_to: null,
  percent_bps: null,
  fixed_kop: null,
  cap_kop: null,
};

export function toLineValues({ when, pay, cap_kop = null }: RewardLine): LineValues {
  const has: Record<Condition, boolean> = {
    products: when.products !== undefined,
    amount: when.amount_from_kop !== undefined || when.amount_to_kop !== undefined,
    client: when.client !== undefined,
    links: when.links !== undefined,
    months: when.months_from !== undefined || when.months_to !== undefined,
  };
  return {
    conditions: CONDITIONS.filter((condition) => has[condition]),
    products: when.products ?? NEW_LINE.products,
    amount_from_kop: when.amount_from_kop ?? null,
    amount_to_kop: when.amount_to_kop ?? null,
    client: when.client ?? NEW_LINE.client,
    links: when.links ?? NEW_LINE.links,
    months_from: when.months_from ?? null,
    months_to: when.months_to ?? null,
    percent_bps: pay.percent_bps ?? null,
    fixed_kop: pay.fixed_kop ?? null,
    cap_kop,
  };
}

const without = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Condition and pay of a request. An empty range keeps its first field as null: the contract rejects it with a Russian message. */
export function toLineBody({ conditions, percent_bps, fixed_kop, cap_kop, ...line }: LineValues) {
  const range = (from: keyof typeof line, to: keyof typeof line) =>
    line[from] === null && line[to] === null
      ? { [from]: null }
      : without({ [from]: line[from], [to]: line[to] });
  const values: Record<Condition, object> = {
    products: { products: line.products },
    amount: range('amount_from_kop', 'amount_to_kop'),
    client: { client: line.client },
    links: { links: line.links },
    months: range('months_from', 'months_to'),
  };
  const when = Object.assign({}, ...conditions.map((condition) => values[condition])) as RewardLine['when'];
  const pay = without({ percent_bps: percent_bps || null, fixed_kop: fixed_kop || null });
  return { when, pay, ...(cap_kop !== null && { cap_kop }) };
}

/** Returns true if all chosen conditions and the pay of a line are filled. */
export const isLineComplete = ({
  conditions,
  products,
  links,
  amount_from_kop,
  amount_to_kop,
  ...line
}: LineValues) =>
  Boolean(line.percent_bps || line.fixed_kop) &&
  (!conditions.includes('products') || products.length > 0) &&
  (!conditions.includes('links') || links.length > 0) &&
  (!conditions.includes('amount') || amount_from_kop !== null || amount_to_kop !== null) &&
  (!conditions.includes('months') || line.months_from !== null || line.months_to !== null);
