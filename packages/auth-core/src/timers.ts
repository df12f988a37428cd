import { type AbortSignalLike, platform } from './platform.ts';

/** Timers and other waiting that ends at once when the instance is disposed of. */
export interface Timers {
  /** Runs `run` after so many milliseconds (`undefined`: only at the end). Returns a cancel function. */
  after(milliseconds: number | undefined, run: () => void): () => void;
  pause(milliseconds: number): Promise<void>;
  /** Runs everything that is still waiting, and whatever is asked for later, at once. */
  end(): void;
}

export function createTimers(): Timers {
  const waiting = new Set<() => void>();
  let ended = false;
  const after: Timers['after'] = (milliseconds, run) => {
    let timer: unknown;
    const cancel = () => {
      platform.clearTimeout(timer);
      waiting.delete(fire);
    };
    const fire = () => {
      cancel();
      run();
    };
    waiting.add(fire);
    if (ended) fire();
    else if (milliseconds !== undefined) timer = platform.setTimeout(fire, milliseconds);
    return cancel;
  };
  return {
    after,
    pause: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    end() {
      ended = true;
      for (const fire of waiting) fire();
    },
  };
}

/** Lets go when the caller does; the work itself, shared with others, goes on. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignalLike | null | undefined): Promise<T> =>
  signal
    ? new Promise((resolve, reject) => {
        const abort = () => reject(abortReason(signal));
        signal.addEventListener('abort', abort);
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
      })
    : work;

/** Some environments abort without a reason. */
export const abortReason = ({ reason }: AbortSignalLike): unknown =>
  reason === undefined ? Object.assign(new Error('Aborted'), { name: 'AbortError' }) : reason;

const FIRST_MS = 4_000;
const LONGEST_MS = 60_000;
const LONGEST_ASKED_S = 3_600;

/**
 * Milliseconds to wait after so many failures in a row: doubling, jittered, never less than was asked for (an hour at
 * most).
 */
export function pauseAfter(failures: number, retryAfter: number | null): number {
  const growing =
    failures && Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (0.5 + Math.random() / 2);
  return Math.max(growing, Math.min(retryAfter ?? 0, LONGEST_ASKED_S) * 1000);
}
