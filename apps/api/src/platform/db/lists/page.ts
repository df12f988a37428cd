import type { Page } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type KeyKind, readCursor, writeCursor } from './cursor.ts';

/** Sort key of a list: a column that is never null, and the type of its values. */
export type OrderKey = { column: RawBuilder<unknown>; kind: KeyKind };

/** Ordering, cursor and size of a requested page, as the contract parses them. */
export type PageRequest<Name extends string> = {
  ordering: Name | `-${Name}`;
  cursor?: string | undefined;
  page_size: number;
};

const CASTS: Record<KeyKind, RawBuilder<unknown>> = {
  time: sql`timestamptz`,
  text: sql`text`,
  number: sql`bigint`,
};

const toKeyText = ({ column, kind }: OrderKey): RawBuilder<string> =>
  kind === 'time'
    ? sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`(${column})::text`;

/** Returns the sort key and the direction of an ordering. */
function parseOrder<Name extends string>(orderings: Record<Name, OrderKey>, ordering: Name | `-${Name}`) {
  return {
    key: orderings[ordering.replace(/^-/, '') as Name],
    descending: ordering.startsWith('-'),
  };
}

/** A complete list in its order. `id` is the column that identifies a row. */
export type CompleteList<DB, TB extends keyof DB, Row> = {
  query: SelectQueryBuilder<DB, TB, Row>;
  id: RawBuilder<unknown>;
};

/** Returns the complete list of a query in an order. `id` as in `readPage`. */
export function inOrder<DB, TB extends keyof DB, Row, Name extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  orderings: Record<Name, OrderKey>,
  id: RawBuilder<unknown>,
  ordering: Name | `-${Name}`,
): CompleteList<DB, TB, Row> {
  const { key, descending } = parseOrder(orderings, ordering);
  const direction = descending ? sql`desc` : sql`asc`;
  return { query: query.orderBy(sql`${key.column} ${direction}, ${id} ${direction}`), id };
}

/** Returns true when the row `one` comes before the row `other` in ascending order. */
function isBefore(kind: KeyKind, one: Keyed, other: Keyed): boolean {
  if (one.page_key === other.page_key) return one.page_id < other.page_id;
  return kind === 'number' ? BigInt(one.page_key) < BigInt(other.page_key) : one.page_key < other.page_key;
}

type Keyed = { page_key: string; page_id: string };

/**
 * Reads one page of a query by keyset pagination: inserted and deleted rows do not shift pages.
 *
 * @param queries one query, or several without common rows, which are merged. Merged queries must not sort by a text that people wrote.
 * @param id the column that orders rows with equal keys.
 * @param narrowQuery selects the same rows from fewer tables. The rows of the page are found with it, and only they are joined to the other
 * tables.
 * @throws ApiError 400 for a cursor of another list or order.
 */
export async function readPage<
  DB,
  TB extends keyof DB,
  Row,
  Name extends string,
  Narrow,
  NarrowTables extends keyof Narrow,
>(
  queries: SelectQueryBuilder<DB, TB, Row> | readonly SelectQueryBuilder<DB, TB, Row>[],
  orderings: Record<Name, OrderKey>,
  id: RawBuilder<unknown>,
  request: PageRequest<Name>,
  narrowQuery?: SelectQueryBuilder<Narrow, NarrowTables, object>,
): Promise<Page<Row>> {
  const { ordering, page_size } = request;
  const { key: order, descending } = parseOrder(orderings, ordering);
  const at = request.cursor === undefined ? undefined : readCursor(request.cursor, ordering, order.kind);
  const down = descending !== (at?.backward ?? false);
  const direction = down ? sql`desc` : sql`asc`;

  const limitToPage = <Of, Tables extends keyof Of, Found>(query: SelectQueryBuilder<Of, Tables, Found>) => {
    const ordered = query.orderBy(sql`${order.column} ${direction}, ${id} ${direction}`).limit(page_size + 1);
    if (at === undefined) return ordered;
    const key = sql`${at.key}::${CASTS[order.kind]}`;
    const comparison = down ? sql`<` : sql`>`;
    return ordered.where(sql<SqlBool>`(${order.column}, ${id}) ${comparison} (${key}, ${at.id}::uuid)`);
  };
  const read = async (query: SelectQueryBuilder<DB, TB, Row>) => {
    const pageRows =
      narrowQuery &&
      (await limitToPage(narrowQuery.clearSelect().select(sql<string>`${id}`.as('id'))).execute());
    const pageQuery = pageRows
      ? query.where(sql<SqlBool>`${id} = any(${pageRows.map((row) => (row as { id: string }).id)}::uuid[])`)
      : query;
    const selected = pageQuery.select([toKeyText(order).as('page_key'), sql<string>`${id}`.as('page_id')]);
    return (await limitToPage(selected).execute()) as (Row & Keyed)[];
  };
  const parts: (Row & Keyed)[][] = [];
  for (const query of [queries].flat()) parts.push(await read(query));
  const rows = parts.flat();
  if (parts.length > 1)
    rows.sort((one, other) => (isBefore(order.kind, one, other) === down ? 1 : -1)).splice(page_size + 1);

  const visible = rows.slice(0, page_size);
  if (at?.backward) visible.reverse();
  const hasMore = rows.length > page_size;
  const cursorAt = (row: (typeof visible)[number] | undefined, backward: boolean) =>
    row === undefined ? null : writeCursor({ ordering, key: row.page_key, id: row.page_id, backward });
  const hasNext = at?.backward === true || hasMore;
  const hasPrevious = at !== undefined && (!at.backward || hasMore);
  return {
    next: hasNext ? cursorAt(visible.at(-1), false) : null,
    previous: hasPrevious ? cursorAt(visible[0], true) : null,
    results: visible,
  };
}
