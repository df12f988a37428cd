import { type ActFilters, type ActQuery, actMachine } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { toStatusCounts } from '../../database/figures/counts.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type ActRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const KEYS = {
  created_at: { column: sql`a.created_at`, kind: 'time' },
  number: { column: sql`a.number`, kind: 'number' },
  month: { column: sql`a.month`, kind: 'text' },
  amount_kop: { column: sql`a.amount_kop`, kind: 'number' },
} as const;

/** Acts that the viewer may see. */
const visible = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('acts as a')
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'a.organization_id').onRef('card.id', '=', 'a.partner_id'),
    )
    .where(visibleTo(viewer));

const rows = (db: Db, viewer: Viewer) =>
  visible(db, viewer)
    .select(['a.organization_id', 'a.id', 'a.number', 'a.version', 'a.title', 'a.month', 'a.partner_id'])
    .select([
      'a.amount_kop',
      'a.tax_kop',
      'a.status',
      'a.objection',
      'a.answered_at',
      'a.created_at',
      'a.updated_at',
    ])
    .select(['card.name as partner_name', 'o.name as organization_name', 'o.time_zone']);

const conditions = ({ status, month, partner, search }: ActFilters) =>
  joinConditions([
    ...whereIn(sql`a.status`, status),
    ...whereIn(sql`a.partner_id`, partner),
    ...(month ? [sql<SqlBool>`a.month = ${month}`] : []),
    ...(search
      ? [
          sql<SqlBool>`(${contains(sql`card.search_text`, search)} or ${contains(sql`'а-' || a.number`, search)})`,
        ]
      : []),
  ]);

/** Reads of monthly acts. */
export const actsRepo = (db: Db) => ({
  page: (viewer: Viewer, query: ActQuery) =>
    readPage(rows(db, viewer).where(conditions(query)), KEYS, sql`a.id`, query),

  async counts(viewer: Viewer, filters: ActFilters) {
    const counted = await visible(db, viewer)
      .where(conditions(filters))
      .select(['a.status', sql<number>`count(*)::int`.as('count')])
      .groupBy('a.status')
      .execute();
    return toStatusCounts(actMachine, counted);
  },

  find: (viewer: Viewer, id: string) =>
    rows(db, viewer)
      .select([
        'a.content',
        sql<number | null>`(
          select number from acts where organization_id = a.organization_id and id = a.replaces)`.as(
          'replaces',
        ),
        sql<number | null>`(
          select number from acts where organization_id = a.organization_id and replaces = a.id)`.as(
          'replaced_by',
        ),
      ])
      .where('a.id', '=', id)
      .executeTakeFirst(),

  byIds: (viewer: Viewer, ids: readonly string[], limit: number) =>
    rows(db, viewer)
      .where(sql<SqlBool>`a.id = any(${ids}::uuid[])`)
      .orderBy('a.number')
      .limit(limit)
      .execute(),

  /** Locks an act that the viewer may see. The caller holds the lock of the partner. */
  lock: ({ organization_id, id }: Pick<ActRow, 'organization_id' | 'id'>) =>
    db
      .selectFrom('acts')
      .select(['organization_id', 'id', 'number', 'version', 'partner_id', 'month', 'status'])
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
});
