import { z } from 'zod';
import { text } from '../values/text.ts';
import { id, oneOf, queryParameters } from '../values/values.ts';

const PAGE_SIZES = ['25', '50', '100'] as const;

/** Schema of a page. `next` and `previous` are values for the parameter `cursor`; null at the ends. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
export type Page<Item> = { next: string | null; previous: string | null; results: Item[] };

/** Joins values with commas. Escapes commas and backslashes within a value by a backslash. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',');

/** Splits a parameter that `joinList` returned. A backslash before any other character is part of the value. */
export function splitList(list: string): string[] {
  const values = [''];
  for (const [character, escaped] of list.matchAll(/\\([\\,])|[\s\S]/g)) {
    if (character === ',') values.push('');
    else values.push(`${values.pop()}${escaped ?? character}`);
  }
  return values;
}

/** Schema of several values in one parameter, in the format of `joinList`; at most 50. */
export const commaList = <Item extends z.ZodType<string, string>>(item: Item) =>
  text({ max: 2000 })
    .transform((value) => splitList(value).map((entry) => entry.trim()))
    .pipe(z.array(item).max(50, 'Не больше 50 значений.'))
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

/** Schema of an ordering. `-name` is descending. */
export const orderingParameter = <const Names extends Words>(
  names: Names,
  first: Names[number] | `-${Names[number]}`,
) => oneOf(withReverse(names)).default(first as never);

/**
 * Schema for the parameters of a list: filters, ordering and page. Unknown parameters are refused.
 *
 * @param orderings allowed orderings; `-name` is descending. Rows with equal values are ordered by id.
 */
export const listQuery = <Filters extends Fields, const Names extends Words>(
  filters: Filters,
  orderings: Names,
  first: Names[number] | `-${Names[number]}`,
) =>
  queryParameters({
    ...filters,
    ordering: orderingParameter(orderings, first),
    cursor: text({ max: 1000 }).optional(),
    page_size: oneOf(PAGE_SIZES).default('25').transform(Number),
  });

/** Schema for the parameters of a call with filters and without pages. */
export const filterQuery = <Filters extends Fields>(filters: Filters) => queryParameters(filters);
