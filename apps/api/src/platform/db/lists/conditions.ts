import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** One condition of several: rows that meet all of them; every row when there are none. */
export const allOf = (asked: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  asked.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...asked], sql` and `)})`;

/** Predicate: a column holds one of the values. None when they were left out. */
export const whereIn = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
  values === undefined ? [] : [sql<SqlBool>`${column} in (${sql.join([...values])})`];

/** The midnight with which a day begins in a time zone, so many days later. */
export const midnight = (day: string, timeZone: unknown, later = 0) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`;

/** Predicates: a moment lies within days of organization `o`, both included. None for an end that was left out. */
export const inDateRange = (
  moment: RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
) => [
  ...(from ? [sql<SqlBool>`${moment} >= ${midnight(from, sql`o.time_zone`)}`] : []),
  ...(to ? [sql<SqlBool>`${moment} < ${midnight(to, sql`o.time_zone`, 1)}`] : []),
];
