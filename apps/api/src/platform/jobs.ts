import { pause } from './pause.ts';

/** Part of a job that does not wait for the other parts. */
export type Task = { key: string; run: (signal: AbortSignal) => Promise<unknown> };

/** Work that a process repeats in the background. */
export type Job = {
  /** Label in the metrics and the log. */
  name: string;
  /** Milliseconds from the end of a run to the next run. */
  every: number;
  /** Does the work, or returns its independent tasks. The signal aborts when the process stops. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a job without tasks returns nothing.
  run: (signal: AbortSignal) => Promise<readonly Task[] | void>;
};

export type JobCallbacks = {
  /** Called after each run. */
  onRun: (name: string, seconds: number, hasFailed: boolean) => void;
  onError: (name: string, error: unknown) => void;
};

export type JobRunner = ReturnType<typeof createJobRunner>;

/** Repeats jobs independently of each other. Neither a job nor a task overlaps with itself. */
export function createJobRunner(jobs: readonly Job[], { onRun, onError }: JobCallbacks) {
  const stopping = new AbortController();
  const running = new Map<string, Promise<unknown>>();
  let loops: Promise<unknown> = Promise.resolve();

  /** Returns the current run of `key`, or starts one. Errors go to `onError`. */
  function runOnce<Result>(name: string, key: string, run: (signal: AbortSignal) => Promise<Result>) {
    const current = running.get(key);
    if (current !== undefined) return current as Promise<Result>;
    const execute = async () => {
      const startedAt = performance.now();
      let hasFailed = true;
      try {
        const result = await run(stopping.signal);
        hasFailed = false;
        return result;
      } catch (error) {
        // The stop aborts calls to other servers. Those errors are expected.
        if (!stopping.signal.aborted) onError(name, error);
        throw error;
      } finally {
        running.delete(key);
        onRun(name, (performance.now() - startedAt) / 1000, hasFailed && !stopping.signal.aborted);
      }
    };
    const started = execute();
    running.set(key, started);
    return started;
  }

  async function runJob({ name, run }: Job): Promise<Promise<unknown>[]> {
    const tasks = (await runOnce(name, name, run)) ?? [];
    return tasks.map((task) => runOnce(name, `${name} ${task.key}`, task.run));
  }

  async function repeat(job: Job) {
    while (!stopping.signal.aborted) {
      const tasks = await runJob(job).catch(() => []);
      for (const task of tasks) task.catch(() => undefined);
      await pause(job.every, stopping.signal);
    }
  }

  return {
    names: jobs.map(({ name }) => name),

    /** Starts all jobs. The first run is immediate. */
    start() {
      loops = Promise.all(jobs.map(repeat));
    },

    /** Runs a job with its tasks once. @throws the first error. */
    async run(name: string): Promise<void> {
      const job = jobs.find((candidate) => candidate.name === name);
      if (job === undefined) throw new Error(`There is no job ${name}.`);
      await Promise.all(await runJob(job));
    },

    /** Starts no further runs. Resolves when the current ones have ended. */
    async stop() {
      stopping.abort();
      await loops;
      await Promise.allSettled(running.values());
    },
  };
}
