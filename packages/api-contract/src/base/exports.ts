import { z } from 'zod';
import { oneOf, queryParameters } from '../values/values.ts';
import { orderingParameter, type Words } from './pagination.ts';
import type { Access, RouteContract } from './route.ts';

/** File formats with their media types. */
export const EXPORT_MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type ExportFormat = keyof typeof EXPORT_MEDIA;
export const exportFormat = oneOf(['csv', 'xlsx']);

/**
 * Schema for the parameters of an exported list: its filters and orderings, without pages.
 *
 * @param orderings as in `listQuery`.
 */
export const exportQuery = <Filters extends Record<string, z.ZodType>, const Names extends Words>(
  filters: Filters,
  orderings: Names,
  first: Names[number] | `-${Names[number]}`,
) => queryParameters({ format: exportFormat, ...filters, ordering: orderingParameter(orderings, first) });

/** Returns the contract of a call that exports a list. */
export const exportRoute = <Query extends z.ZodObject, const Who extends Access>(
  path: RouteContract['path'],
  name: string,
  access: Who,
  query: Query,
) => {
  const media: readonly string[] = Object.values(EXPORT_MEDIA);
  return { method: 'GET', path, name, access, cost: 'export', query, media, response: z.string() } as const;
};
