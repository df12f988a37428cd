import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns a condition that is true for rows that meet all conditions; true for every row when the list is empty. */
export const joinConditions = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`;

/** Returns predicates: the column has one of the values. Empty when `values` is undefined. */
export const whereIn = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
  values === undefined ? [] : [sql<SqlBool>`${column} in (${sql.join([...values])})`];

/** Returns the day of a moment in the time zone of organization `o`. */
export const dayOf = (moment: Date) => sql<string>`(${moment}::timestamptz at time zone o.time_zone)::date`;

/** Returns the midnight that starts a day in a time zone, `daysLater` days after `day`. */
export const midnight = (day: string, timeZone: unknown, daysLater = 0) =>
  sql`((${day}::date + ${daysLater}::int)::timestamp at time zone ${timeZone})`;

/**
 * Returns predicates: a moment is between two days, both included, in the time zone of organization `o`. An undefined end has no predicate.
 */
export const inDateRange = (
  moment: RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
) => [
  ...(from ? [sql<SqlBool>`${moment} >= ${midnight(from, sql`o.time_zone`)}`] : []),
  ...(to ? [sql<SqlBool>`${moment} < ${midnight(to, sql`o.time_zone`, 1)}`] : []),
];
