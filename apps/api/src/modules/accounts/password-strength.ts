import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { queueByKey } from '../../platform/queue.ts';
import type { PasswordStrength } from './password-policy.ts';
import { overloaded } from './passwords.ts';

const IDLE_MS = 60_000;
const TIMEOUT_MS = 10_000;

/**
 * Strength by zxcvbn's lists and patterns, and common Russian passwords.
 *
 * Loading takes a fifth of a second and a long password as much: both happen in a thread of its own, which ends after a minute without
 * work and keeps no process alive. One password at a time, at most 200 wait.
 *
 * @throws ApiError 503 when too many wait.
 */
export function createPasswordStrength(): PasswordStrength {
  const inTurn = queueByKey({ atOnce: 1, waiting: 200, refusal: overloaded });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end() {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function ask(password: string): Promise<number> {
    worker ??= new Worker(new URL('./password-strength.worker.ts', import.meta.url));
    worker.ref();
    worker.postMessage(password);
    const [score] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [number];
    worker.unref();
    return score;
  }

  return (password) =>
    inTurn('', async () => {
      clearTimeout(idle);
      try {
        return await ask(password);
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(end, IDLE_MS).unref();
      }
    });
}
