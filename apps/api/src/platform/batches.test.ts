import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';

/** Questions that are answered when told to, with their keys doubled. */
function questions() {
  const asked: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = (keys: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      asked.push({ keys, answer: () => resolve(keys.map((key) => key * 2)), fail: reject });
    });
  return { asked, ask };
}

test('what is asked while a question is under way goes together into the next', async () => {
  const { asked, ask } = questions();
  const find = inBatches(ask, { atOnce: 1 });
  const all = [1, 2, 3].map(find);
  expect(asked.map(({ keys }) => keys)).toEqual([[1]]);
  asked[0]?.answer();
  expect(await all[0]).toBe(2);
  expect(asked.map(({ keys }) => keys)).toEqual([[1], [2, 3]]);
  asked[1]?.answer();
  expect(await Promise.all(all)).toEqual([2, 4, 6]);
});

test('the same key asked for later is asked anew', async () => {
  const { asked, ask } = questions();
  const find = inBatches(ask, { atOnce: 1 });
  const first = find(7);
  const second = find(7);
  asked[0]?.answer();
  await first;
  expect(asked).toHaveLength(2);
  asked[1]?.answer();
  expect(await second).toBe(14);
  const third = find(7);
  expect(asked).toHaveLength(3);
  asked[2]?.answer();
  expect(await third).toBe(14);
});

test('a question that fails fails for those in it, and the next goes on', async () => {
  const { asked, ask } = questions();
  const find = inBatches(ask, { atOnce: 1, size: 2 });
  const all = [1, 2, 3, 4].map(find);
  asked[0]?.answer();
  await all[0];
  asked[1]?.fail(new Error('lost'));
  await expect(all[1]).rejects.toThrow('lost');
  await expect(all[2]).rejects.toThrow('lost');
  expect(asked.map(({ keys }) => keys)).toEqual([[1], [2, 3], [4]]);
  asked[2]?.answer();
  expect(await all[3]).toBe(8);
});
