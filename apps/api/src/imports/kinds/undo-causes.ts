import { sql } from 'kysely';

/*
 * SQL expressions: why the object of row `r` of an import stays. Null when nothing rests on it. Changes after the import are known by their request.
 */

const ofRow = sql`organization_id = r.organization_id and id = r.object_id`;
const request = sql`'import-' || r.import_id`;
const isClosed = (day: unknown) => sql`exists (
  select from closed_periods closed where closed.organization_id = r.organization_id and closed.closed_through >= ${day})`;
/** Entries of a claim that are part of a payment. */
const isReserved = sql`exists (
  select from accruals a
  where a.organization_id = r.organization_id and a.claim_id = any(array[r.object_id, sold.id]) and a.payment_id is not null)`;

export const partnerCause = sql<string | null>`(
  select case
    when p.user_id is not null then 'Партнер уже принял приглашение.'
    when p.status <> 'invited' then 'Статус карточки уже изменили.'
    when p.updated_at > p.created_at then 'Карточку меняли после загрузки.'
    when exists (select from leads l where l.organization_id = p.organization_id and l.partner_id = p.id)
      or exists (select from attachments a where a.organization_id = p.organization_id and a.partner_id = p.id)
      or exists (select from accruals a where a.organization_id = p.organization_id and a.partner_id = p.id)
      then 'У партнера есть лиды, клиенты или начисления.'
  end from partners p where ${ofRow})`;

export const leadCause = sql<string | null>`(
  select case
    when exists (
      select from lead_events e
      where e.organization_id = l.organization_id and e.lead_id = l.id and e.request_id <> ${request}) then 'Лид меняли после загрузки.'
    when l.status in ('lost', 'rejected', 'duplicate') then 'Лид уже закрыт.'
    when l.status = 'won' and ${isReserved} then 'Вознаграждение за лид вошло в выплату.'
    when l.status = 'won' and sold.refunded_kop > 0 then 'По сделке есть возврат.'
    when l.status = 'won' and ${isClosed(sql`sold.paid_on`)} then 'Месяц сделки закрыт.'
    when l.status = 'won' and exists (
      select from sales other
      join attachments a on a.organization_id = other.organization_id and a.id = other.attachment_id
      where a.organization_id = l.organization_id and a.lead_id = l.id and other.id <> sold.id and other.canceled_at is null
        and not exists (
          select from import_rows same
          where same.organization_id = other.organization_id and same.object_id = other.lead_id and same.state = 'created'
            and same.import_id = r.import_id)) then 'У клиента этой сделки есть другие продажи.'
  end
  from leads l left join sales sold on sold.organization_id = l.organization_id and sold.lead_id = l.id
  where l.organization_id = r.organization_id and l.id = r.object_id)`;

export const clientCause = sql<string | null>`(
  select case
    when exists (select from sales s where s.organization_id = c.organization_id and s.client_id = c.id) then 'У клиента есть продажи.'
    when exists (select from waiting_sales w where w.organization_id = c.organization_id and w.client_id = c.id)
      then 'С клиентом сопоставлена продажа.'
    when exists (
      select from audit_entries e
      where e.organization_id = c.organization_id and e.object_id = c.id and e.object_kind = 'client'
        and e.request_id <> ${request}) then 'Клиента меняли после загрузки.'
  end from clients c where ${ofRow})`;

export const saleCause = sql<string | null>`coalesce(
  (select case
    when sold.refund_of is not null then 'Возврат не отменить.'
    when sold.canceled_at is not null then 'Продажа уже отменена.'
    when sold.refunded_kop > 0 then 'По продаже есть возврат.'
    when ${isReserved} then 'Вознаграждение за продажу вошло в выплату.'
    when ${isClosed(sql`sold.paid_on`)} then 'Месяц продажи закрыт.'
    when sold.updated_at > sold.created_at then 'Продажу меняли после загрузки.'
  end from sales sold where ${ofRow}),
  (select 'Продажа уже не ждет клиента.' from waiting_sales w where ${ofRow} and w.status <> 'waiting'))`;

export const balanceCause = sql<string | null>`(
  select case
    when a.status = 'canceled' then 'Начисление уже отменено.'
    when a.payment_id is not null then 'Начисление вошло в выплату.'
    when ${isClosed(sql`b.as_of`)} then 'Месяц остатка закрыт.'
  end
  from accruals a join opening_balances b on b.organization_id = a.organization_id and b.accrual_id = a.id
  where a.organization_id = r.organization_id and a.id = r.object_id)`;
