import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { FAMILIES, MEN } from '../names.ts';

/** SQL expression for the last day of a hold, such as «4 сен 2026». */
const dayInWords = sql`to_char(hold_until at time zone 'Europe/Moscow', 'FMDD') || chr(160)
  || (array['янв', 'фев', 'мар', 'апр', 'мая', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'])[
    extract(month from hold_until at time zone 'Europe/Moscow')::int] || chr(160)
  || to_char(hold_until at time zone 'Europe/Moscow', 'YYYY')`;

/** Predicate: the rule `r` pays for leads by number, and for no later sales. */
export const paysLeadsOnly = sql<boolean>`r.applies_to = 'first_sale' and r.measure = 'count'`;

type Portion = {
  organizationId: string;
  /** Number of leads in this batch. `offset` leads of `all` were inserted before it. */
  count: number;
  offset: number;
  all: number;
  now: Date;
};

/**
 * Inserts leads over all links of programs that pay for leads only, in every status; their rewards, with tiers at the first step; and a payment for each partner with a card in
 * each month. A single statement, because leads and rewards refer to each other.
 */
export async function seedBulkLeads(trx: Db, { organizationId, count, offset, all, now }: Portion) {
  const organization = sql`${organizationId}::uuid`;
  const names = FAMILIES.flatMap((family) => MEN.map((name) => `${name} ${family}`));
  await sql`
    with last as materialized (
      select coalesce(max(value) filter (where kind = 'lead'), 0) as lead,
        coalesce(max(value) filter (where kind = 'accrual'), 0) as accrual,
        coalesce(max(value) filter (where kind = 'payment'), 0) as payment
      from counters where organization_id = ${organization}
    ), sources as materialized (
      select l.id as link_id, l.partner_id, l.program_id, p.reward_rule_id, p.reward_event, p.hold_days,
        row_number() over (order by l.id) - 1 as ordinal
      from links l
      join programs p on p.organization_id = l.organization_id and p.id = l.program_id
      join reward_rules r on r.organization_id = p.organization_id and r.id = p.reward_rule_id
      where l.organization_id = ${organization} and ${paysLeadsOnly}
    ), numbers as (
      select last.lead + n as number, (${names}::text[])[1 + (last.lead + n) % ${names.length}::int] as name,
        (${names.map((name) => name.toLowerCase())}::text[])[1 + (last.lead + n) % ${names.length}::int] as name_key,
        '+7' || (9410000000 + last.lead + n) as phone,
        -- 37 has no common factor with 101, so that statuses are spread over all links and days.
        (last.lead + n) * 37 % 101 as chance, (last.lead + n) % (select count(*) from sources) as turn,
        ${now}::timestamptz - interval '2 years' * (1 - (${offset}::float8 + n) / ${all}::float8) as at
      from generate_series(1, ${count}::int) n, last
    ), states as (
      select *, case when chance < 5 then 'new' when chance < 20 then 'in_progress' when chance < 40 then 'qualified'
        when chance < 65 then 'won' when chance < 80 then 'lost' when chance < 97 then 'rejected'
        else 'duplicate' end as status,
        case when chance between 40 and 64 then (1000000 + chance * 100000)::bigint end as deal_kop
      from numbers
    ), found as materialized (
      select s.*, p.*, gen_random_uuid() as id, gen_random_uuid() as reward_id, r.version, m.bank, m.last4,
        s.at + p.hold_days * interval '1 day' as hold_until,
        date_trunc('month', s.at) + interval '1 month 14 days' as formed_at,
        case when not (s.status = 'won' or s.chance = 65 or s.status = 'qualified' and r.event = 'lead_qualified') then 0
          when r.kind = 'percent' then
            least(r.cap_per_lead_kop, (coalesce(s.deal_kop, 2000000::bigint) * r.percent_bps + 5000) / 10000)
          else least(r.cap_per_lead_kop, coalesce(r.fixed_kop, (r.tiers -> 0 ->> 'fixed_kop')::bigint)) end as reward_kop
      from states s join sources p on p.ordinal = s.turn
      join reward_rules r on r.organization_id = ${organization} and r.id = p.reward_rule_id
      left join payout_methods m on m.organization_id = ${organization} and m.partner_id = p.partner_id
        and m.kind = 'card' and m.default_since is not null
    ), earned as materialized (
      select f.*, last.accrual + row_number() over (order by f.number) as accrual_number,
        case when d.is_due then
          last.payment + dense_rank() over (partition by d.is_due order by f.formed_at, f.partner_id) end as payment_number
      from found f, last, lateral (
        select f.formed_at < ${now} and f.status <> 'lost' and f.last4 is not null as is_due) d
      where f.reward_kop > 0
    ), due as materialized (
      -- The id is derived from the number in the format of a UUIDv5, so that no lookup is needed.
      select *, case when payment_number is not null then overlay(overlay(
          md5(${organizationId} || ' ' || payment_number) placing '5' from 13) placing '8' from 17)::uuid end as payment_id,
        case when formed_at < ${now}::timestamptz - interval '31 days' then 'paid' else
          (array['requested', 'draft', 'approved', 'processing', 'failed', 'paid', 'paid', 'paid'])[1 + payment_number % 8]
        end as payment_status
      from earned
    ), payments as (
      insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, requested,
        created_at, updated_at, approved_at, paid_at, paid_on, external_ref, failure_reason, payee_kind, payee_inn)
      select ${organization}, payment_id, payment_number, partner_id, payment_status, sum(reward_kop),
        'Вознаграждение, выплата В-' || payment_number,
        case when payment_status not in ('requested', 'draft') then jsonb_build_object('kind', 'card', 'label',
          'Карта •• ' || last4 || ', ' || bank, 'bank', bank, 'phone', '', 'last4', last4, 'bik', '', 'account', '') end,
        payment_status = 'requested', formed_at, formed_at,
        case when payment_status not in ('requested', 'draft') then formed_at end,
        case payment_status when 'paid' then formed_at end,
        case payment_status when 'paid' then (formed_at at time zone 'Europe/Moscow')::date end,
        case payment_status when 'paid' then 'ПП ' || payment_number else '' end,
        case payment_status when 'failed' then 'Банк вернул перевод' else '' end,
        case when payment_status not in ('requested', 'draft') then 'ip' end,
        case when payment_status not in ('requested', 'draft') then '' end
      from due where payment_id is not null
      group by payment_id, payment_number, partner_id, payment_status, formed_at, bank, last4
      returning *
    ), attempts as (
      insert into payment_attempts (organization_id, payment_id, attempt, amount_kop, tax_kop, accrual_ids, method, purpose,
        payee_kind, payee_inn, approved_at, request_id, unknown)
      select p.organization_id, p.id, 1, p.amount_kop, 0, items.accrual_ids, p.method, p.purpose, p.payee_kind, p.payee_inn,
        p.approved_at, 'demo', '{"approved_by": "not_recorded"}'
      from payments p join (
        select payment_id, array_agg(reward_id order by reward_id) as accrual_ids from due
        where payment_id is not null group by payment_id
      ) items on items.payment_id = p.id
      where p.approved_at is not null
    ), outcomes as (
      insert into payment_attempt_events (organization_id, payment_id, sequence, attempt, event, reason, paid_on, external_ref, at,
        request_id)
      select organization_id, id, 1, 1, status, failure_reason, paid_on, external_ref, coalesce(paid_at, updated_at), 'demo'
      from payments where status in ('processing', 'failed', 'paid')
    ), moved as materialized (
      select *, gen_random_uuid() as transfer_id, coalesce(paid_at, updated_at) as entered_at
      from payments where status in ('paid', 'failed')
    ), transfers as (
      insert into transfers (organization_id, id, kind, source, value_date, document_number, amount_kop, own_account, partner_id,
        payee, payee_account, purpose, reason, entered_at, request_id)
      select organization_id, transfer_id, case status when 'paid' then 'sent' else 'refused' end, 'manual', paid_on, external_ref,
        amount_kop, '', partner_id, '', '', purpose, failure_reason, entered_at, 'demo'
      from moved
    ), matches as (
      insert into transfer_matches (organization_id, id, transfer_id, payment_id, amount_kop, matched_at)
      select organization_id, gen_random_uuid(), transfer_id, id, amount_kop, entered_at from moved
    ), accruals as (
      insert into accruals (organization_id, id, number, partner_id, program_id, lead_id, kind, amount_kop, explanation,
        status, review_reason, hold_until, payment_id, created_at, updated_at, canceled_at)
      select ${organization}, reward_id, accrual_number, partner_id, program_id, id, 'reward', reward_kop,
        'По условиям программы; удержание до ' || ${dayInWords},
        state, case state when 'review' then 'manual' end, hold_until, payment_id, at, at, case state when 'canceled' then at end
      from (
        select *, case when status = 'lost' then 'canceled' when payment_id is not null then
            case payment_status when 'paid' then 'paid' else 'reserved' end
          when hold_until <= ${now} then 'available' when chance = 40 then 'review' else 'hold' end as state
        from due) d
    ), claims as (
      insert into claims (organization_id, lead_id, partner_id, program_id, rewarded_before, former_rewarded_before, counted_on, target_kop,
        reviewed_target_kop, created_at, updated_at)
      select ${organization}, id, partner_id, program_id, case when is_rewarded then coalesce((
          select max(rewarded_before) + 1 from claims taken
          where taken.organization_id = ${organization} and taken.partner_id = d.partner_id and taken.program_id = d.program_id
        ), 0) + row_number() over (partition by partner_id, program_id, is_rewarded order by number) - 1 end,
        case when is_rewarded then 0 end, case when is_rewarded then (at at time zone 'Europe/Moscow')::date end, kop, kop, at, at
      from (select *, status <> 'lost' as is_rewarded, case when status = 'lost' then 0 else reward_kop end as kop from due) d
    ), counted as (
      insert into counters (organization_id, kind, value)
      select ${organization}, 'lead', max(number) from found
      union all select ${organization}, 'accrual', max(accrual_number) from earned having count(*) > 0
      union all select ${organization}, 'payment', max(payment_number) from earned having count(payment_number) > 0
      on conflict (organization_id, kind) do update set value = excluded.value
    )
    insert into leads (organization_id, id, number, program_id, reward_rule_id, reward_event, reward_id, partner_id, link_id,
      source, name, phone, holds_phone, email, email_key, company, comment, status, reason_code, deal_amount_kop,
      self_referral, unverified, search_text, created_at, updated_at)
    select ${organization}, f.id, f.number, f.program_id, f.reward_rule_id, f.reward_event,
      case when f.reward_kop > 0 and f.status <> 'lost' then f.reward_id end, f.partner_id, f.link_id, 'public_form', f.name, f.phone,
      f.status in ('new', 'in_progress', 'qualified', 'won'), '', '', '', '', f.status,
      case f.status when 'lost' then 'refused' when 'rejected' then 'no_answer' when 'duplicate' then 'same_phone' end,
      f.deal_kop, false, false, f.name_key || ' ' || f.phone || ' л-' || f.number, f.at, f.at
    from found f`.execute(trx);
}
