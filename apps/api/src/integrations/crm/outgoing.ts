import { leadNumber } from '../../database/rules/numbers.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Task } from '../../platform/jobs.ts';
import { RETRY_DELAYS_S } from '../retry-delays.ts';
import type { CrmClients } from './clients.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import { type CrmClient, CrmProblem, type NewDeal } from './crm-client.ts';
import { type DueConnection, dealsRepo, type TakenDeal } from './deals.repo.ts';
import { describeForeign } from './inbound.ts';
import { readsRepo } from './reads.repo.ts';
import { createWorkQueue, toProblem } from './work-queue.ts';

/** Seconds after the start of a call in which the deal may be missing in a search, or may still be created. */
export const VISIBLE_S = 600;
const SEARCH_AGAIN_S = 60;
const SEARCHED = 'Ответ CRM потерялся: проверяем, создана ли сделка.';

/** Creates the deals of leads in the CRMs. */
export function createOutgoing({ db, clock, clients }: { db: Db; clock: Clock; clients: CrmClients }) {
  const repo = dealsRepo(db);
  const queue = createWorkQueue(clock);

  /**
   * Creates a deal. The intent is stored before the call, so that a later attempt knows that the deal may exist although it is not found yet.
   *
   * @returns undefined when another worker has the deal.
   */
  async function createDeal(client: CrmClient, deal: TakenDeal, lead: NewDeal) {
    if (!(await repo.startCreation(deal, clock()))) return undefined;
    deal.creating_since = clock();
    try {
      return await client.createDeal(lead);
    } catch (error) {
      if (error instanceof CrmProblem && !error.mayBeExecuted) deal.creating_since = null;
      throw error;
    }
  }

  /** Finds or creates a deal. @returns its id; undefined when it is not known whether the deal exists. */
  async function ensureDeal(client: CrmClient, deal: TakenDeal, connection: ConnectionRow) {
    const lead = toNewDeal(deal, connection);
    const { attempts, creating_since } = deal;
    const found = attempts > 1 || creating_since !== null ? await client.findDeal(lead) : undefined;
    if (found === undefined && creating_since !== null && clock() < plusSeconds(creating_since, VISIBLE_S))
      return undefined;
    return found ?? createDeal(client, deal, lead);
  }

  /** Saves the number of a deal, and requests a read of it: a change of it before counts as one of a foreign deal. */
  const saveDeal = (deal: TakenDeal, { first_stage }: ConnectionRow, dealId: string) =>
    db.transaction().execute(async (trx) => {
      const at = clock();
      const { organization_id, connection_id } = deal;
      const created = { status: 'sent', problem: '', creating_since: null, sent_at: at } as const;
      if (!(await dealsRepo(trx).finish(deal, { ...created, deal_id: dealId, stage: first_stage }))) return;
      await readsRepo(trx).request({ organization_id, connection_id }, [dealId], at);
      await connectionsRepo(trx, organization_id).removeNote(connection_id, describeForeign(dealId));
    });

  async function saveProblem(deal: TakenDeal, error: CrmProblem) {
    const { message: problem, kind } = error;
    const restsUntil = queue.rest(deal.connection_id, error);
    const attempts = kind === 'limited' ? deal.attempts - 1 : deal.attempts;
    const delay = RETRY_DELAYS_S[deal.attempts - 1];
    const { creating_since } = deal;
    const finish = (change: Parameters<typeof repo.finish>[1]) =>
      repo.finish(deal, { problem, creating_since, ...change });
    if (kind === 'limited') await finish({ status: 'waiting', attempts, next_attempt_at: restsUntil });
    else if (delay === undefined) await finish({ status: 'failed' });
    else await finish({ status: 'waiting', next_attempt_at: plusSeconds(clock(), delay) });
  }

  /** Searches the deal again in a minute, without counting the attempt. */
  const searchAgain = (deal: TakenDeal) =>
    repo.finish(deal, {
      ...{ status: 'waiting', problem: SEARCHED, attempts: deal.attempts - 1 },
      next_attempt_at: plusSeconds(clock(), SEARCH_AGAIN_S),
    });

  /** Creates the next due deal of a connection. @returns false without one. */
  async function sendNext(due: DueConnection): Promise<boolean> {
    const connection = await connectionsRepo(db, due.organization_id).find(due.connection_id);
    if (connection?.is_on !== true) return false;
    const deal = await repo.take(due, clock());
    if (deal === undefined) return false;
    try {
      const id = await clients.use(connection, (client) => ensureDeal(client, deal, connection));
      if (id === undefined) await searchAgain(deal);
      else await saveDeal(deal, connection, id);
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
