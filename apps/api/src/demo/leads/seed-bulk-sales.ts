import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Inserts a client, an attachment and a sale for each deal of an organization that has no sale. Each of these deals has another phone. */
export const seedBulkSales = (db: Db, organizationId: string) =>
  sql`
    with last as materialized (
      select coalesce(max(value) filter (where kind = 'client'), 0) as client, coalesce(max(value) filter (where kind = 'sale'), 0) as sale
      from counters where organization_id = ${organizationId}
    ), deals as materialized (
      select lead.*, gen_random_uuid() as client_id, gen_random_uuid() as attachment_id, (lead.updated_at at time zone 'Europe/Moscow')::date as won_on,
        last.client + row_number() over (order by lead.number)::int as client_number, last.sale + row_number() over (order by lead.number)::int as sale_number
      from leads lead, last
      where lead.organization_id = ${organizationId} and lead.status = 'won'
        and not exists (select from sales where sales.organization_id = lead.organization_id and sales.lead_id = lead.id)
    ), new_clients as (
      insert into clients (organization_id, id, number, name, phone, email, email_key, inn, search_text, created_at, updated_at)
      select organization_id, client_id, client_number, name, phone, email, email_key, '',
        regexp_replace(search_text, ' л-[0-9]+$', '') || ' к-' || client_number, updated_at, updated_at
      from deals
    ), new_attachments as (
      insert into attachments (organization_id, id, client_id, program_id, partner_id, lead_id, reward_rule_id, cause, starts_at, created_at,
        closed_at, close_reason)
      select d.organization_id, d.attachment_id, d.client_id, d.program_id, d.partner_id, d.id, d.reward_rule_id, 'lead', d.won_on, d.updated_at,
        -- Clients of a blocked partner are not attached to it any more.
        case p.status when 'blocked' then greatest(p.updated_at, d.updated_at) end,
        case p.status when 'blocked' then 'Партнер заблокирован' else '' end
      from deals d join partners p on p.organization_id = d.organization_id and p.id = d.partner_id
    ), new_sales as (
      insert into sales (organization_id, id, number, client_id, attachment_id, lead_id, amount_kop, paid_on, source, created_at, updated_at)
      select organization_id, gen_random_uuid(), sale_number, client_id, case when partner_id is not null then attachment_id end, id, deal_amount_kop,
        won_on, 'manual', updated_at, updated_at
      from deals
    )
    insert into counters (organization_id, kind, value)
    select ${organizationId}::uuid, 'client', max(client_number) from deals having count(*) > 0
    union all select ${organizationId}::uuid, 'sale', max(sale_number) from deals having count(*) > 0
    on conflict (organization_id, kind) do update set value = excluded.value`.execute(db);
