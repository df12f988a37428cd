import { leadNumber } from '../../database/rules/numbers.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Task } from '../../platform/jobs.ts';
import { RETRY_DELAYS_S } from '../retry-delays.ts';
import type { CrmClients } from './clients.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import type { CrmClient, CrmProblem, NewDeal } from './crm-client.ts';
import { type DueConnection, dealsRepo, type TakenDeal } from './deals.repo.ts';
import { createWorkQueue, toProblem } from './work-queue.ts';

/** Creates the deals of leads in the CRMs. */
export function createOutgoing({ db, clock, clients }: { db: Db; clock: Clock; clients: CrmClients }) {
  const repo = dealsRepo(db);
  const queue = createWorkQueue(clock);

  /** Finds or creates a deal. A deal whose former attempt was interrupted may exist. */
  async function ensureDeal(client: CrmClient, deal: TakenDeal, connection: ConnectionRow) {
    const lead = toNewDeal(deal, connection);
    const found = deal.attempts > 1 ? await client.findDeal(lead) : undefined;
    const id = found ?? (await client.createDeal(lead));
    // The events of the CRM about this deal are compared with its stage. Without it the first event is applied.
    const read = await client.readDeal(id).catch((error: unknown) => void toProblem(error));
    return { deal_id: id, stage: read?.stage ?? null, changed_at: read?.changedAt ?? null };
  }

  async function saveProblem(deal: TakenDeal, error: CrmProblem) {
    const { message: problem, kind } = error;
    const restsUntil = queue.rest(deal.connection_id, error);
    const attempts = kind === 'limited' ? deal.attempts - 1 : deal.attempts;
    const delay = RETRY_DELAYS_S[deal.attempts - 1];
    if (kind === 'limited')
      await repo.finish(deal, { status: 'waiting', problem, attempts, next_attempt_at: restsUntil });
    else if (delay === undefined) await repo.finish(deal, { status: 'failed', problem });
    else
      await repo.finish(deal, { status: 'waiting', problem, next_attempt_at: plusSeconds(clock(), delay) });
  }

  /** Creates the next due deal of a connection. @returns false without one. */
  async function sendNext(due: DueConnection): Promise<boolean> {
    const connection = await connectionsRepo(db, due.organization_id).find(due.connection_id);
    if (connection?.is_on !== true) return false;
    const deal = await repo.take(due, clock());
    if (deal === undefined) return false;
    try {
      const sent = await clients.use(connection, (client) => ensureDeal(client, deal, connection));
      await repo.finish(deal, { status: 'sent', problem: '', sent_at: clock(), ...sent });
    } catch (error) {
      await saveProblem(deal, toProblem(error));
    }
    return true;
  }

  return {
    /** Returns a task for each connection with due deals. */
    async tasks(): Promise<Task[]> {
      await repo.recover(clock());
      const due = await repo.due(queue.excluded(), clock());
      return due.map((one) => queue.toTask(one, () => sendNext(one)));
    },

    /** Makes the deals of a connection due, after an owner changed it. */
    async hurry(due: DueConnection) {
      queue.wake(due.connection_id);
      await repo.hurry(due, clock());
    },
  };
}

const toNewDeal = (
  { lead_id, number, partner, ...lead }: TakenDeal,
  { first_stage }: Pick<ConnectionRow, 'first_stage'>,
): NewDeal => ({
  leadId: lead_id,
  number: leadNumber(number),
  name: lead.name,
  phone: lead.phone,
  email: lead.email,
  company: lead.company,
  comment: [partner !== null && `Партнер: ${partner}`, lead.comment].filter(Boolean).join('\n'),
  stage: first_stage,
});
