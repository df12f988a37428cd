import type { SaleExportQuery, SaleQuery } from '@referral-dashboard/api-contract';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { SalesTable } from '../../../database/tables/clients.ts';
import { isUnrewarded, reachedCap } from '../../../money/index.ts';
import { visibleTo } from '../../../people/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../../platform/db/lists/page.ts';
import { byCard, type Viewer } from '../../../platform/http/viewer.ts';

const KEYS = { paid_on: { column: sql`(s.paid_on - date '2000-01-01')`, kind: 'number' } } as const;

/** Sales that a viewer may see: all of the organization, or those credited to a card of the partner. */
const visibleSales = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('sales as s')
    .leftJoin('attachments as a', (join) =>
      join.onRef('a.organization_id', '=', 's.organization_id').onRef('a.id', '=', 's.attachment_id'),
    )
    .leftJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'a.organization_id').onRef('card.id', '=', 'a.partner_id'),
    )
    .leftJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 's.organization_id').onRef('l.id', '=', 's.lead_id'),
    )
    .where(
      viewer.role === 'organization'
        ? sql<SqlBool>`s.organization_id = ${viewer.organizationId}`
        : visibleTo(viewer, 'a', 'card'),
    );

const programOfSale = sql<string>`coalesce(a.program_id, l.program_id)`;

const saleRows = (db: Db, viewer: Viewer) =>
  visibleSales(db, viewer)
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.organization_id', '=', 's.organization_id').onRef('c.id', '=', 's.client_id'),
    )
    .leftJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 's.organization_id').on(sql<SqlBool>`p.id = ${programOfSale}`),
    )
    .leftJoin('sales as refunded', (join) =>
      join
        .onRef('refunded.organization_id', '=', 's.organization_id')
        .onRef('refunded.id', '=', 's.refund_of'),
    )
    .select(['s.id', 's.number', 's.version', 's.client_id', 's.lead_id', 's.external_id', 's.amount_kop'])
    .select(['s.refunded_kop', 's.vat_kop', 's.product', 's.source', 's.refund_of', 's.comment'])
    .select([
      's.canceled_at',
      's.created_at',
      'c.name as client_name',
      'a.partner_id',
      'l.number as lead_number',
    ])
    .select(['card.name as partner_name', 'p.id as program_id', 'p.name as program_name'])
    .select(['o.time_zone', 'refunded.number as refunded_number', sql<string>`s.paid_on::text`.as('paid_on')])
    .select(
      sql<number>`case when s.canceled_at is null then (
        select coalesce(sum(k.target_kop), 0)::bigint from claims k
        where k.organization_id = s.organization_id and k.id = any(array[s.lead_id, s.id])
          and ${viewer.role === 'partner' ? visibleTo(viewer, 'k', null) : sql<SqlBool>`true`}) else 0 end`.as(
        'reward_kop',
      ),
    )
    .select(isUnrewarded.as('unrewarded'))
    .select(
      reachedCap({
        organization: sql.ref('s.organization_id'),
        claims: sql`array[s.lead_id, s.id]`,
        rule: sql`case when s.lead_id is not null and s.lead_id is not distinct from a.lead_id then l.reward_rule_id else a.reward_rule_id end`,
      }).as('reached_cap'),
    );

export type SaleRow = Awaited<ReturnType<ReturnType<typeof saleRows>['executeTakeFirstOrThrow']>>;

type Filters = Pick<SaleQuery, 'client' | 'program' | 'partner' | 'from' | 'to'>;

const conditions = ({ client, program, partner, from, to }: Filters) =>
  joinConditions([
    ...whereIn(sql`s.client_id`, client),
    ...whereIn(programOfSale, program),
    ...whereIn(sql`a.partner_id`, partner),
    ...(from ? [sql<SqlBool>`s.paid_on - date '2000-01-01' >= ${from}::date - date '2000-01-01'`] : []),
    ...(to ? [sql<SqlBool>`s.paid_on - date '2000-01-01' <= ${to}::date - date '2000-01-01'`] : []),
  ]);

export const salesPage = (db: Db, viewer: Viewer, query: SaleQuery) =>
  readPage(
    byCard(viewer).map((one) => saleRows(db, one).where(conditions(query))),
    KEYS,
    sql`s.id`,
    query,
    visibleSales(db, viewer).where(conditions(query)),
  );

