import { z } from 'zod';
import { text } from './text.ts';
import { id, oneOf, parameters } from './values.ts';

const PAGE_SIZES = ['25', '50', '100'] as const;

/** One page of a list. `next` and `previous` are cursors for the parameter `cursor`; null at the ends. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
export type Page<Item> = { next: string | null; previous: string | null; results: Item[] };

/** Several values as one parameter: commas between them, a backslash before a comma or a backslash within a value. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',');

/** Values of a parameter that `joinList` wrote. A backslash before any other character belongs to the value. */
export function splitList(written: string): string[] {
  const values = [''];
  for (const [character, escaped] of written.matchAll(/\\([\\,])|[\s\S]/g)) {
    if (character === ',') values.push('');
    else values.push(`${values.pop()}${escaped ?? character}`);
  }
  return values;
}

/** Several values in one parameter, as `joinList` writes them; at most 50. */
export const commaList = <Item extends z.ZodType<string, string>>(item: Item) =>
  text({ max: 2000 })
    .transform((value) => splitList(value).map((entry) => entry.trim()))
    .pipe(z.array(item).max(50, 'Не более 50 значений.'))
    .optional();

export const idList = commaList(id);
export const search = text({ max: 100, blank: true }).optional();

type Fields = Record<string, z.ZodType>;
export type Words = readonly [string, ...string[]];

const withReverse = <Names extends Words>(names: Names) =>
  names.flatMap((name) => [name, `-${name}`]) as unknown as [
    Names[number] | `-${Names[number]}`,
    ...(Names[number] | `-${Names[number]}`)[],
  ];

/** Ordering of a list; `-name` is the other way round. */
export const orderingOf = <const Names extends Words>(
  names: Names,
  first: Names[number] | `-${Names[number]}`,
) => oneOf(withReverse(names)).default(first as never);

/**
 * The parameters of a list: its filters and how it is cut into pages. An unknown parameter is refused.
 *
 * @param orderings what it may be ordered by; `-name` is the other way round. The id decides between equals.
 */
export const listQuery = <Filters extends Fields, const Names extends Words>(
  filters: Filters,
  orderings: Names,
  first: Names[number] | `-${Names[number]}`,
) =>
  parameters({
    ...filters,
    ordering: orderingOf(orderings, first),
    cursor: text({ max: 1000 }).optional(),
    page_size: oneOf(PAGE_SIZES).default('25').transform(Number),
  });

/** The parameters of a call that has filters but no pages. */
export const filterQuery = <Filters extends Fields>(filters: Filters) => parameters(filters);
