import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contains, mayBeNumber } from '../platform/db/lists/search.ts';
import type { Viewer } from '../platform/http/viewer.ts';

type Predicate = RawBuilder<SqlBool>;

/** One kind of match, such as the number of a row: a predicate for the rows of a list, and a query of their ids. */
type Branch = {
  /** Predicate for rows that another condition selects. */
  matches: Predicate;
  /** The same predicate in a form for which PostgreSQL uses an index. */
  indexed: Predicate;
  /** Ids of the rows that match, by the index. */
  ids: RawBuilder<unknown>;
};

type Source = {
  table: 'accruals' | 'payments';
  /** Alias of the table in the list. The list also has partners as `card`, and leads as `l` when `hasLeads`. */
  alias: string;
  /** Letter of the displayed numbers. */
  letter: string;
  hasLeads: boolean;
};

const LEAD_LETTER = 'л';

/** Search of a list of accruals or payments by the partner, by its own numbers and by the numbers of its leads. */
export function createNumberSearch({ table, alias, letter, hasLeads }: Source) {
  const letters = hasLeads ? `${letter}${LEAD_LETTER}` : letter;
  const from = sql.table(table);
  const own = sql.ref(`${alias}.number`);

  function buildBranches(search: string, organizationId: string | null): [Branch, Branch, ...Branch[]] {
    const prefix = sql.lit(`${letter}-`);
    const leadPrefix = sql.lit(`${LEAD_LETTER}-`);
    const isOfOrganization = (rows: string) => sql`${sql.ref(`${rows}.organization_id`)} = ${organizationId}`;
    const matchesPartner = contains(sql`card.search_text`, search);
    const byNumber: Branch = {
      matches: contains(sql`${prefix} || ${own}`, search),
      indexed: contains(sql`${prefix} || ${own}::text`, search),
      ids: sql`
        select n.id from ${from} n where ${isOfOrganization('n')} and ${contains(sql`${prefix} || n.number::text`, search)}`,
    };
    const byPartner: Branch = {
      matches: matchesPartner,
      indexed: matchesPartner,
      ids: sql`
        select n.id from partners s join ${from} n on n.organization_id = s.organization_id and n.partner_id = s.id
        where ${isOfOrganization('s')} and ${contains(sql`s.search_text`, search)}`,
    };
    if (!hasLeads) return [byNumber, byPartner];
    const byLead: Branch = {
      matches: contains(sql`${leadPrefix} || l.number`, search),
      indexed: sql<SqlBool>`${contains(sql`l.search_text`, search)} and ${contains(sql`${leadPrefix} || l.number`, search)}`,
      ids: sql`
        select n.id from leads s join ${from} n on n.organization_id = s.organization_id and n.claim_id = s.id
        where ${isOfOrganization('s')} and ${contains(sql`s.search_text`, search)} and ${contains(sql`${leadPrefix} || s.number`, search)}`,
    };
    return [byNumber, byPartner, byLead];
  }

  /** Predicate: the partner or a number contains `search`. */
  function matchesSearch(search: string, viewer: Viewer): Predicate {
    const organizationId = viewer.role === 'organization' ? viewer.organizationId : null;
    const branches = buildBranches(search, organizationId);
    const isNumber = mayBeNumber(search, letters);
    if (isNumber === false) return branches[1].matches;
    const joinParts = (parts: readonly RawBuilder<unknown>[], by: 'or' | 'union all') =>
      sql.join(parts, sql` ${sql.raw(by)} `);
    if (isNumber === 'unknown' || organizationId === null)
      return sql<SqlBool>`(${joinParts(
        branches.map(({ matches }) => matches),
        'or',
      )})`;
    // Each branch uses a separate index and adds to an array of ids. An `or` condition or another join would run for every row.
    return sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(array(${joinParts(
      branches.map(({ ids }) => ids),
      'union all',
    )}))`;
  }

  return {
    matchesSearch,

    /** The same search as disjoint predicates: a row matches at most one, and each can be counted from a separate index. */
    disjointSearch(search: string, viewer: Viewer): Predicate[] {
      if (mayBeNumber(search, letters) === false || viewer.role === 'partner')
        return [matchesSearch(search, viewer)];
      const indexed = buildBranches(search, viewer.organizationId).map((branch) => branch.indexed);
      return indexed.map((predicate, index) =>
        sql.join<SqlBool>(
          [predicate, ...indexed.slice(0, index).map((earlier) => sql`not (${earlier})`)],
          sql` and `,
        ),
      );
    },

    /** Returns whether a search by these letters can use the index of the numbers. */
    isNumber: (search: string) => mayBeNumber(search, letters) === true,
  };
}
