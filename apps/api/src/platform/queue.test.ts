import { expect, test } from 'vitest';
import { queueByKey } from './queue.ts';

/** A job that the test completes. */
function job() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  const run = () => {
    started = true;
    return promise;
  };
  return { run, finish: resolve, fail: reject, hasStarted: () => started };
}
const settings = { atOnce: 1, maxWaiting: 2, refusal: () => new Error('full') };
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('jobs with the same key run one after another, jobs with different keys run concurrently', async () => {
  const queue = queueByKey(settings);
  const [first, second, other] = [job(), job(), job()];
  const results = [queue('a', first.run), queue('a', second.run), queue('b', other.run)];
  await turn();
  expect([first, second, other].map((each) => each.hasStarted())).toEqual([true, false, true]);
  first.finish('1');
  await turn();
  expect(second.hasStarted()).toBe(true);
  second.finish('2');
  other.finish('3');
  expect(await Promise.all(results)).toEqual(['1', '2', '3']);
});

test('a failed job rejects only its own caller and does not block the queue', async () => {
  const queue = queueByKey(settings);
  const [first, second] = [job(), job()];
  const failed = queue('a', first.run);
  const next = queue('a', second.run);
  first.fail(new Error('no'));
  second.finish('yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('the queue runs `atOnce` jobs and lets `maxWaiting` jobs wait', async () => {
  const queue = queueByKey({ ...settings, atOnce: 2 });
  const jobs = Array.from({ length: 4 }, job);
  const results = jobs.map(({ run }) => queue('a', run));
  await expect(queue('a', job().run)).rejects.toThrow('full');
  expect(jobs.map((each) => each.hasStarted())).toEqual([true, true, false, false]);
  jobs[1]?.finish('2');
  await turn();
  expect(jobs.map((each) => each.hasStarted())).toEqual([true, true, true, false]);
  for (const each of jobs) each.finish('done');
  expect(await Promise.all(results)).toEqual(['done', '2', 'done', 'done']);
});

test('the queue accepts jobs again after running jobs have ended', async () => {
  const queue = queueByKey({ ...settings, maxWaiting: 0 });
  const first = job();
  const running = queue('a', first.run);
  await expect(queue('a', job().run)).rejects.toThrow('full');
  first.finish('1');
  await running;
  expect(await queue('a', async () => 'again')).toBe('again');
});
