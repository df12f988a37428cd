import { expect, test } from 'vitest';
import { serialByKey } from './serial.ts';

/** A job that ends when told to. */
function job() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  const run = () => {
    started = true;
    return promise;
  };
  return { run, finish: resolve, fail: reject, hasStarted: () => started };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('jobs of one key run one after another, of different keys side by side', async () => {
  const serial = serialByKey();
  const [first, second, other] = [job(), job(), job()];
  const results = [serial('a', first.run), serial('a', second.run), serial('b', other.run)];
  await turn();
  expect([first, second, other].map((each) => each.hasStarted())).toEqual([true, false, true]);
  first.finish('1');
  await turn();
  expect(second.hasStarted()).toBe(true);
  second.finish('2');
  other.finish('3');
  expect(await Promise.all(results)).toEqual(['1', '2', '3']);
});

test('a job that fails holds up nobody and fails for its caller alone', async () => {
  const serial = serialByKey();
  const [first, second] = [job(), job()];
  const failed = serial('a', first.run);
  const next = serial('a', second.run);
  first.fail(new Error('no'));
  second.finish('yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
