import { type SqlBool, sql } from 'kysely';
import type { Sealer } from '../../../platform/sealed.ts';
import { type OrganizationMail, organizationMail } from '../senders/organization-mail.ts';
import { createWorker, type WorkerParts } from './worker.ts';

export type OrganizationWorkersParts = Pick<WorkerParts, 'db' | 'clock' | 'publicUrl'> & {
  sealer: Sealer;
  isPrivateAllowed: boolean;
  onError: (error: unknown) => void;
};

type Running = { settings: string; worker: ReturnType<typeof createWorker>; close: () => void };

/** Workers for the mail servers of organizations. Each runs by itself: a server that does not answer delays only its own organization. */
export function createOrganizationWorkers({
  sealer,
  isPrivateAllowed,
  onError,
  ...parts
}: OrganizationWorkersParts) {
  const { db, clock } = parts;
  const running = new Map<string, Running>();
  const busy = new Map<string, Promise<void>>();
  let isStopping = false;

  const withDue = (): Promise<OrganizationMail[]> =>
    db
      .selectFrom('organization_mail as o')
      .selectAll('o')
      .where(
        sql<SqlBool>`exists (
          select from deliveries d where d.sender_id = o.organization_id and d.status in ('waiting', 'taken', 'handed')
            and (case when d.status = 'waiting' then d.due_at else d.leased_until end) <= ${clock()})`,
      )
      .execute();

  /** The worker of an organization; another one when its settings have changed. */
  function workerOf(row: OrganizationMail): Running['worker'] {
    const { organization_id: id } = row;
    const settings = JSON.stringify(row);
    const known = running.get(id);
    if (known?.settings === settings) return known.worker;
    known?.close();
    const channel = organizationMail(row, sealer, isPrivateAllowed);
    // The owner sees the problem in the list of messages; it is nothing to warn the operator about.
    const worker = createWorker(channel, { ...parts, onDown: () => undefined }, id);
    running.set(id, { worker, settings, close: () => channel.close?.() });
    return worker;
  }

  async function work(row: OrganizationMail) {
    const worker = workerOf(row);
    while (!isStopping && (await worker.work()));
  }

  return {
    /** Starts the workers that have due deliveries and are idle. */
    async poll() {
      if (isStopping) return;
      for (const row of await withDue()) {
        const { organization_id: id } = row;
        if (busy.has(id)) continue;
        const job = work(row)
          .catch(onError)
          .finally(() => busy.delete(id));
        busy.set(id, job);
      }
    },

    /** Resolves when the running workers are idle. */
    settled: async () => void (await Promise.all(busy.values())),

    /** Waits for the messages that are being sent. */
    async stop() {
      isStopping = true;
      for (const { worker } of running.values()) worker.stop();
      await Promise.all(busy.values());
      for (const { close } of running.values()) close();
    },
  };
}
