import { leadNumber } from '../../database/rules/numbers.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Task } from '../../platform/jobs.ts';
import { RETRY_DELAYS_S } from '../retry-delays.ts';
import type { CrmClients } from './clients.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import { type CrmClient, CrmProblem, type NewDeal } from './crm-client.ts';
import { type DueConnection, dealsRepo, type TakenDeal } from './deals.repo.ts';

/** Seconds for which a process does not call a CRM after a problem. */
const REST_S = { unauthorized: 600, unreachable: 30, limited: 30, refused: 0 } as const;

/** Creates the deals of leads in the CRMs. A CRM that does not respond does not delay others. */
export function createOutgoing({ db, clock, clients }: { db: Db; clock: Clock; clients: CrmClients }) {
  const repo = dealsRepo(db);
  const running = new Set<string>();
  const restsUntil = new Map<string, Date>();

  /** Finds or creates a deal. A deal whose former attempt was interrupted may exist. */
  async function ensureDeal(client: CrmClient, deal: TakenDeal, connection: ConnectionRow) {
    const lead = toNewDeal(deal, connection);
    const found = deal.attempts > 1 ? await client.findDeal(lead) : undefined;
    const id = found ?? (await client.createDeal(lead));
    // The events of the CRM about this deal are compared with its stage. Without it the first event is applied.
    const read = await client.readDeal(id).catch((error: unknown) => {
      if (error instanceof CrmProblem) return undefined;
      throw error;
    });
    return { deal_id: id, stage: read?.stage ?? null, changed_at: read?.changedAt ?? null };
  }

  async function saveProblem(deal: TakenDeal, error: CrmProblem) {
    const { message: problem, kind, retryAfterS } = error;
    const delay = RETRY_DELAYS_S[deal.attempts - 1];
    restsUntil.set(deal.connection_id, plusSeconds(clock(), Math.max(REST_S[kind], retryAfterS)));
    if (kind === 'limited')
      await repo.finish(deal, {
        ...{ status: 'waiting', problem, attempts: deal.attempts - 1 },
        next_attempt_at: plusSeconds(clock(), Math.max(REST_S.limited, retryAfterS)),
      });
    else if (delay === undefined) await repo.finish(deal, { status: 'failed', problem });
    else
      await repo.finish(deal, { status: 'waiting', problem, next_attempt_at: plusSeconds(clock(), delay) });
  }

  /** Creates due deals one by one. Ends with the last one, when the process stops, or when the CRM has a problem. */
  async function sendDue(due: DueConnection, signal: AbortSignal) {
    while (!signal.aborted && !isResting(due.connection_id)) {
      const connection = await connectionsRepo(db, due.organization_id).find(due.connection_id);
      if (connection?.is_on !== true) return;
      const deal = await repo.take(due, clock());
      if (deal === undefined) return;
      try {
        const sent = await clients.use(connection, (client) => ensureDeal(client, deal, connection));
        await repo.finish(deal, { status: 'sent', problem: '', sent_at: clock(), ...sent });
      } catch (error) {
        if (!(error instanceof CrmProblem)) throw error;
        await saveProblem(deal, error);
      }
    }
  }

  function isResting(id: string): boolean {
    const until = restsUntil.get(id);
    if (until === undefined) return false;
    if (until > clock()) return true;
    restsUntil.delete(id);
    return false;
  }

  const toTask = (due: DueConnection): Task => ({
    key: due.connection_id,
    async run(signal) {
      running.add(due.connection_id);
      try {
        await sendDue(due, signal);
      } finally {
        running.delete(due.connection_id);
      }
    },
  });

  return {
    /** Returns a task for each connection with due deals. */
    async tasks(): Promise<Task[]> {
      await repo.recover(clock());
      const resting = [...restsUntil.keys()].filter(isResting);
      return (await repo.due([...running, ...resting], clock())).map(toTask);
    },

    /** Makes the deals of a connection due, after an owner changed it. */
    async hurry(due: DueConnection) {
      restsUntil.delete(due.connection_id);
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
