import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Task } from '../../platform/jobs.ts';
import { CrmProblem } from './crm-client.ts';
import type { DueConnection } from './deals.repo.ts';

/** Seconds for which a process does not call a CRM after a problem. */
const REST_S = { unauthorized: 600, unreachable: 30, limited: 30, refused: 0 } as const;

/** Works on the queues of connections, each on its own: a CRM that does not respond does not delay others. */
export function createWorkQueue(clock: Clock) {
  const running = new Set<string>();
  const restsUntil = new Map<string, Date>();

  function isResting(id: string): boolean {
    const until = restsUntil.get(id);
    if (until === undefined) return false;
    if (until > clock()) return true;
    restsUntil.delete(id);
    return false;
  }

  return {
    /** Connections that this process works on or does not call now. */
    excluded: () => [...running, ...[...restsUntil.keys()].filter(isResting)],

    /** Lets a connection rest after a problem. @returns the end of a limit. */
    rest(id: string, { kind, retryAfterS }: CrmProblem): Date {
      const until = plusSeconds(clock(), Math.max(REST_S[kind], retryAfterS));
      restsUntil.set(id, until);
      return until;
    },

    wake: (id: string) => restsUntil.delete(id),

    /**
     * Returns a task that works on a connection until `next` has nothing more to do, the process stops or the connection rests.
     *
     * @param next returns false without work.
     */
    toTask: (due: DueConnection, next: () => Promise<boolean>): Task => ({
      key: due.connection_id,
      async run(signal) {
        running.add(due.connection_id);
        try {
          let isWorking = true;
          while (isWorking && !signal.aborted && !isResting(due.connection_id)) isWorking = await next();
        } finally {
          running.delete(due.connection_id);
        }
      },
    }),
  };
}

/** Returns the problem of a call; other errors are thrown. */
export function toProblem(error: unknown): CrmProblem {
  if (error instanceof CrmProblem) return error;
  throw error;
}
