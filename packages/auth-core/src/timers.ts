import { platform } from './platform.ts';

/** Timers and other waiting that ends at once when the instance is disposed of. */
export interface Timers {
  /** Runs `run` after so many milliseconds (`undefined`: only at the end). Returns a cancel function. */
  after(milliseconds: number | undefined, run: () => void): () => void;
  pause(milliseconds: number): Promise<void>;
  /** Runs everything that is still waiting, now. */
  end(): void;
}

export function createTimers(): Timers {
  const waiting = new Set<() => void>();
  const after: Timers['after'] = (milliseconds, run) => {
    const fire = () => {
      cancel();
      run();
    };
    const timer = milliseconds === undefined ? undefined : platform.setTimeout(fire, milliseconds);
    const cancel = () => {
      platform.clearTimeout(timer);
      waiting.delete(fire);
    };
    waiting.add(fire);
    return cancel;
  };
  return {
    after,
    pause: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    end() {
      for (const fire of [...waiting]) fire();
    },
  };
}
