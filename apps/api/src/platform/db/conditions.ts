import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../http/viewer.ts';

/** One condition of several: rows that meet all of them; every row when there are none. */
export const allOf = (asked: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  asked.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...asked], sql` and `)})`;

/** Whether a column holds one of the values; nothing is asked when they were left out. */
export const among = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
  values === undefined ? [] : [sql<SqlBool>`${column} in (${sql.join([...values])})`];

/** The midnight with which a day begins in a time zone, so many days later. */
export const midnight = (day: string, timeZone: unknown, later = 0) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`;

/** Whether a moment lies within days of organization `o`, both included; nothing is asked about an end that was left out. */
export const within = (moment: RawBuilder<unknown>, from: string | undefined, to: string | undefined) => [
  ...(from ? [sql<SqlBool>`${moment} >= ${midnight(from, sql`o.time_zone`)}`] : []),
  ...(to ? [sql<SqlBool>`${moment} < ${midnight(to, sql`o.time_zone`, 1)}`] : []),
];

/** Whether a partner's card `card`, and what is joined to it, is within a viewer's reach. */
export const isReached = (viewer: Viewer): RawBuilder<SqlBool> =>
  viewer.role === 'organization'
    ? sql<SqlBool>`card.organization_id = ${viewer.organizationId}`
    : sql<SqlBool>`card.user_id = ${viewer.userId}`;
