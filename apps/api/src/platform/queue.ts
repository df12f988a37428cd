import PQueue from 'p-queue';

/** Callbacks for the jobs of a queue. */
export type QueueWatch = {
  /** Called when a job has to wait. */
  onWait: () => void;
  /** Called when a job starts, at once or after a wait in milliseconds. */
  onStart: (waitedMs: number, hasWaited: boolean) => void;
  /** Called when a job is refused. */
  onRefuse: () => void;
};

export type QueueSettings = {
  /** Number of concurrent jobs with the same key. */
  atOnce: number;
  /** Number of further jobs with the same key that may wait. */
  maxWaiting: number;
  /** Returns the error for a refused job. */
  refusal: () => Error;
  watch?: QueueWatch | undefined;
};

/**
 * Runs a limited number of jobs per key, in the order of their calls. Jobs with different keys do not wait for each other.
 *
 * @throws the refusal when too many jobs wait, so that memory and waiting time stay bounded.
 */
export function queueByKey({ atOnce, maxWaiting, refusal, watch }: QueueSettings) {
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
    if (hasToWait && queue.size >= maxWaiting) {
      watch?.onRefuse();
      throw refusal();
    }
    if (hasToWait) watch?.onWait();
    const enteredAt = performance.now();
    return queue.add(() => {
      watch?.onStart(performance.now() - enteredAt, hasToWait);
      return job();
    });
  };
}
