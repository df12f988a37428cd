import PQueue from 'p-queue';

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
  const queues = new Map<string, PQueue>();

  function createQueue(key: string) {
    const queue = new PQueue({ concurrency: atOnce });
    queue.addEventListener('idle', () => queues.delete(key));
    queues.set(key, queue);
    return queue;
  }

  return async <Result>(key: string, job: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? createQueue(key);
    const hasToWait = queue.pending >= atOnce;
    if (hasToWait && queue.size >= waiting) {
      watch?.refused();
      throw refusal();
    }
    if (hasToWait) watch?.entered();
    const since = performance.now();
    return queue.add(() => {
      watch?.began(performance.now() - since, hasToWait);
      return job();
    });
  };
}
