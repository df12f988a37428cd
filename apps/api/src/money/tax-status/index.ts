import { npdLimitKop, routes, type TaxStatus } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import { serve } from '../../platform/http/route.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { earnedKop } from '../transfers/transfers.repo.ts';
import { requestTaxStatus } from './checks.ts';
import { moscowDay } from './moscow.ts';
import { taxChecksRepo } from './tax-checks.repo.ts';
import { createTaxService } from './tax-service.ts';
import { createTaxWorker } from './worker.ts';

export type TaxStatusDeps = {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  /** Address of the tax service. Undefined disables the checks. */
  url: string | undefined;
};

/** Status of self-employed partners at the tax service: routes, and a worker that sends the checks. */
export function createTaxStatus({ db, clock, fetch, url }: TaxStatusDeps) {
  const sendChecks = createTaxWorker({
    db,
    clock,
    ask: url === undefined ? undefined : createTaxService(url, fetch),
  });
  const progress = async ({ organizationId }: Staff) => ({
    ...(await taxChecksRepo(db).progress(organizationId)),
    is_asked: url !== undefined,
  });

  async function get(trx: Db, { organizationId }: Staff, id: string): Promise<TaxStatus> {
    const today = moscowDay(clock());
    const year = Number(today.slice(0, 4));
    const row = await trx
      .selectFrom('partners as p')
      .leftJoin('tax_statuses as s', (join) =>
        join
          .onRef('s.organization_id', '=', 'p.organization_id')
          .onRef('s.partner_id', '=', 'p.id')
          .onRef('s.inn', '=', 'p.inn'),
      )
      .leftJoin('tax_checks as c', (join) =>
        join
          .onRef('c.organization_id', '=', 'p.organization_id')
          .onRef('c.partner_id', '=', 'p.id')
          .onRef('c.inn', '=', 'p.inn'),
      )
      .select(['p.kind', 's.status', 'c.status as check', 'c.problem'])
      .select(sql<string | null>`s.checked_on::text`.as('checked_on'))
      .select(
        sql<number>`(select coalesce(sum(${earnedKop('y')}), 0)::bigint from payments y
          where y.organization_id = p.organization_id and y.partner_id = p.id and y.status = 'paid'
            and y.payee_kind = 'self_employed'
            and extract(year from y.paid_on) = ${year})`.as('paid_kop'),
      )
      .where('p.organization_id', '=', organizationId)
      .where('p.id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw noSuchObject();
    const isWaiting = row.check === 'waiting' || row.check === 'taken';
    return {
      year,
      status: row.status,
      checked_on: row.checked_on,
      is_waiting: isWaiting,
      problem: row.problem ?? '',
      paid_kop: row.paid_kop,
      limit_kop: npdLimitKop(today),
    };
  }

  const checkOne = (staff: Staff, id: string) =>
    db.transaction().execute(async (trx) => {
      const { organizationId } = staff;
      await get(trx, staff, id);
      const { kind, inn } = await trx
        .selectFrom('partners')
        .select(['kind', 'inn'])
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (kind !== 'self_employed' || inn === '')
        throw conflict('blocked', 'Проверяется статус самозанятого с ИНН. Укажите ИНН в карточке партнера.');
      await requestTaxStatus(trx, organizationId, [id], { at: clock(), force: true });
      return get(trx, staff, id);
    });

  async function checkAll(staff: Staff) {
    const { organizationId } = staff;
    await db.transaction().execute(async (trx) => {
      const partners = await trx
        .selectFrom('partners')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('kind', '=', 'self_employed')
        .where('status', 'in', ['active', 'invited'])
        .execute();
      const ids = partners.map(({ id }) => id);
      await requestTaxStatus(trx, organizationId, ids, { at: clock() });
    });
    return progress(staff);
  }

  return {
    routes(app: FastifyInstance) {
      serve(app, routes.taxChecks, ({ viewer }) => progress(viewer));
      serve(app, routes.checkTaxStatuses, ({ viewer }) => checkAll(viewer));
      serve(app, routes.taxStatus, ({ params, viewer }) => get(db, viewer, params.id));
      serve(app, routes.checkTaxStatus, ({ params, viewer }) => checkOne(viewer, params.id));
    },
    /** Sends due checks to the tax service. */
    sendChecks,
  };
}
