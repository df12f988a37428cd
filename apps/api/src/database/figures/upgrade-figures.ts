import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Count and sum of a figure by its name, for a part of the data: `<organization> <program> <partner> <status>`. */
export type Figures = Record<string, { count: string; amount_kop: string }>;

type Row = { figure: string; part: string; count: string; amount_kop: string };

/** Figures that an upgrade does not change, in Russian. */
const FIGURES: Record<string, RawBuilder<unknown>> = {
  Лиды: sql`
    select organization_id, program_id, partner_id, status, count(*) as count, coalesce(sum(deal_amount_kop), 0) as amount_kop
    from leads group by 1, 2, 3, 4`,
  'Вознаграждения лидов': sql`
    select organization_id, program_id, partner_id, '' as status, count(*) filter (where target_kop > 0) as count, sum(target_kop) as amount_kop
    from claims group by 1, 2, 3`,
  Начисления: sql`
    select organization_id, program_id, partner_id, kind || ' ' || status as status, count(*) as count, sum(amount_kop) as amount_kop
    from accruals group by 1, 2, 3, 4`,
  Выплаты: sql`
    select organization_id, null::uuid as program_id, partner_id, status, count(*) as count, sum(amount_kop) as amount_kop
    from payments group by 1, 2, 3, 4`,
  Балансы: sql`
    select balance.organization_id, null::uuid as program_id, balance.partner_id, kind.status, 0 as count, kind.amount_kop
    from partner_balances balance
    cross join lateral (values ('hold', hold_kop), ('review', review_kop), ('available', available_kop), ('reserved', reserved_kop),
      ('paid', paid_kop)) kind (status, amount_kop)
    where kind.amount_kop <> 0`,
};

/** Deals of leads, credited to the partner who earned them. */
const DEALS_OF_LEADS = sql`
  select organization_id, program_id, case when partner_id is not null then coalesce(earned_by, partner_id) end as partner_id, '' as status,
    count(*) as count, coalesce(sum(deal_amount_kop), 0) as amount_kop
  from leads where status = 'won' group by 1, 2, 3`;

/** The same deals read from the sales of clients. */
const DEALS_OF_SALES = sql`
  select sale.organization_id, lead.program_id, attachment.partner_id, '' as status, count(*) as count,
    coalesce(sum(sale.amount_kop), 0) as amount_kop
  from sales sale
  join leads lead on lead.organization_id = sale.organization_id and lead.id = sale.lead_id
  left join attachments attachment on attachment.organization_id = sale.organization_id and attachment.id = sale.attachment_id
  where sale.canceled_at is null group by 1, 2, 3`;

/**
 * Computes the figures of every organization in one snapshot. Deals are read from sales where the database has them, otherwise from leads, so
 * that the figures of both versions are comparable. The schema may be that of an earlier version.
 */
export const readUpgradeFigures = (db: Db): Promise<Figures> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      const { rows: tables } = await sql<{ has_sales: boolean }>`
        select to_regclass('sales') is not null as has_sales`.execute(trx);
      const deals = tables[0]?.has_sales ? DEALS_OF_SALES : DEALS_OF_LEADS;
      const figures: Figures = {};
      for (const [name, query] of Object.entries({ ...FIGURES, Сделки: deals })) {
        const { rows } = await sql<Row>`
          select concat_ws(' ', 'организация ' || organization_id, 'программа ' || program_id, 'партнер ' || partner_id, nullif(status, '')) as part,
            count::text as count, amount_kop::text as amount_kop
          from (${query}) figure order by 1`.execute(trx);
        for (const { part, count, amount_kop } of rows) figures[`${name}: ${part}`] = { count, amount_kop };
      }
      return figures;
    });

const NOTHING = { count: '0', amount_kop: '0' };

/** Returns the differences between two versions, a Russian sentence each. */
export function describeDifferences(before: Figures, after: Figures): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [former, current] = [before[name] ?? NOTHING, after[name] ?? NOTHING];
    if (former.count === current.count && former.amount_kop === current.amount_kop) return [];
    return [
      `${name}: было ${former.count} на ${former.amount_kop} коп., стало ${current.count} на ${current.amount_kop} коп.`,
    ];
  });
}
