import type { ClientExportQuery, ClientQuery } from '@referral-dashboard/api-contract';
import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import { clientNumber } from '../../database/rules/numbers.ts';
import type { ClientsTable } from '../../database/tables/clients.ts';
import { readsContacts, visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { contains, inLowerCase, toSearchText } from '../../platform/db/lists/search.ts';
import { byCard, type Viewer } from '../../platform/http/viewer.ts';
import { REWARD_RULE_COLUMNS } from '../programs/programs.repo.ts';

/** Days are sorted as numbers. Clients without sales have the smallest one. */
const sortableDay = (day: RawBuilder<unknown>) => sql`coalesce(${day} - date '2000-01-01', -1)`;

/** The last sale of client `c` through its attachments to a partner. */
const lastSaleFor = (viewer: Viewer) => sql`(
  select max(sold.last_on) from attachments a, lateral (
    select max(s.paid_on) as last_on from sales s
    where s.organization_id = a.organization_id and s.attachment_id = a.id and s.refund_of is null and s.canceled_at is null
  ) sold
  where a.organization_id = c.organization_id and a.client_id = c.id and ${visibleTo(viewer, 'a', null)})`;

const keysFor = (viewer: Viewer) =>
  ({
    created_at: { column: sql`c.created_at`, kind: 'time' },
    last_sale: {
      column: sortableDay(viewer.role === 'partner' ? lastSaleFor(viewer) : sql`c.last_sale_on`),
      kind: 'number',
    },
  }) as const;

export const buildClientSearchText = ({
  name,
  phone,
  email,
  inn,
  external_id,
  number,
}: Pick<Insertable<ClientsTable>, 'name' | 'phone' | 'email' | 'inn' | 'external_id' | 'number'>) =>
  toSearchText(name, phone, email, inn, external_id, clientNumber(number));

/** Searched text. Viewers without access to contacts search only the fields they see. */
export const searchedText = (viewer: Viewer) =>
  readsContacts(viewer)
    ? sql<string>`c.search_text`
    : sql<string>`(${inLowerCase(sql`c.name`)} || ' к-' || c.number)`;

/** Predicate: attachment `a` counts for its partner. Attachments whose only sale is canceled do not. */
const isEffective = sql<SqlBool>`(a.closed_at is null or exists (
  select from sales s where s.organization_id = a.organization_id and s.attachment_id = a.id and s.canceled_at is null))`;

/** Attachments `a` of client `c` that a viewer may see. */
const ofClient = (viewer: Viewer) =>
  sql`attachments a where a.organization_id = c.organization_id and a.client_id = c.id
    and ${visibleTo(viewer, 'a', null)} and ${viewer.role === 'partner' ? isEffective : sql`true`}`;

/** Clients that a viewer may see: all of the organization, or those attached to a card of the partner. */
export const visibleClients = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('clients as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .where(
      viewer.role === 'organization'
        ? sql<SqlBool>`c.organization_id = ${viewer.organizationId}`
        : sql<SqlBool>`(c.organization_id, c.id) in (
            select a.organization_id, a.client_id from attachments a
            where ${visibleTo(viewer, 'a', null)} and ${isEffective})`,
    );

/** Sums of client `c`: the stored sums for the organization, the sums of its attachments for a partner. */
const sumsFor = (viewer: Viewer): RawBuilder<unknown> => {
  const reward = sql`
    select coalesce(sum(k.target_kop), 0)::bigint from sales s
    join claims k on k.organization_id = s.organization_id and k.id = any(array[s.lead_id, s.id])
    where s.organization_id = c.organization_id and s.client_id = c.id and s.canceled_at is null`;
  if (viewer.role === 'organization')
    return sql`(select c.sales as sales, c.revenue_kop as revenue_kop, c.last_sale_on as last_sale_on, (${reward}) as reward_kop)`;
  return sql`(
    select count(*)::int as sales, coalesce(sum(s.amount_kop - s.refunded_kop), 0)::bigint as revenue_kop,
      max(s.paid_on) as last_sale_on, (${reward} and ${visibleTo(viewer, 'k', null)}) as reward_kop
    from sales s join attachments a on a.organization_id = s.organization_id and a.id = s.attachment_id
    where s.organization_id = c.organization_id and s.client_id = c.id and s.refund_of is null and s.canceled_at is null
      and ${visibleTo(viewer, 'a', null)})`;
};

const clientRows = (db: Db, viewer: Viewer) =>
  visibleClients(db, viewer)
    .innerJoinLateral(
      sql<{
        sales: number;
        revenue_kop: number;
        reward_kop: number;
        last_sale_on: unknown;
      }>`${sumsFor(viewer)}`.as('t'),
      (join) => join.onTrue(),
    )
    .select(['c.organization_id', 'c.id', 'c.number', 'c.version', 'c.name', 'c.phone', 'c.email', 'c.inn'])
    .select(['c.external_id', 'c.created_at', 'o.name as organization_name', 'o.time_zone'])
    .select(['t.sales', sql<number>`coalesce(t.revenue_kop, 0)`.as('revenue_kop'), 't.reward_kop'])
    .select(sql<string | null>`t.last_sale_on::text`.as('last_sale_on'));

export type ClientRow = Awaited<ReturnType<ReturnType<typeof clientRows>['executeTakeFirstOrThrow']>>;

/** An attachment in an export: names instead of references. */
export type ExportedAttachment = {
  program: string;
  partner: string;
  starts_at: string;
  ends_at: string | null;
  closed_at: string | null;
};

/** Attachments of client `c` that the viewer may see: open ones first, then the latest first. */
const exportedAttachments = (viewer: Viewer) => sql<ExportedAttachment[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'program', (select p.name from programs p where p.organization_id = a.organization_id and p.id = a.program_id),
    'partner', (select p.name from partners p where p.organization_id = a.organization_id and p.id = a.partner_id),
    'starts_at', a.starts_at, 'ends_at', a.ends_at, 'closed_at', a.closed_at
  ) order by a.closed_at is null desc, a.created_at desc, a.id desc)
  from ${ofClient(viewer)}), '[]'::jsonb)`;

function conditions(
  viewer: Viewer,
  { program, partner, search }: Pick<ClientQuery, 'program' | 'partner' | 'search'>,
) {
  const attached = [...whereIn(sql`a.program_id`, program), ...whereIn(sql`a.partner_id`, partner)];
  const isOpen = viewer.role === 'organization' ? [sql`a.closed_at is null`] : [];
  return joinConditions([
    ...(attached.length === 0
      ? []
      : [
          sql<SqlBool>`exists (select from ${ofClient(viewer)} and ${joinConditions([...attached, ...isOpen])})`,
        ]),
    // The index knows only the whole text, which contains the visible one.
    ...(search ? [contains(sql`c.search_text`, search)] : []),
    ...(search && !readsContacts(viewer) ? [contains(searchedText(viewer), search)] : []),
  ]);
}

/** Queries for clients. */
export const clientsRepo = (db: Db) => ({
  page: (viewer: Viewer, query: ClientQuery) =>
    readPage(
      byCard(viewer).map((one) => clientRows(db, one).where(conditions(one, query))),
      keysFor(viewer),
      sql`c.id`,
      query,
      visibleClients(db, viewer).where(conditions(viewer, query)),
    ),

  /** All clients that match a filter, to be read in batches. */
  all: (viewer: Viewer, query: ClientExportQuery) =>
    inOrder(
      clientRows(db, viewer)
        .select(exportedAttachments(viewer).as('attachments'))
        .where(conditions(viewer, query)),
      keysFor(viewer),
      sql`c.id`,
      query.ordering,
    ),

  find: (viewer: Viewer, id: string): Promise<ClientRow | undefined> =>
    clientRows(db, viewer).where('c.id', '=', id).executeTakeFirst(),

  /** Attachments of clients that the viewer may see: open ones first, then the latest first. */
  attachments: (viewer: Viewer, clientIds: readonly string[]) =>
    db
      .selectFrom('attachments as a')
      .innerJoin('programs as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.program_id'),
      )
      .innerJoin('partners as card', (join) =>
        join.onRef('card.organization_id', '=', 'a.organization_id').onRef('card.id', '=', 'a.partner_id'),
      )
      .leftJoin('leads as l', (join) =>
        join.onRef('l.organization_id', '=', 'a.organization_id').onRef('l.id', '=', 'a.lead_id'),
      )
      .leftJoin('reward_rules as r', (join) =>
        join.onRef('r.organization_id', '=', 'a.organization_id').onRef('r.id', '=', 'a.reward_rule_id'),
      )
      .select(REWARD_RULE_COLUMNS)
      .select('r.event as reward_event')
      .select(['a.id', 'a.client_id', 'a.cause', 'a.closed_at', 'a.close_reason', 'a.program_id'])
      .select(['a.partner_id', 'a.lead_id', 'p.name as program_name', 'card.name as partner_name'])
      .select(['l.number as lead_number', sql<string>`a.starts_at::text`.as('starts_at')])
      .select(sql<string | null>`a.ends_at::text`.as('ends_at'))
      .where(visibleTo(viewer, 'a', 'card'))
      .where(viewer.role === 'partner' ? isEffective : sql<SqlBool>`true`)
      .where(sql<SqlBool>`a.client_id = any(${clientIds}::uuid[])`)
      .orderBy(sql`a.closed_at is null`, 'desc')
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .execute(),

  findLocked: (organizationId: string, id: string) =>
    db
      .selectFrom('clients')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  async insert(clients: readonly Insertable<ClientsTable>[]) {
    await db.insertInto('clients').values(clients).execute();
  },

  /** Updates a row and increments its version. */
  async update(organizationId: string, id: string, change: Updateable<ClientsTable>) {
    await db
      .updateTable('clients')
      .set((row) => ({ ...change, version: row('version', '+', 1) }))
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});

export type AttachmentRow = Awaited<ReturnType<ReturnType<typeof clientsRepo>['attachments']>>[number];