/** All sales that match a filter, to be read in batches. */
export const allSales = (db: Db, viewer: Viewer, query: SaleExportQuery) =>
  inOrder(saleRows(db, viewer).where(conditions(query)), KEYS, sql`s.id`, query.ordering);

export const findSale = (db: Db, viewer: Viewer, id: string): Promise<SaleRow | undefined> =>
  saleRows(db, viewer).where('s.id', '=', id).executeTakeFirst();

/** Reads and writes of the sales of an organization. */
export const salesRepo = (trx: Db, organizationId: string) => ({
  find: (id: string) =>
    trx
      .selectFrom('sales')
      .selectAll()
      .select(sql<string>`paid_on::text`.as('paid_on'))
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Locks the lead of a sale. Every change of the sale of a lead takes this lock first. */
  async lockLead(id: string) {
    await trx
      .selectFrom('leads')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .execute();
  },

  async ofLead(leadId: string) {
    return (await this.ofLeads([leadId])).get(leadId);
  },

  /** The sales of leads by the id of the lead. */
  async ofLeads(leadIds: readonly string[]) {
    const rows = await trx
      .selectFrom('sales')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`lead_id = any(${leadIds}::uuid[])`)
      .execute();
    return new Map(rows.flatMap((row) => (row.lead_id === null ? [] : [[row.lead_id, row] as const])));
  },

  /** The day of the first refund of a sale. */
  async firstRefundOn(id: string): Promise<string | null> {
    const { day } = await trx
      .selectFrom('sales')
      .select(sql<string | null>`min(paid_on)::text`.as('day'))
      .where('organization_id', '=', organizationId)
      .where('refund_of', '=', id)
      .executeTakeFirstOrThrow();
    return day;
  },

  async programOf(attachmentId: string): Promise<string> {
    const { program_id } = await trx
      .selectFrom('attachments')
      .select('program_id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', attachmentId)
      .executeTakeFirstOrThrow();
    return program_id;
  },

  /** The deals of leads of a partner that are later sales of an attachment, and whose reward is in no payment. */
  async unpaidDeals(attachmentId: string, partnerId: string): Promise<string[]> {
    const found = await trx
      .selectFrom('sales as s')
      .innerJoin('attachments as a', (join) =>
        join.onRef('a.organization_id', '=', 's.organization_id').onRef('a.id', '=', 's.attachment_id'),
      )
      .innerJoin('leads as l', (join) =>
        join.onRef('l.organization_id', '=', 's.organization_id').onRef('l.id', '=', 's.lead_id'),
      )
      .select('s.id')
      .where('s.organization_id', '=', organizationId)
      .where('s.attachment_id', '=', attachmentId)
      .where('s.canceled_at', 'is', null)
      .where('l.partner_id', '=', partnerId)
      .where(sql<SqlBool>`a.lead_id is distinct from s.lead_id`)
      .where(
        sql<SqlBool>`not exists (
          select from accruals c where c.organization_id = s.organization_id and c.claim_id = s.id and c.payment_id is not null)`,
      )
      .orderBy('s.id')
      .execute();
    return found.map(({ id }) => id);
  },

  /** Credits a later sale, and its refunds, to an attachment. */
  async attach(id: string, attachment_id: string | null) {
    await trx
      .updateTable('sales')
      .set({ attachment_id })
      .where('organization_id', '=', organizationId)
      .where((sale) => sale.or([sale('id', '=', id), sale('refund_of', '=', id)]))
      .execute();
  },

  /** Sum of the rewards of later sales. */
  async rewardOf(ids: readonly string[]): Promise<number> {
    const { kop } = await trx
      .selectFrom('claims')
      .select(sql<number>`coalesce(sum(target_kop), 0)::bigint`.as('kop'))
      .where('organization_id', '=', organizationId)
      .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
      .executeTakeFirstOrThrow();
    return kop;
  },

  async insert(sales: readonly Omit<Insertable<SalesTable>, 'organization_id'>[]) {
    await trx
      .insertInto('sales')
      .values(sales.map((sale) => ({ ...sale, organization_id: organizationId })))
      .execute();
  },

  /** Updates a row and increments its version. */
  async update(id: string, change: Updateable<SalesTable>) {
    await trx
      .updateTable('sales')
      .set((row) => ({ ...change, version: row('version', '+', 1) }))
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
