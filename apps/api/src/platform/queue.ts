/** Told of a queue's jobs. */
export type QueueWatch = {
  /** A job has begun to wait. */
  entered: () => void;
  /** A job has its turn, at once or after some milliseconds. */
  began: (waitedMs: number, hasWaited: boolean) => void;
  /** There was no room for a job. */
  refused: () => void;
};

export type QueueSettings = {
  /** Number of jobs of one key that run side by side. */
  atOnce: number;
  /** Number of further jobs that may wait. */
  waiting: number;
  /** The error of those for whom there is no room. */
  refusal: () => Error;
  watch?: QueueWatch | undefined;
};

/**
 * Runs a few jobs of one key at a time, the others in the order they came; jobs of different keys do not wait for each other.
 *
 * @throws the refusal when too many wait: nobody's wait, and no memory, grows without bound.
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
      // Who is next takes over the place.
      if (next !== undefined) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}
