import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Task } from '../../platform/jobs.ts';
import { receiveEvent } from '../inbox/receive-event.ts';
import { RETRY_DELAYS_S } from '../retry-delays.ts';
import { type DealEvent, toObjectKey } from './apply-deal.ts';
import type { CrmClients } from './clients.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import type { CrmProblem, Deal } from './crm-client.ts';
import { type DueConnection, dealsRepo } from './deals.repo.ts';
import { readsRepo, type TakenRead } from './reads.repo.ts';
import { createWorkQueue, toProblem } from './work-queue.ts';

/** Reads the deals that the events of CRMs name, and stores what they are now in the inbox. */
export function createReads({ db, clock, clients }: { db: Db; clock: Clock; clients: CrmClients }) {
  const repo = readsRepo(db);
  const queue = createWorkQueue(clock);

  /** Stores each state of a deal once, except the one in which it was created. amoCRM states the time of a change in seconds. */
  const store = ({ organization_id, id, kind }: ConnectionRow, read: TakenRead, deal: Deal) =>
    db.transaction().execute(async (trx) => {
      const at = clock();
      if (await dealsRepo(trx).saveFirstState(read, deal)) return readsRepo(trx).finish(read, at);
      const body: DealEvent = {
        connection: id,
        deal: deal.id,
        stage: deal.stage,
        amount_kop: deal.amountKop,
        changed_at: deal.changedAt.toISOString(),
      };
      await receiveEvent(
        trx,
        { organizationId: organization_id, channel: 'crm', at },
        {
          kind: 'deal',
          externalId: `${kind} ${deal.id} ${deal.stage} ${deal.changedAt.getTime()} ${deal.amountKop ?? ''}`,
          objectKey: toObjectKey(kind, deal.id),
          occurredAt: deal.changedAt,
          body,
        },
      );
      return readsRepo(trx).finish(read, at);
    });

  const note = ({ organization_id, id }: ConnectionRow, last_event: string) =>
    connectionsRepo(db, organization_id).save(id, { last_event });

  async function saveProblem(connection: ConnectionRow, read: TakenRead, error: CrmProblem) {
    const restsUntil = queue.rest(read.connection_id, error);
    const delay = RETRY_DELAYS_S[read.attempts - 1];
    if (error.kind === 'limited') await repo.postpone(read, restsUntil, read.attempts - 1);
    else if (delay !== undefined) await repo.postpone(read, plusSeconds(clock(), delay), read.attempts);
    else {
      await repo.finish(read, clock());
      await note(connection, `Сделка ${read.deal_id} не прочитана за трое суток. ${error.message}`);
    }
  }

  /** Reads the next deal of a connection. @returns false without one. */
  async function readNext(due: DueConnection): Promise<boolean> {
    const connection = await connectionsRepo(db, due.organization_id).find(due.connection_id);
    if (connection?.is_on !== true) return false;
    const read = await repo.take(due, clock());
    if (read === undefined) return false;
    try {
      const deal = await clients.use(connection, (client) => client.readDeal(read.deal_id));
      if (deal !== undefined) await store(connection, read, deal);
      else {
        await repo.finish(read, clock());
        await note(connection, `Сделку ${read.deal_id} удалили из CRM: статус лида не изменился.`);
      }
    } catch (error) {
      await saveProblem(connection, read, toProblem(error));
    }
    return true;
  }

  /** Returns a task for each connection with deals to read. */
  return async (): Promise<Task[]> => {
    const due = await repo.due(queue.excluded(), clock());
    return due.map((one) => queue.toTask(one, () => readNext(one)));
  };
}
