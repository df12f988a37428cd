-- Claims, visits and payments record how they change the figures that are added at commit (add_figures.sql). Leads and accruals do so
-- where they are counted (count_leads.sql, count_accruals.sql).

-- The target of the claim of a lead is its reward. Claims of sales are no figure of leads. A transaction that changes a claim has locked the lead.
create or replace function record_claims() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes (object, organization_id, day, program_id, kind, status, partner_id, count, amount, reward_kop)
    select 'lead', lead.organization_id, (lead.created_at at time zone organization.time_zone)::date, lead.program_id, lead.source,
      lead.status, lead.partner_id, 0, 0, sum(claim.target_kop)
    from new_rows claim
    join leads lead on lead.organization_id = claim.organization_id and lead.id = claim.id
    join organizations organization on organization.id = claim.organization_id
    group by 2, 3, 4, 5, 6, 7 having sum(claim.target_kop) <> 0;
  else
    insert into figure_changes (object, organization_id, day, program_id, kind, status, partner_id, count, amount, reward_kop)
    select 'lead', lead.organization_id, (lead.created_at at time zone organization.time_zone)::date, lead.program_id, lead.source,
      lead.status, lead.partner_id, 0, 0, sum(claim.sign * claim.target_kop)
    from (
      select 1 as sign, added.* from new_rows added
      union all
      select -1 as sign, removed.* from old_rows removed
    ) claim
    join leads lead on lead.organization_id = claim.organization_id and lead.id = claim.id
    join organizations organization on organization.id = claim.organization_id
    group by 2, 3, 4, 5, 6, 7 having sum(claim.sign * claim.target_kop) <> 0;
  end if;
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create or replace trigger claims_recorded_insert after insert on claims
referencing new table as new_rows
for each statement execute function record_claims();

create or replace trigger claims_recorded_update after update on claims
referencing old table as old_rows new table as new_rows
for each statement execute function record_claims();

-- The amount of a visit is its number of unique visitors.
create or replace function record_clicks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes (object, organization_id, day, program_id, partner_id, count, amount)
    select 'click', visit.organization_id, visit.day, link.program_id, link.partner_id, sum(visit.clicks), sum(visit.unique_clicks)
    from new_rows visit
    join links link on link.organization_id = visit.organization_id and link.id = visit.link_id
    group by 2, 3, 4, 5 having sum(visit.clicks) <> 0 or sum(visit.unique_clicks) <> 0;
  else
    insert into figure_changes (object, organization_id, day, program_id, partner_id, count, amount)
    select 'click', visit.organization_id, visit.day, link.program_id, link.partner_id, sum(visit.sign * visit.clicks),
      sum(visit.sign * visit.unique_clicks)
    from (
      select 1 as sign, added.* from new_rows added
      union all
      select -1 as sign, removed.* from old_rows removed
    ) visit
    join links link on link.organization_id = visit.organization_id and link.id = visit.link_id
    group by 2, 3, 4, 5 having sum(visit.sign * visit.clicks) <> 0 or sum(visit.sign * visit.unique_clicks) <> 0;
  end if;
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create or replace trigger click_days_recorded_insert after insert on click_days
referencing new table as new_rows
for each statement execute function record_clicks();

create or replace trigger click_days_recorded_update after update on click_days
referencing old table as old_rows new table as new_rows
for each statement execute function record_clicks();

create or replace function record_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes (object, organization_id, status, count, amount)
    select 'payment', payment.organization_id, payment.status, count(*), sum(payment.amount_kop)
    from new_rows payment
    group by 2, 3;
  else
    insert into figure_changes (object, organization_id, status, count, amount)
    select 'payment', payment.organization_id, payment.status, sum(payment.sign), sum(payment.sign * payment.amount_kop)
    from (
      select 1 as sign, added.* from new_rows added
      union all
      select -1 as sign, removed.* from old_rows removed
    ) payment
    group by 2, 3 having sum(payment.sign) <> 0 or sum(payment.sign * payment.amount_kop) <> 0;
  end if;
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create or replace trigger payments_recorded_insert after insert on payments
referencing new table as new_rows
for each statement execute function record_payments();

create or replace trigger payments_recorded_update after update on payments
referencing old table as old_rows new table as new_rows
for each statement execute function record_payments();
