-- The figures of organizations, of partners over spans of days, of leads by status, and of payments by status equal the sums of the rows
-- after every commit.
--
-- All transactions of an organization change the same few figures. Therefore statements only record changes in `figure_changes`, and the
-- changes of a transaction are added at its commit, always in the same order: no transaction locks a figure while it waits for another
-- lock. `figure_commits` has one row for each transaction with changes.
--
-- Rows deleted by other transactions remain in the table until a vacuum, but the planner treats it as empty; a sequential scan would read
-- all of them.
create or replace function add_figures() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- Visits are only counted over all days (`days` is 0), so that a visit does not write rows for shorter spans.
  insert into partner_spans as stored (organization_id, days, first_day, partner_id, leads, won, deal_kop, rewards_kop, clicks)
  select change.organization_id, span.days, span.first_day, change.partner_id, sum(change.leads), sum(change.won),
    sum(change.deal_kop), sum(change.rewards_kop), sum(span.clicks)
  from (
    select organization_id, day, partner_id,
      case when object = 'lead' and status <> 'duplicate' then count else 0 end as leads,
      case when object = 'lead' and status = 'won' then count else 0 end as won,
      case when object = 'lead' and status = 'won' then amount else 0 end as deal_kop,
      case when object = 'accrual' and status <> 'canceled' then amount else 0 end as rewards_kop,
      case when object = 'click' then count else 0 end as clicks
    from figure_changes
    where tx = new.tx and partner_id is not null
  ) change
  cross join lateral (
    select days, first_day_of(change.day, days) as first_day, case when days = 0 then change.clicks else 0 end as clicks
    from (values (0), (1), (8), (64)) as length (days)
  ) span
  group by 1, 2, 3, 4
  having (sum(change.leads), sum(change.won), sum(change.deal_kop), sum(change.rewards_kop), sum(span.clicks)) <> (0, 0, 0, 0, 0)
  order by 1, 2, 3, 4
  on conflict (organization_id, days, first_day, partner_id) do update
  set leads = stored.leads + excluded.leads,
    won = stored.won + excluded.won,
    deal_kop = stored.deal_kop + excluded.deal_kop,
    rewards_kop = stored.rewards_kop + excluded.rewards_kop,
    clicks = stored.clicks + excluded.clicks;

  insert into lead_totals as stored (organization_id, program_id, partner_id, status, leads, reward_kop)
  select organization_id, program_id, partner_id, status, sum(count), sum(reward_kop)
  from figure_changes
  where tx = new.tx and object = 'lead'
  group by 1, 2, 3, 4 having sum(count) <> 0 or sum(reward_kop) <> 0 order by 1, 2, 3, 4
  on conflict (organization_id, program_id, partner_id, status) do update
  set leads = stored.leads + excluded.leads, reward_kop = stored.reward_kop + excluded.reward_kop;

  -- A row with the day null is over all days.
  insert into organization_lead_days as stored (organization_id, day, program_id, source, status, leads, deal_kop, reward_kop)
  select change.organization_id, counted.day, change.program_id, change.kind, change.status, sum(change.count), sum(change.amount),
    sum(change.reward_kop)
  from figure_changes change
  cross join lateral (values (change.day), (null)) as counted (day)
  where change.tx = new.tx and change.object = 'lead'
  group by 1, 2, 3, 4, 5
  having sum(change.count) <> 0 or sum(change.amount) <> 0 or sum(change.reward_kop) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (organization_id, day, program_id, source, status) do update
  set leads = stored.leads + excluded.leads,
    deal_kop = stored.deal_kop + excluded.deal_kop,
    reward_kop = stored.reward_kop + excluded.reward_kop;

  insert into organization_accrual_days as stored (organization_id, day, program_id, kind, status, accruals, amount_kop)
  select change.organization_id, counted.day, change.program_id, change.kind, change.status, sum(change.count), sum(change.amount)
  from figure_changes change
  cross join lateral (values (change.day), (null)) as counted (day)
  where change.tx = new.tx and change.object = 'accrual'
  group by 1, 2, 3, 4, 5 having sum(change.count) <> 0 or sum(change.amount) <> 0 order by 1, 2, 3, 4, 5
  on conflict (organization_id, day, program_id, kind, status) do update
  set accruals = stored.accruals + excluded.accruals, amount_kop = stored.amount_kop + excluded.amount_kop;

  insert into organization_click_days as stored (organization_id, day, program_id, clicks, unique_clicks)
  select change.organization_id, counted.day, change.program_id, sum(change.count), sum(change.amount)
  from figure_changes change
  cross join lateral (values (change.day), (null)) as counted (day)
  where change.tx = new.tx and change.object = 'click'
  group by 1, 2, 3 having sum(change.count) <> 0 or sum(change.amount) <> 0 order by 1, 2, 3
  on conflict (organization_id, day, program_id) do update
  set clicks = stored.clicks + excluded.clicks, unique_clicks = stored.unique_clicks + excluded.unique_clicks;

  insert into payment_totals as stored (organization_id, status, payments, amount_kop)
  select organization_id, status, sum(count), sum(amount)
  from figure_changes
  where tx = new.tx and object = 'payment'
  group by 1, 2 having sum(count) <> 0 or sum(amount) <> 0 order by 1, 2
  on conflict (organization_id, status) do update
  set payments = stored.payments + excluded.payments, amount_kop = stored.amount_kop + excluded.amount_kop;

  delete from figure_changes where tx = new.tx;
  delete from figure_commits where tx = new.tx;
  return null;
end $$;

drop trigger if exists figure_commits_added on figure_commits;
create constraint trigger figure_commits_added after insert on figure_commits
deferrable initially deferred for each row execute function add_figures();
