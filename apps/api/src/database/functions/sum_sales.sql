-- The sums of a client equal its sales that are not canceled, minus refunds.
create or replace function sum_sales() returns trigger language plpgsql as $$
begin
  update clients client
  set sales = summed.sales, revenue_kop = summed.revenue_kop, last_sale_on = summed.last_sale_on
  from (
    select count(*)::int as sales, coalesce(sum(sale.amount_kop - sale.refunded_kop), 0) as revenue_kop,
      max(sale.paid_on) as last_sale_on
    from sales sale
    where sale.organization_id = new.organization_id and sale.client_id = new.client_id
      and sale.refund_of is null and sale.canceled_at is null
  ) summed
  where client.organization_id = new.organization_id and client.id = new.client_id;
  return null;
end $$;

create or replace trigger sales_summed after insert or update on sales
for each row when (new.refund_of is null) execute function sum_sales();
