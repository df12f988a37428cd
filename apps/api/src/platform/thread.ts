import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { queueByKey } from './queue.ts';

export type ThreadSettings = {
  /** Module that responds to each message with one message. */
  file: URL;
  /** Time limit of a call. After it the thread is terminated; the next call starts another one. */
  timeoutMs: number;
  /** Number of calls that may wait. */
  maxWaiting: number;
  /** Error of calls beyond that number. */
  refusal: () => Error;
  /** Heap limit of the thread, in MB. A call that exceeds it fails and terminates the thread. */
  heapMb?: number;
};

const IDLE_MS = 60_000;

/**
 * A function that runs in its own thread, one call at a time, so that long work does not block the event loop. The thread starts with the
 * first call and ends after a minute without work. It does not keep the process alive.
 *
 * @throws the refusal when too many calls wait.
 */
export function createThread<Input, Result>({
  file,
  timeoutMs,
  maxWaiting,
  refusal,
  heapMb,
}: ThreadSettings) {
  const inTurn = queueByKey({ atOnce: 1, maxWaiting: maxWaiting, refusal });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end() {
    const endedWorker = worker;
    worker = undefined;
    await endedWorker?.terminate();
  }

  async function request(input: Input): Promise<Result> {
    worker ??= new Worker(file, {
      ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    });
    worker.ref();
    worker.postMessage(input);
    const [result] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [Result];
    worker.unref();
    return result;
  }

  return (input: Input): Promise<Result> =>
    inTurn('', async () => {
      clearTimeout(idle);
      try {
        return await request(input);
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(end, IDLE_MS).unref();
      }
    });
}

/** Returns whether the thread exceeded its memory or time limit. */
export const exceedsThreadLimits = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));
