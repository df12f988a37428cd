/** Time that passes when told to. */
export interface FakeClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets so many milliseconds pass: timers run in order, and what awaits them with them. */
  advance(milliseconds: number): Promise<void>;
  /** Number of waiting timers. */
  timers(): number;
  /** Gives the real time back. */
  restore(): void;
}

interface Clockwork {
  setTimeout: (run: (...values: unknown[]) => void, milliseconds?: number, ...values: unknown[]) => unknown;
  clearTimeout: (timer: unknown) => void;
  Date: { now(): number };
}

/** Puts `setTimeout`, `clearTimeout` and `Date.now` of this process or page under control, until `restore()`. */
export function fakeClock(start = Date.now()): FakeClock {
  const real = globalThis as unknown as Clockwork;
  const { setTimeout, clearTimeout } = real;
  const { now } = real.Date;
  const waiting = new Map<number, { readonly at: number; run(): void }>();
  let present = start;
  let serial = 0;
  // A turn of the real loop: whatever awaits something has gone on by then.
  const breathe = () => new Promise<void>((resolve) => void setTimeout(() => resolve(), 0));

  real.Date.now = () => present;
  real.setTimeout = (run, milliseconds = 0, ...values) => {
    serial += 1;
    waiting.set(serial, { at: present + Math.max(0, milliseconds), run: () => run(...values) });
    return serial;
  };
  real.clearTimeout = (timer) => {
    if (!waiting.delete(timer as number)) clearTimeout(timer);
  };

  return {
    now: () => present,
    async advance(milliseconds) {
      const end = present + milliseconds;
      await breathe();
      for (;;) {
        const [next] = [...waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
        if (!next) break;
        const [timer, { at, run }] = next;
        waiting.delete(timer);
        present = at;
        run();
        await breathe();
      }
      present = end;
    },
    timers: () => waiting.size,
    restore() {
      Object.assign(real, { setTimeout, clearTimeout });
      real.Date.now = now;
    },
  };
}
