import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readMetrics, sumSamples } from '../test/setup/metrics-reader.ts';
import { createJobRunner, type Job, type JobRunner } from './platform/jobs.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';

let metrics: Metrics;
let runner: JobRunner | undefined;
let errors: [string, unknown][];
let counts: Record<string, number>;
const count = (key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

beforeEach(() => {
  metrics = createMetrics();
  errors = [];
  counts = {};
});
afterEach(() => runner?.stop());

function start(...jobs: Job[]): JobRunner {
  runner = createJobRunner(jobs, {
    onRun: metrics.watch.onJobRun,
    onError: (name, error) => errors.push([name, error]),
  });
  metrics.watch.onJobs(runner.names);
  runner.start();
  return runner;
}

const metric = async (name: string, job: string) =>
  sumSamples(readMetrics(await metrics.text()), name, { job });

describe('background jobs', () => {
  test('a job that throws is repeated and does not stop the others', async () => {
    const error = new Error('broken');
    start(
      { name: 'broken', every: 1, run: () => Promise.reject(error) },
      {
        name: 'broken-at-once',
        every: 1,
        run() {
          throw error;
        },
      },
      { name: 'sound', every: 1, run: async () => count('sound') },
    );
    await expect.poll(() => counts['sound']).toBeGreaterThan(3);
    await expect.poll(() => errors.filter(([name]) => name === 'broken').length).toBeGreaterThan(3);
    expect(errors).toContainEqual(['broken', error]);
    expect(errors).toContainEqual(['broken-at-once', error]);
    expect(errors.map(([name]) => name)).not.toContain('sound');
    expect(await metric('job_failures_total', 'broken')).toBeGreaterThan(3);
    expect(await metric('job_last_success_timestamp_seconds', 'broken')).toBe(0);
    expect(await metric('job_failures_total', 'sound')).toBe(0);
    expect(await metric('job_duration_seconds_count', 'sound')).toBeGreaterThan(3);
    expect(await metric('job_last_success_timestamp_seconds', 'sound')).toBeGreaterThan(0);
  });

  test('a slow job does not overlap with itself', async () => {
    let [runs, current, highest] = [0, 0, 0];
    start({
      name: 'slow',
      every: 1,
      async run() {
        current += 1;
        highest = Math.max(highest, current);
        await pause(20);
        current -= 1;
        runs += 1;
      },
    });
    await expect.poll(() => runs).toBeGreaterThan(3);
    expect(highest).toBe(1);
    expect(await metric('job_duration_seconds_sum', 'slow')).toBeGreaterThan(0.05);
  });

  test('a slow task delays neither other tasks nor overlaps with itself', async () => {
    const release = Promise.withResolvers<void>();
    start({
      name: 'tasks',
      every: 1,
      run: async () => [
        { key: 'slow', run: () => release.promise.then(() => count('slow')) },
        { key: 'fast', run: async () => count('fast') },
        { key: 'broken', run: () => Promise.reject(new Error('broken')) },
      ],
    });
    await expect.poll(() => counts['fast']).toBeGreaterThan(3);
    expect(counts['slow']).toBeUndefined();
    release.resolve();
    await expect.poll(() => counts['slow']).toBeGreaterThan(0);
    expect(await metric('job_failures_total', 'tasks')).toBeGreaterThan(3);
  });

  test('the stop aborts the signal, waits for running jobs and tasks, and starts no others', async () => {
    let [runs, ended] = [0, 0];
    const finish = async () => {
      await pause(30);
      ended += 1;
    };
    const { stop } = start(
      {
        name: 'job',
        every: 1,
        async run() {
          runs += 1;
          await finish();
        },
      },
      { name: 'tasks', every: 1, run: async () => [{ key: 'one', run: finish }] },
      {
        name: 'waits',
        every: 1,
        run: (signal) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    );
    await expect.poll(() => runs).toBe(1);
    await stop();
    expect(ended).toBe(2);
    expect(errors).toEqual([]);
    expect(await metric('job_failures_total', 'waits')).toBe(0);
    await pause(10);
    expect(runs).toBe(1);
  });

  test('the metrics contain a job before its first run', async () => {
    metrics.watch.onJobs(['rare']);
    const samples = readMetrics(await metrics.text());
    for (const name of ['job_failures_total', 'job_duration_seconds_count'])
      expect(samples.some((sample) => sample.name === name && sample.labels['job'] === 'rare')).toBe(true);
  });

  test('a single run includes the tasks and reports their error', async () => {
    const single = createJobRunner(
      [
        {
          name: 'tasks',
          every: 1,
          run: async () => [{ key: 'one', run: () => Promise.reject(new Error('one')) }],
        },
      ],
      { onRun: () => undefined, onError: () => undefined },
    );
    await expect(single.run('tasks')).rejects.toThrow('one');
    await expect(single.run('unknown')).rejects.toThrow('There is no job unknown.');
  });
});
