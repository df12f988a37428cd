import type { HomeIncome, HomeIncomeQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { clientNumber } from '../../database/rules/numbers.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, midnight } from '../../platform/db/lists/conditions.ts';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import { type Export, inOneBatch } from '../../platform/export/serve-export.ts';
import type { PartnerViewer } from '../../platform/http/viewer.ts';
import { findToday } from './visible-figures.ts';

const MONTHS = 12;
const MAX_CLIENTS = 50;

type Row = {
  month: string;
  organization: string;
  client_id: string | null;
  number: number | null;
  name: string | null;
  amount_kop: number;
};

/** The last twelve months, oldest first, as `2026-11`. */
function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

/** Accruals of a partner by month and client, or those for one client. A reward for a lead belongs to the client of its deal. */
async function readIncome(
  db: Db,
  viewer: PartnerViewer,
  [first = '']: readonly string[],
  client?: string,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select to_char(a.created_at at time zone o.time_zone, 'YYYY-MM') as month, o.name as organization,
      c.id as client_id, c.number, c.name, sum(a.amount_kop)::bigint as amount_kop
    from accruals a
    join organizations o on o.id = a.organization_id
    left join sales s on s.organization_id = a.organization_id and s.id = a.sale_id
    left join sales deal on deal.organization_id = a.organization_id and deal.lead_id = a.lead_id
    left join clients c on c.organization_id = a.organization_id and c.id = coalesce(s.client_id, deal.client_id)
    where ${joinConditions([
      visibleTo(viewer, 'a', null),
      sql`a.status <> 'canceled'`,
      sql`a.created_at >= ${midnight(`${first}-01`, sql`o.time_zone`)}`,
      ...(client === undefined ? [] : [sql`c.id = ${client}`]),
    ])}
    group by 1, o.id, c.organization_id, c.id
    order by 1, 6 desc, c.number`.execute(db);
  return rows;
}

/** Last days of the latest attachments of clients to the viewer, with open ones first. */
async function findEnds(db: Db, viewer: PartnerViewer, clients: readonly string[]) {
  const { rows } = await sql<{ client_id: string; ends_at: string | null; closed_at: Date | null }>`
    select distinct on (a.client_id) a.client_id, a.ends_at::text as ends_at, a.closed_at
    from attachments a
    where ${visibleTo(viewer, 'a', null)} and a.client_id = any(${clients}::uuid[])
    order by a.client_id, a.closed_at is null desc, a.created_at desc, a.id desc`.execute(db);
  return new Map(rows.map(({ client_id, ...end }) => [client_id, end]));
}

const sum = (rows: readonly Row[]) => rows.reduce((total, { amount_kop }) => total + amount_kop, 0);

/** Income of a partner in the last twelve months, by month and by client. */
export async function income(
  db: Db,
  viewer: PartnerViewer,
  { client }: HomeIncomeQuery,
  now: Date,
): Promise<HomeIncome> {
  const months = lastMonths(await findToday(db, viewer, now));
  const rows = await readIncome(db, viewer, months, client);
  const clients = [...Map.groupBy(rows, ({ client_id }) => client_id)]
    .map(([id, own]) => ({ id, own, amount_kop: sum(own) }))
    .toSorted((one, other) => other.amount_kop - one.amount_kop)
    .slice(0, MAX_CLIENTS);
  const ids = clients.flatMap(({ id }) => (id === null ? [] : [id]));
  const ends = await findEnds(db, viewer, ids);
  return {
    months: months.map((month) => ({ month, amount_kop: sum(rows.filter((row) => row.month === month)) })),
    clients: clients.map(({ id, own: [row], amount_kop }) => {
      const end = id === null ? undefined : ends.get(id);
      return {
        client:
          id === null || row === undefined || row.number === null
            ? null
            : { id, number: clientNumber(row.number), name: row.name ?? '' },
        ends_at: end?.ends_at ?? null,
        closed_at: end?.closed_at?.toISOString() ?? null,
        amount_kop,
      };
    }),
  };
}

type Exported = Row & WithTimeZone;

const SHEET: Sheet<Exported> = {
  name: 'Доход по месяцам',
  latinName: 'income',
  columns: [
    { title: 'Месяц', width: 10, kind: 'text', value: ({ month }) => month },
    { title: 'Организация', width: 30, kind: 'text', value: ({ organization }) => organization },
    {
      title: 'Номер клиента',
      width: 14,
      kind: 'text',
      value: ({ number }) => (number === null ? null : clientNumber(number)),
    },
    { title: 'Клиент', width: 28, kind: 'text', value: ({ name }) => name },
    { title: 'Доход, ₽', width: 16, kind: 'money', value: ({ amount_kop }) => amount_kop },
  ],
};

/** Export of the income with a row for each month and client. */
export const incomeExport = (db: Db, viewer: PartnerViewer, now: Date): Export<Exported> => ({
  sheet: SHEET,
  async read(use) {
    const rows = await readIncome(db, viewer, lastMonths(await findToday(db, viewer, now)));
    await use(inOneBatch(rows.map((row) => ({ ...row, time_zone: 'UTC' }))));
  },
});
