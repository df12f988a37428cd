import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { createReads, type ReadOutcome, type ReadSettings, routedPool } from './replica.ts';

type QueryResult = { has: boolean | null; isReplica: boolean } | Error;

/** A pool with fixed query results. Instead of a connection it returns its name. */
const pool = (name: string, results: QueryResult[] = []) => {
  let queryCount = 0;
  const query = async () => {
    const result = results[Math.min(queryCount, results.length - 1)];
    queryCount += 1;
    if (result instanceof Error) throw result;
    return { rows: [name === 'primary' ? { at: '0/1', system: '7' } : result] };
  };
  return {
    pool: { query, connect: async () => name, end: async () => undefined } as unknown as Pool,
    queryCount: () => queryCount,
  };
};

const CAUGHT_UP = { has: true, isReplica: true };
const LAGGING = { has: false, isReplica: true };
const failure = (code: string) => Object.assign(new Error(code), { code });

let outcomes: ReadOutcome[];
beforeEach(() => {
  outcomes = [];
});

/** Returns `createReads` with a replica that reports these states. `where` resolves to the pool that a query uses. */
function readsWith(results: QueryResult[], settings: ReadSettings = {}) {
  const [primary, replica] = [pool('primary'), pool('replica', results)];
  const routed = routedPool(primary.pool, replica.pool);
  const where = async () => String(await routed.connect());
  const reads = createReads(primary.pool, replica.pool, {
    onRead: (outcome) => outcomes.push(outcome),
    ...settings,
  });
  return { reads, where, queryCount: replica.queryCount };
}

describe('a read', () => {
  test('uses a replica that has all committed data; other queries use the primary', async () => {
    const { reads, where } = readsWith([CAUGHT_UP]);
    expect(await reads(where)).toBe('replica');
    expect(await where()).toBe('primary');
    expect(outcomes).toEqual(['replica']);
  });

  test('waits a little for a replica that lags', async () => {
    const { reads, where, queryCount } = readsWith([LAGGING, LAGGING, CAUGHT_UP], { maxWaitMs: 60_000 });
    expect(await reads(where)).toBe('replica');
    expect(queryCount()).toBe(3);
  });

  test.each([
    ['lagging for longer', [LAGGING], 'lagging'],
    ['unreachable', [failure('ECONNREFUSED')], 'unreachable'],
    ['promoted, or of another database', [{ has: true, isReplica: false }], 'unreachable'],
  ] as const)('uses the primary when the replica is %s', async (_state, results, outcome) => {
    const { reads, where } = readsWith([...results], { maxWaitMs: 0 });
    expect(await reads(where)).toBe('primary');
    expect(outcomes).toEqual([outcome]);
  });

  test('does not query an unreachable replica for a while', async () => {
    const { reads, where, queryCount } = readsWith([failure('ECONNREFUSED'), CAUGHT_UP]);
    expect(await reads(where)).toBe('primary');
    expect(await reads(where)).toBe('primary');
    expect(queryCount()).toBe(1);
    expect(outcomes).toEqual(['unreachable', 'unreachable']);
  });

  test.each([
    ['conflicts with changes from the primary', '40001', 'lagging'],
    ['loses its connection', '57P01', 'unreachable'],
    ['writes', '25006', 'wrote'],
  ] as const)('that %s is repeated on the primary', async (_what, code, outcome) => {
    const { reads, where } = readsWith([CAUGHT_UP]);
    const databases: string[] = [];
    const work = async () => {
      databases.push(await where());
      if (databases.length === 1) throw failure(code);
      return 'done';
    };
    expect(await reads(work)).toBe('done');
    expect(databases).toEqual(['replica', 'primary']);
    expect(outcomes).toEqual([outcome]);
  });

  test('does not run again after an error of the query, or when part of the result was sent', async () => {
    const { reads } = readsWith([CAUGHT_UP]);
    let times = 0;
    const fail = (code: string) => async () => {
      times += 1;
      throw failure(code);
    };
    await expect(reads(fail('22P02'))).rejects.toThrow('22P02');
    await expect(reads(fail('57P01'), () => false)).rejects.toThrow('57P01');
    expect(times).toBe(2);
  });
});
