import { z } from 'zod';
import { orderingOf, type Words } from './pagination.ts';
import type { Access, RouteContract } from './route.ts';
import { oneOf, parameters } from './values.ts';

/** Formats of files, each with its media type. */
export const EXPORT_MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type ExportFormat = keyof typeof EXPORT_MEDIA;

/**
 * The parameters of a list as a file: the filters and orderings of the list itself, and no pages.
 *
 * @param orderings as in `listQuery`, which see.
 */
export const exportQuery = <Filters extends Record<string, z.ZodType>, const Names extends Words>(
  filters: Filters,
  orderings: Names,
  first: Names[number] | `-${Names[number]}`,
) => parameters({ format: oneOf(['csv', 'xlsx']), ...filters, ordering: orderingOf(orderings, first) });

/** The call that gives a list as a file. */
export const exportRoute = <Query extends z.ZodObject, const Who extends Access>(
  path: RouteContract['path'],
  name: string,
  access: Who,
  query: Query,
) => {
  const media: readonly string[] = Object.values(EXPORT_MEDIA);
  return { method: 'GET', path, name, access, cost: 'export', query, media, answer: z.string() } as const;
};
