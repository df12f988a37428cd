-- `lead_days` equals the counts and deals of the leads after every statement. The changes are also recorded for the figures that are added
-- at commit (add_figures.sql).
create or replace function count_leads() returns trigger language plpgsql as $$
declare
  changes figure_changes[];
begin
  if tg_op = 'INSERT' then
    -- A new lead has no claim yet.
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'lead' as object, lead.organization_id,
          (lead.created_at at time zone organization.time_zone)::date as day, lead.program_id, lead.source, lead.status,
          count(*) as count, coalesce(sum(lead.deal_amount_kop), 0) as amount, 0 as reward_kop, lead.partner_id
        from new_rows lead
        join organizations organization on organization.id = lead.organization_id
        group by lead.organization_id, day, lead.program_id, lead.source, lead.status, lead.partner_id
      ) change
    );
  else
    -- The reward of a lead moves with it from one status to the next.
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'lead' as object, lead.organization_id,
          (lead.created_at at time zone organization.time_zone)::date as day, lead.program_id, lead.source, lead.status,
          sum(lead.sign) as count, coalesce(sum(lead.sign * lead.deal_amount_kop), 0) as amount,
          coalesce(sum(lead.sign * claim.target_kop), 0) as reward_kop, lead.partner_id
        from (
          select 1 as sign, added.* from new_rows added
          union all
          select -1 as sign, removed.* from old_rows removed
        ) lead
        join organizations organization on organization.id = lead.organization_id
        left join claims claim on claim.organization_id = lead.organization_id and claim.id = lead.id
        group by lead.organization_id, day, lead.program_id, lead.source, lead.status, lead.partner_id
      ) change
      where change.count <> 0 or change.amount <> 0 or change.reward_kop <> 0
    );
  end if;

  insert into lead_days as stored (organization_id, day, program_id, partner_id, source, status, leads, deal_kop)
  select change.organization_id, change.day, change.program_id, change.partner_id, change.kind, change.status, change.count,
    change.amount
  from unnest(changes) change
  where change.count <> 0 or change.amount <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, day, program_id, partner_id, source, status) do update
  set leads = stored.leads + excluded.leads, deal_kop = stored.deal_kop + excluded.deal_kop;

  insert into figure_changes select * from unnest(changes);
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create or replace trigger leads_counted_insert after insert on leads
referencing new table as new_rows
for each statement execute function count_leads();

create or replace trigger leads_counted_update after update on leads
referencing old table as old_rows new table as new_rows
for each statement execute function count_leads();
