import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { queueByKey } from './queue.ts';

export type ThreadSettings = {
  /** Module that answers each message with one. */
  file: URL;
  /** Time of one answer; then the thread is ended, and the next call begins another. */
  timeoutMs: number;
  /** Number of calls that may wait. */
  waiting: number;
  /** The error of those for whom there is no room. */
  refusal: () => Error;
};

const IDLE_MS = 60_000;

/**
 * A function that works in a thread of its own, one call at a time: what takes long holds nobody else up. The thread begins with the first
 * call, ends after a minute without work, and keeps no process alive.
 *
 * @throws the refusal when too many wait.
 */
export function createThread<Given, Answer>({ file, timeoutMs, waiting, refusal }: ThreadSettings) {
  const inTurn = queueByKey({ atOnce: 1, waiting, refusal });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end() {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function ask(given: Given): Promise<Answer> {
    worker ??= new Worker(file);
    worker.ref();
    worker.postMessage(given);
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [Answer];
    worker.unref();
    return answer;
  }

  return (given: Given): Promise<Answer> =>
    inTurn('', async () => {
      clearTimeout(idle);
      try {
        return await ask(given);
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(end, IDLE_MS).unref();
      }
    });
}
