import type { JournalFilters, JournalQuery } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import { keyOfRequest } from '../audit.ts';
import { personalValues } from '../personal-values.ts';

export type JournalRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const KEYS = { at: { column: sql`e.at`, kind: 'time' } } as const;

/** SQL for the diff of an audit entry. Entries of clients hold ids of partners, whose current names are added. */
const diffWithPartners = sql<Record<string, unknown>>`case
  when object_kind = 'client' and diff ->> 'to_partner' is not null then diff || jsonb_build_object(
    'before', jsonb_build_object('lead_partner', (select name from partners p
      where p.organization_id = audit_entries.organization_id and p.id = (diff ->> 'from_partner')::uuid)),
    'after', jsonb_build_object('lead_partner', (select name from partners p
      where p.organization_id = audit_entries.organization_id and p.id = (diff ->> 'to_partner')::uuid)))
  else diff end`.as('diff');

/** Audit entries and lead events, which are stored in a separate table. */
const entries = (db: Db, organizationId: string) =>
  db
    .selectFrom('audit_entries')
    .where('organization_id', '=', organizationId)
    .select(['organization_id', 'id', 'actor_id', 'action', 'object_kind', 'object_id'])
    .select([diffWithPartners, 'at', 'request_id'])
    .unionAll(
      db
        .selectFrom('lead_events')
        .where('organization_id', '=', organizationId)
        .select(['organization_id', 'id', 'actor_id'])
        .select(
          sql<string>`case when from_status is null then 'lead.create'
          when to_partner_id is not null then 'lead.transfer'
          when from_status = to_status then 'lead.update' else 'lead.transition' end`.as('action'),
        )
        .select([sql<string>`'lead'`.as('object_kind'), 'lead_id as object_id'])
        .select(
          sql<
            Record<string, unknown>
          >`jsonb_build_object('from', from_status, 'to', to_status, 'changed', changed,
            'reason_code', reason_code, 'comment', comment)
            || case when deal_amount_kop is null then '{}' else jsonb_build_object(
              'before', jsonb_build_object('deal_amount_kop', deal_amount_before_kop),
              'after', jsonb_build_object('deal_amount_kop', deal_amount_kop)) end
            || case when to_partner_id is null then '{}' else jsonb_build_object(
              'before', jsonb_build_object('lead_partner', (select name from partners p
                where p.organization_id = lead_events.organization_id and p.id = from_partner_id)),
              'after', jsonb_build_object('lead_partner', (select name from partners p
                where p.organization_id = lead_events.organization_id and p.id = to_partner_id))) end`.as(
            'diff',
          ),
        )
        .select(['at', 'request_id']),
    );

const own = sql`organization_id = e.organization_id and id = e.object_id`;

/** SQL for the current name of the object of an entry. */
const objectName = sql<string | null>`case e.object_kind
  when 'lead' then (select 'Л-' || number from leads where ${own})
  when 'client' then (select 'К-' || number from clients where ${own})
  when 'waiting_sale' then (select 'Продажа ' || to_char(paid_on, 'DD.MM.YYYY') from waiting_sales where ${own})
  when 'accrual' then (select 'Н-' || number from accruals where ${own})
  when 'payment' then (select 'В-' || number from payments where ${own})
  when 'registry' then (select 'Р-' || number from registries where ${own})
  when 'act' then (select 'А-' || number from acts where ${own})
  when 'bank_statement' then (select name from bank_statements where ${own})
  when 'import' then (select name from imports where ${own})
  when 'outside_event' then (select external_id from outside_events where ${own})
  when 'program' then (select name from programs where ${own})
  when 'partner' then (select name from partners where ${own})
  when 'payout_method' then (
    select card.name from payout_methods m join partners card
      on card.organization_id = m.organization_id and card.id = m.partner_id
    where m.organization_id = e.organization_id and m.id = e.object_id)
  when 'enrollment' then (
    select card.name || ' · ' || p.name from enrollments n
      join partners card on card.organization_id = n.organization_id and card.id = n.partner_id
      join programs p on p.organization_id = n.organization_id and p.id = n.program_id
    where n.organization_id = e.organization_id and n.id = e.object_id)
  when 'link' then (select code from links where ${own})
  when 'employee' then (
    select nullif(trim(last_name || ' ' || first_name), '') from users
    where organization_id = e.organization_id and id = e.object_id)
  when 'invitation' then (select nullif(trim(last_name || ' ' || first_name), '') from invitations where ${own})
  when 'api_key' then (select name from api_keys where ${own})
  when 'message' then (select title from messages where ${own})
  when 'organization' then o.name
end`;

