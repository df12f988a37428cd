import { audit } from '../../audit/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import { moscowDay } from './moscow.ts';
import { type ClaimedCheck, taxChecksRepo } from './tax-checks.repo.ts';
import type { TaxService } from './tax-service.ts';

/**
 * The service takes two requests a minute from one address, shared by the whole installation. One in 30 seconds keeps that across the edges
 * of windows, too.
 */
const RATE_LIMIT = { limit: { name: 'tax-status', max: 1, seconds: 30 }, key: 'service' };

/** Delays in seconds after attempts without a response. After the last one the check fails. */
const RETRY_DELAYS = [60, 300, 900, 3600] as const;
const BUSY_DELAY = 60;

const NOT_CONFIGURED = 'Проверка статуса не подключена на этом сервере.';

export type WorkerDeps = {
  db: Db;
  clock: Clock;
  /** Undefined when no tax service is configured. */
  ask: TaxService | undefined;
};

/** Sends queued checks to the tax service, one at a time. Several workers can run concurrently. */
export function createTaxWorker({ db, clock, ask }: WorkerDeps) {
  const repo = taxChecksRepo(db);
  const limits = createLimits(db, clock);

  async function settle(check: ClaimedCheck & { lease: string }, response: Awaited<ReturnType<TaxService>>) {
    const now = clock();
    const wait = (seconds: number, problem: string) =>
      repo.release(check.lease, { problem, status: 'waiting', due_at: plusSeconds(now, seconds) });
    switch (response.kind) {
      case 'answered':
        return db.transaction().execute((trx) => storeStatus(trx, check, response.isPayer, clock));
      case 'refused':
        return repo.release(check.lease, { status: 'failed', problem: response.problem, due_at: now });
      case 'busy':
        return wait(BUSY_DELAY, '');
      case 'down': {
        const pause = RETRY_DELAYS[check.attempts - 1];
        if (pause !== undefined) return wait(pause, response.problem);
        return repo.release(check.lease, { status: 'failed', problem: response.problem, due_at: now });
      }
    }
  }

  /** Sends one check, when one is due and the rate limit permits it. @returns true after a sent check. */
  async function workOnce(signal: AbortSignal): Promise<boolean> {
    if (ask === undefined) {
      await repo.giveUp(NOT_CONFIGURED);
      return false;
    }
    if (signal.aborted || !(await repo.isDue(clock()))) return false;
    if ((await limits.take(RATE_LIMIT)).full) return false;
    const check = await repo.take(clock());
    if (check === undefined) {
      await limits.undo(RATE_LIMIT);
      return false;
    }
    await settle(check, await ask(check.inn, moscowDay(clock()), signal));
    return true;
  }

  /** Sends checks until none is due or the rate limit is reached. */
  return async (signal: AbortSignal): Promise<void> => {
    while (await workOnce(signal));
  };
}

/** Stores the status from the service and audits a change. @returns false when the lease is no longer valid. */
async function storeStatus(trx: Db, check: ClaimedCheck & { lease: string }, isPayer: boolean, clock: Clock) {
  const { organization_id, partner_id, inn, lease } = check;
  if (!(await taxChecksRepo(trx).release(lease, { status: 'done', problem: '', due_at: clock() })))
    return false;
  const at = clock();
  const former = await trx
    .selectFrom('tax_statuses')
    .select(['status', 'inn'])
    .where('organization_id', '=', organization_id)
    .where('partner_id', '=', partner_id)
    .executeTakeFirst();
  const status = isPayer ? ('active' as const) : ('lost' as const);
  const row = { inn, status, checked_on: moscowDay(at), checked_at: at };
  await trx
    .insertInto('tax_statuses')
    .values({ ...row, organization_id, partner_id })
    .onConflict((known) => known.columns(['organization_id', 'partner_id']).doUpdateSet(row))
    .execute();
  const before = former?.inn === inn ? former.status : null;
  if (before === status) return true;
  await audit(trx, {
    at,
    organizationId: organization_id,
    actorId: null,
    action: 'partner.tax-status',
    kind: 'partner',
    objectId: partner_id,
    requestId: lease,
    diff: { changed: ['tax_status'], before: { tax_status: before }, after: { tax_status: status } },
  });
  return true;
}
