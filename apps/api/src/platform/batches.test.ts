import { expect, test, vi } from 'vitest';
import { inBatches } from './batches.ts';

/** Questions that are answered when told to, with their keys doubled. */
function questions() {
  const asked: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = (keys: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      asked.push({ keys, answer: () => resolve(keys.map((key) => key * 2)), fail: reject });
    });
  return {
    find: inBatches(ask),
    /** The question with this number, once it is asked. */
    question: async (number: number) => {
      await vi.waitUntil(() => asked.length > number, { interval: 1 });
      const question = asked[number];
      if (!question) throw new Error(`No question ${number}`);
      return question;
    },
    asked,
  };
}

test('what is asked at once goes together', async () => {
  const { find, question } = questions();
  const all = [1, 2, 3].map(find);
  const { keys, answer } = await question(0);
  expect(keys).toEqual([1, 2, 3]);
  answer();
  expect(await Promise.all(all)).toEqual([2, 4, 6]);
});

test('what is asked while a question is under way goes together into the next', async () => {
  const { find, question, asked } = questions();
  const first = find(1);
  const { answer } = await question(0);
  const others = [2, 3].map(find);
  expect(asked).toHaveLength(1);
  answer();
  expect(await first).toBe(2);
  const next = await question(1);
  expect(next.keys).toEqual([2, 3]);
  next.answer();
  expect(await Promise.all(others)).toEqual([4, 6]);
});

test('the same key asked for later is asked anew', async () => {
  const { find, question } = questions();
  for (const round of [0, 1]) {
    const found = find(7);
    (await question(round)).answer();
    expect(await found).toBe(14);
  }
});

test('a question that fails fails for those in it, and the next goes on', async () => {
  const { find, question } = questions();
  // One more than goes into a question.
  const all = Array.from({ length: 101 }, (_, key) => find(key));
  const refused = Promise.allSettled(all.slice(0, 100));
  (await question(0)).fail(new Error('lost'));
  expect((await refused).map(({ status }) => status)).toEqual(Array(100).fill('rejected'));
  const next = await question(1);
  expect(next.keys).toEqual([100]);
  next.answer();
  expect(await all[100]).toBe(200);
});
