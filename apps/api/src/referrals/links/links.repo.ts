import type { Link, LinkQuery } from '@referral-dashboard/api-contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { LinksTable } from '../../database/tables/partners.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { contains, inLowerCase } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const KEYS = { created_at: { column: sql`l.created_at`, kind: 'time' } } as const;
const OF_LINK = sql`n.organization_id = l.organization_id and n.link_id = l.id`;

const rows = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('links as l')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'l.organization_id').onRef('card.id', '=', 'l.partner_id'),
    )
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .where(visibleTo(viewer))
    .selectAll('l')
    .select([
      'card.name as partner_name',
      'p.name as program_name',
      sql<number>`(select coalesce(sum(n.clicks), 0)::int from click_days n where ${OF_LINK})`.as('clicks'),
      sql<number>`(select coalesce(sum(n.unique_clicks), 0)::int from click_days n where ${OF_LINK})`.as(
        'unique_clicks',
      ),
      sql<number>`(select count(*)::int from leads n where ${OF_LINK} and n.status <> 'duplicate')`.as(
        'leads',
      ),
    ]);

type LinkRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const view = (row: LinkRow): Link => ({
  ...row,
  path: `/ref/${row.code}`,
  program: { id: row.program_id, name: row.program_name },
  partner: { id: row.partner_id, name: row.partner_name },
  created_at: row.created_at.toISOString(),
});

const conditions = ({ id, search }: Pick<LinkQuery, 'id' | 'search'>) =>
  joinConditions([
    ...whereIn(sql`l.id`, id),
    ...(search
      ? [
          sql`(${contains(sql`l.code`, search)} or ${contains(inLowerCase(sql`l.label`), search)}
            or ${contains(sql`card.search_text`, search)})`,
        ]
      : []),
  ]);

/** Queries for links and their codes. */
export const linksRepo = (db: Db) => ({
  /** A page of the links of a partner or of a program. */
  async page(viewer: Viewer, of: 'l.partner_id' | 'l.program_id', id: string, query: LinkQuery) {
    const matching = rows(db, viewer).where(of, '=', id).where(conditions(query));
    const page = await readPage(matching, KEYS, sql`l.id`, query);
    return { ...page, results: page.results.map(view) };
  },

  async find(viewer: Viewer, id: string): Promise<(Link & { organization_id: string }) | undefined> {
    const row = await rows(db, viewer).where('l.id', '=', id).executeTakeFirst();
    return row && { ...view(row), organization_id: row.organization_id };
  },

  /** A card that the viewer may see. */
  findCard: (viewer: Viewer, partnerId: string) =>
    db
      .selectFrom('partners as card')
      .select(['card.organization_id', 'card.id', 'card.status'])
      .where(visibleTo(viewer))
      .where('card.id', '=', partnerId)
      .executeTakeFirst(),

  findEnrollment: (organizationId: string, partnerId: string, programId: string) =>
    db
      .selectFrom('enrollments')
      .select(['id', 'status'])
      .where('organization_id', '=', organizationId)
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .executeTakeFirst(),

  /** Returns those of the enrollments that have a link. */
  async withLinks(organizationId: string, enrollmentIds: readonly string[]): Promise<Set<string>> {
    const found = await db
      .selectFrom('links')
      .select('enrollment_id')
      .distinct()
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`enrollment_id = any(${enrollmentIds}::uuid[])`)
      .execute();
    return new Set(found.map(({ enrollment_id }) => enrollment_id));
  },

  isTaken: async (code: string) =>
    (await db.selectFrom('link_codes').select('code').where('code', '=', code).executeTakeFirst()) !==
    undefined,

  /** Reserves the codes of links permanently. Returns the links whose codes were not taken, with their codes. */
  async takeCodes(
    organization_id: string,
    links: readonly { id: string; code: string }[],
  ): Promise<ReadonlyMap<string, string>> {
    const insertedRows = await db
      .insertInto('link_codes')
      .values(links.map(({ id: link_id, code }) => ({ code, organization_id, link_id })))
      .onConflict((clash) => clash.column('code').doNothing())
      .returning(['link_id', 'code'])
      .execute();
    return new Map(insertedRows.map(({ link_id, code }) => [link_id, code]));
  },

  async insert(links: readonly Insertable<LinksTable>[]) {
    await db.insertInto('links').values(links).execute();
  },

  async update(organizationId: string, id: string, change: Updateable<LinksTable>) {
    await db
      .updateTable('links')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
