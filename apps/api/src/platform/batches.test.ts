import { expect, test, vi } from 'vitest';
import { inBatches } from './batches.ts';

/** Queries that the test completes itself. The result of a key is its double. */
function createQueries() {
  const queries: { keys: readonly number[]; respond: () => void; fail: (error: Error) => void }[] = [];
  const send = (keys: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      queries.push({ keys, respond: () => resolve(keys.map((key) => key * 2)), fail: reject });
    });
  return {
    find: inBatches(send),
    /** Resolves to the query with this index as soon as it is sent. */
    query: async (number: number) => {
      await vi.waitUntil(() => queries.length > number, { interval: 1 });
      const query = queries[number];
      if (!query) throw new Error(`No query ${number}`);
      return query;
    },
    queries,
  };
}

test('keys requested at once share a query', async () => {
  const { find, query } = createQueries();
  const all = [1, 2, 3].map(find);
  const { keys, respond: answer } = await query(0);
  expect(keys).toEqual([1, 2, 3]);
  answer();
  expect(await Promise.all(all)).toEqual([2, 4, 6]);
});

test('keys requested during a query share the next query', async () => {
  const { find, query, queries } = createQueries();
  const first = find(1);
  const { respond: answer } = await query(0);
  const others = [2, 3].map(find);
  expect(queries).toHaveLength(1);
  answer();
  expect(await first).toBe(2);
  const next = await query(1);
  expect(next.keys).toEqual([2, 3]);
  next.respond();
  expect(await Promise.all(others)).toEqual([4, 6]);
});

test('a key is queried again when it is requested again', async () => {
  const { find, query } = createQueries();
  for (const round of [0, 1]) {
    const result = find(7);
    (await query(round)).respond();
    expect(await result).toBe(14);
  }
});

test('a failed query rejects only its own keys, and the next query runs', async () => {
  const { find, query } = createQueries();
  // One key more than a query takes.
  const all = Array.from({ length: 101 }, (_, key) => find(key));
  const refused = Promise.allSettled(all.slice(0, 100));
  (await query(0)).fail(new Error('lost'));
  expect((await refused).map(({ status }) => status)).toEqual(Array(100).fill('rejected'));
  const next = await query(1);
  expect(next.keys).toEqual([100]);
  next.respond();
  expect(await all[100]).toBe(200);
});
