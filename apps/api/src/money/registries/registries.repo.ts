import {
  PARTNER_KINDS,
  type PartnerKind,
  type Registry,
  type RegistryFilters,
  type RegistryLineQuery,
  type RegistryQuery,
  sumAmounts,
} from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { formatActor } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { findLastDownload } from '../kept-files/kept-files.repo.ts';
import type { Method } from '../payable/blockers.ts';
import { outgoingKind } from '../payable/payee-columns.ts';
import { paymentRows } from '../payments/payments.repo.ts';
import { isDefaultRail } from '../payout-methods/payout-method.ts';
import { findPayer, payerProblem } from './bank-orders.ts';

const KEYS = {
  created_at: { column: sql`r.created_at`, kind: 'time' },
  number: { column: sql`r.number`, kind: 'number' },
} as const;
const LINE_KEYS = { number: { column: sql`pay.number`, kind: 'number' } } as const;

type Total = { count: number; amount_kop: number; tax_kop: number };

const total = (state: Registry['lines'] extends Record<infer State, unknown> ? State : never) => sql<Total>`
  json_build_object('count', count(*) filter (where x.state = ${state}),
    'amount_kop', coalesce(sum(x.amount_kop) filter (where x.state = ${state}), 0),
    'tax_kop', coalesce(sum(x.tax_kop) filter (where x.state = ${state}), 0))`;

const ofOrganization = (db: Db, { organizationId }: Staff) =>
  db.selectFrom('registries as r').where('r.organization_id', '=', organizationId);

const rows = (db: Db, staff: Staff) =>
  ofOrganization(db, staff)
    .leftJoin('users as u', 'u.id', 'r.created_by')
    .selectAll('r')
    .select(['u.last_name', 'u.first_name', 'u.father_name', 'u.phone'])
    .select(
      sql<Registry['lines']>`(
        select json_build_object('open', ${total('open')}, 'paid', ${total('paid')},
          'failed', ${total('failed')}, 'returned', ${total('returned')}, 'out', ${total('out')})
        from registry_payments x
        where x.organization_id = r.organization_id and x.registry_id = r.id)`.as('lines'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** Maps a row to the contract. The columns of the author's name are removed, because responses are stored for idempotency keys. */
const view = ({ last_name, first_name, father_name, phone, ...row }: Row): Registry => {
  const { open, paid, failed, returned } = row.lines;
  const parts = [open, paid, failed, returned];
  return {
    ...row,
    number: `Р-${row.number}`,
    payments: parts.reduce((sum, { count }) => sum + count, 0),
    amount_kop: sumAmounts(parts),
    tax_kop: parts.reduce((sum, { tax_kop }) => sum + tax_kop, 0),
    created_by: formatActor({ last_name, first_name, father_name, phone }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    approved_at: iso(row.approved_at),
    sent_at: iso(row.sent_at),
    closed_at: iso(row.closed_at),
  };
};

function conditions({ status, kind, search }: RegistryFilters): RawBuilder<SqlBool> {
  return joinConditions([
    ...whereIn(sql`r.status`, status),
    ...whereIn(sql`r.kind`, kind),
    ...(search ? [sql<SqlBool>`${contains(sql`'р-' || r.number`, search)}`] : []),
  ]);
}

/** Reads of registries. */
export const registriesRepo = (db: Db) => {
  const find = async (staff: Staff, id: string) => {
    const row = await rows(db, staff).where('r.id', '=', id).executeTakeFirst();
    if (row === undefined) throw noSuchObject();
    return view(row);
  };
  /** Returns a sentence with the payer requisites that the bank file of a draft registry lacks, or null. */
  async function findProblem({ organizationId }: Staff, { status, kind }: Registry) {
    if (status !== 'draft' || kind !== 'bank_account') return null;
    return payerProblem(await findPayer(db, organizationId)) ?? null;
  }
  return {
    find,

    async page(staff: Staff, query: RegistryQuery) {
      const page = await readPage(rows(db, staff).where(conditions(query)), KEYS, sql`r.id`, query);
      return { ...page, results: page.results.map(view) };
    },

    counts: (staff: Staff, filters: RegistryFilters) =>
      ofOrganization(db, staff)
        .where(conditions(filters))
        .select(['r.status', sql<number>`count(*)::int`.as('count')])
        .groupBy('r.status')
        .execute(),

    async withTotals(staff: Staff, id: string) {
      const registry = await find(staff, id);
      const kinds = await db
        .selectFrom('registry_payments as x')
        .innerJoin('payments as pay', (join) =>
          join.onRef('pay.organization_id', '=', 'x.organization_id').onRef('pay.id', '=', 'x.payment_id'),
        )
        .innerJoin('partners as card', (join) =>
          join
            .onRef('card.organization_id', '=', 'pay.organization_id')
            .onRef('card.id', '=', 'pay.partner_id'),
        )
        .where('x.organization_id', '=', staff.organizationId)
        .where('x.registry_id', '=', id)
        .where('x.state', '!=', 'out')
        .groupBy(outgoingKind)
        .select([
          outgoingKind.as('kind'),
          sql<number>`count(*)::int`.as('count'),
          sql<number>`sum(x.amount_kop)::bigint`.as('amount_kop'),
          sql<number>`sum(x.tax_kop)::bigint`.as('tax_kop'),
        ])
        .execute();
      const orderOfKind = ({ kind }: { kind: PartnerKind }) => PARTNER_KINDS.indexOf(kind);
      return {
        ...registry,
        kinds: kinds.toSorted((a, b) => orderOfKind(a) - orderOfKind(b)),
        problem: await findProblem(staff, registry),
        last_download: await findLastDownload(db, staff.organizationId, { registryId: id }),
      };
    },

    linePage: (staff: Staff, id: string, { state, ...query }: RegistryLineQuery) =>
      readPage(
        registryLines(db, staff, id).where(joinConditions(whereIn(sql`x.state`, state))),
        LINE_KEYS,
        sql`pay.id`,
        query,
      ),
  };
};

export type RegistryLineRow = Awaited<
  ReturnType<ReturnType<typeof registryLines>['executeTakeFirstOrThrow']>
>;

/** Query of the payments of a registry, with their data from the time of adding and the current default method of the partner. */
export const registryLines = (db: Db, staff: Staff, id: string) =>
  paymentRows(db, staff)
    .innerJoin('registry_payments as x', (join) =>
      join.onRef('x.organization_id', '=', 'pay.organization_id').onRef('x.payment_id', '=', 'pay.id'),
    )
    .leftJoin('payout_methods as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'pay.organization_id')
        .onRef('m.partner_id', '=', 'pay.partner_id')
        .on(isDefaultRail('m')),
    )
    .where('x.registry_id', '=', id)
    .select([
      'x.state as line_state',
      'x.amount_kop as line_amount_kop',
      'x.tax_kop as line_tax_kop',
      'x.method as line_method',
      outgoingKind.as('partner_kind'),
      'card.last_name',
      'card.first_name',
      'card.father_name',
      'card.company_name',
      'card.inn',
    ])
    .select(sql<Method | null>`case when m.id is not null then to_jsonb(m) end`.as('default_method'));