/** SQL condition on the users and the API keys that made an entry. */
const isMadeBy = (actors: readonly string[] | undefined) =>
  whereIn(sql`coalesce(nullif(${keyOfRequest}, '')::uuid, e.actor_id)`, actors);

const rows = (db: Db, organizationId: string) =>
  db
    .selectFrom(entries(db, organizationId).as('e'))
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .leftJoin('api_keys as k', (join) =>
      join
        .onRef('k.organization_id', '=', 'e.organization_id')
        .on(sql<string>`k.id::text`, '=', keyOfRequest),
    )
    .selectAll('e')
    .select(['o.time_zone', objectName.as('object_name'), personalValues.as('personal')])
    .select(['u.last_name', 'u.first_name', 'u.father_name', 'u.phone'])
    .select(['k.id as key_id', 'k.name as key_name']);

/** SQL for the ids of objects that a search finds by number or by name. */
function matchingIds(organizationId: string, search: string) {
  const number = /^[лкнв]-?(\d{1,9})$/i.exec(search.trim())?.[1];
  const within = sql`organization_id = ${organizationId}`;
  if (number !== undefined) {
    const table = { л: 'leads', к: 'clients', н: 'accruals', в: 'payments' }[
      search.trim().slice(0, 1).toLowerCase()
    ];
    return sql`select id from ${sql.table(table ?? 'leads')} where ${within} and number = ${Number(number)}`;
  }
  return sql`
    select id from partners where ${within} and ${contains(sql`search_text`, search)}
    union all select id from programs where ${within} and ${contains(sql`name_key`, search)}
    union all select id from leads where ${within} and ${contains(sql`search_text`, search)}`;
}

function conditions(organizationId: string, { search, at_from, at_to, ...filters }: JournalFilters) {
  return joinConditions([
    ...isMadeBy(filters.actor),
    ...whereIn(sql`e.object_kind`, filters.kind),
    ...whereIn(sql`e.object_id`, filters.object),
    ...inDateRange(sql`e.at`, at_from, at_to),
    ...(search ? [sql<SqlBool>`e.object_id in (${matchingIds(organizationId, search)})`] : []),
  ]) satisfies RawBuilder<SqlBool>;
}

/** Queries for the journal of an organization. */
export const journalRepo = (db: Db, organizationId: string) => ({
  page: (query: JournalQuery) =>
    readPage(rows(db, organizationId).where(conditions(organizationId, query)), KEYS, sql`e.id`, query),

  /** Query for all entries that match a filter, to be read in batches. */
  all: (query: JournalFilters & { ordering: JournalQuery['ordering'] }) =>
    inOrder(
      rows(db, organizationId).where(conditions(organizationId, query)),
      KEYS,
      sql`e.id`,
      query.ordering,
    ),

  find: (id: string): Promise<JournalRow | undefined> =>
    rows(db, organizationId).where('e.id', '=', id).executeTakeFirst(),

  count: (filters: JournalFilters) =>
    db
      .selectFrom(entries(db, organizationId).as('e'))
      .innerJoin('organizations as o', 'o.id', 'e.organization_id')
      .where(conditions(organizationId, filters))
      .select(sql<number>`count(*)::int`.as('all'))
      .executeTakeFirstOrThrow(),
});
