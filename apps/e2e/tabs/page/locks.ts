const pending = new Set<Promise<unknown>>();
let refusals = 0;

const locks: LockManager | undefined = navigator.locks;
if (locks) {
  const request = locks.request.bind(locks) as (
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => Promise<unknown>,
  ) => Promise<unknown>;
  const watched: typeof request = async (name, options, work) => {
    const done = request(name, options, (lock) => {
      if (lock === null) refusals += 1;
      return work(lock);
    });
    pending.add(done);
    try {
      return await done;
    } finally {
      pending.delete(done);
    }
  };
  Object.defineProperty(locks, 'request', { value: watched });
}

/** Number of times a lock was already taken in this tab. */
export const lockRefusals = () => refusals;

/** Resolves when this tab neither holds nor waits for a lock. */
export async function locksSettled(): Promise<void> {
  while (pending.size > 0) await Promise.allSettled(pending);
}
