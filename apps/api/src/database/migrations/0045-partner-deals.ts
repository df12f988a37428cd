import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the deals of won leads to the spans of 0034, so that the best partners of a period are found with their deals without reading every
 * day.
 */
async function up(db: Kysely<unknown>) {
  // Waits for running transactions, which would add leads to the spans by the old function.
  await sql`lock table leads in share row exclusive mode`.execute(db);
  await sql`alter table partner_spans add column deal_kop bigint not null default 0`.execute(db);
  await sql`
    insert into partner_spans as f
      (organization_id, days, first_day, partner_id, leads, won, deal_kop, rewards_kop, clicks)
    select d.organization_id, length.days, first_day_of(d.day, length.days), d.partner_id, 0, 0, sum(d.deal_kop), 0, 0
    from lead_days d cross join (values (0), (1), (8), (64)) as length (days)
    where d.status = 'won' and d.partner_id is not null
    group by 1, 2, 3, 4 having sum(d.deal_kop) <> 0
    on conflict (organization_id, days, first_day, partner_id) do update set deal_kop = excluded.deal_kop`.execute(
    db,
  );
  await sql`
    create or replace function add_partner_figures() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      insert into partner_spans as f
        (organization_id, days, first_day, partner_id, leads, won, deal_kop, rewards_kop, clicks)
      select r.organization_id, s.days, s.first_day, r.partner_id,
        sum(r.leads), sum(r.won), sum(r.deal_kop), sum(r.rewards_kop), sum(s.clicks)
      from (
        select n.organization_id, n.day, n.partner_id,
          case when n.object = 'lead' and n.status <> 'duplicate' then n.n else 0 end as leads,
          case when n.object = 'lead' and n.status = 'won' then n.n else 0 end as won,
          case when n.object = 'lead' and n.status = 'won' then n.kop else 0 end as deal_kop,
          case when n.object = 'accrual' and n.status <> 'canceled' then n.kop else 0 end as rewards_kop,
          case when n.object = 'click' then n.n else 0 end as clicks
        from figure_notes n where n.tx = new.tx and n.partner_id is not null
      ) r cross join lateral (
        select days, first_day_of(r.day, days) as first_day, case when days = 0 then r.clicks else 0 end as clicks
        from (values (0), (1), (8), (64)) as length (days)
      ) s
      group by 1, 2, 3, 4
      having (sum(r.leads), sum(r.won), sum(r.deal_kop), sum(r.rewards_kop), sum(s.clicks)) <> (0, 0, 0, 0, 0)
      order by 1, 2, 3, 4
      on conflict (organization_id, days, first_day, partner_id) do update
      set leads = f.leads + excluded.leads, won = f.won + excluded.won, deal_kop = f.deal_kop + excluded.deal_kop,
        rewards_kop = f.rewards_kop + excluded.rewards_kop, clicks = f.clicks + excluded.clicks;
      insert into partner_rewards as f (organization_id, partner_id, program_id, status, reward_kop)
      select n.organization_id, n.partner_id, n.program_id, n.status, sum(n.reward_kop) from figure_notes n
      where n.tx = new.tx and n.object = 'lead' and n.partner_id is not null
      group by 1, 2, 3, 4 having sum(n.reward_kop) <> 0 order by 1, 2, 3, 4
      on conflict (organization_id, partner_id, program_id, status) do update set reward_kop = f.reward_kop + excluded.reward_kop;
      return null;
    end $$`.execute(db);
}

export const partnerDeals: Migration = { up };
