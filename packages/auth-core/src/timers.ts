import { platform } from './platform.ts';

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
