/** Callbacks for the jobs of a queue. */
export type QueueWatch = {
  /** A job starts to wait. */
  entered: () => void;
  /** A job starts, at once or after a wait in milliseconds. */
  began: (waitedMs: number, hasWaited: boolean) => void;
  /** A job is refused. */
  refused: () => void;
};

export type QueueSettings = {
  /** Number of concurrent jobs with the same key. */
  atOnce: number;
  /** Number of further jobs with the same key that may wait. */
  waiting: number;
  /** Returns the error for a refused job. */
  refusal: () => Error;
  watch?: QueueWatch | undefined;
};

/**
 * Runs a limited number of jobs per key, in the order of their calls. Jobs with different keys do not wait for each other.
 *
 * @throws the refusal when too many jobs wait, so that memory and waiting time stay bounded.
 */
export function queueByKey({ atOnce, waiting, refusal, watch }: QueueSettings) {
  const queues = new Map<string, { running: number; line: (() => void)[] }>();
  return async <Result>(key: string, job: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { running: 0, line: [] };
    queues.set(key, queue);
    if (queue.running < atOnce) {
      queue.running += 1;
      watch?.began(0, false);
    } else if (queue.line.length >= waiting) {
      watch?.refused();
      throw refusal();
    } else {
      const since = performance.now();
      watch?.entered();
      await new Promise<void>((resolve) => queue.line.push(resolve));
      watch?.began(performance.now() - since, true);
    }
    try {
      return await job();
    } finally {
      const next = queue.line.shift();
      // The next job takes over the slot.
      if (next !== undefined) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}
