import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { createReads, type ReadOutcome, type ReadSettings, routedPool } from './replica.ts';

type Answer = { has: boolean | null; isReplica: boolean } | Error;

/** A pool that is asked how it stands, and whose connections say where they lead. */
const pool = (name: string, answers: Answer[] = []) => {
  let asked = 0;
  const query = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return { rows: [name === 'primary' ? { at: '0/1', system: '7' } : answer] };
  };
  return {
    pool: { query, connect: async () => name, end: async () => undefined } as unknown as Pool,
    asked: () => asked,
  };
};

const CAUGHT_UP = { has: true, isReplica: true };
const BEHIND = { has: false, isReplica: true };
const failure = (code: string) => Object.assign(new Error(code), { code });

let outcomes: ReadOutcome[];
beforeEach(() => {
  outcomes = [];
});

/** Readings with a replica that says so of itself. @returns also where a query would go. */
function readsWith(answers: Answer[], settings: ReadSettings = {}) {
  const [primary, replica] = [pool('primary'), pool('replica', answers)];
  const routed = routedPool(primary.pool, replica.pool);
  const where = async () => String(await routed.connect());
  const reads = createReads(primary.pool, replica.pool, {
    onRead: (outcome) => outcomes.push(outcome),
    ...settings,
  });
  return { reads, where, asked: replica.asked };
}

describe('a reading', () => {
  test('is done at a replica that has all that was committed, and nothing else is', async () => {
    const { reads, where } = readsWith([CAUGHT_UP]);
    expect(await reads(where)).toBe('replica');
    expect(await where()).toBe('primary');
    expect(outcomes).toEqual(['replica']);
  });

  test('waits a little for a replica that is behind', async () => {
    const { reads, where, asked } = readsWith([BEHIND, BEHIND, CAUGHT_UP], { patienceMs: 60_000 });
    expect(await reads(where)).toBe('replica');
    expect(asked()).toBe(3);
  });

  test.each([
    ['behind for longer', [BEHIND], 'behind'],
    ['away', [failure('ECONNREFUSED')], 'away'],
    ['promoted, or of another database', [{ has: true, isReplica: false }], 'away'],
  ] as const)('is done at the primary when the replica is %s', async (_state, answers, outcome) => {
    const { reads, where } = readsWith([...answers], { patienceMs: 0 });
    expect(await reads(where)).toBe('primary');
    expect(outcomes).toEqual([outcome]);
  });

  test('leaves a replica that is away alone for a while', async () => {
    const { reads, where, asked } = readsWith([failure('ECONNREFUSED'), CAUGHT_UP]);
    expect(await reads(where)).toBe('primary');
    expect(await reads(where)).toBe('primary');
    expect(asked()).toBe(1);
    expect(outcomes).toEqual(['away', 'away']);
  });

  test.each([
    ['stands in the way of what comes from the primary', '40001', 'behind'],
    ['loses its connection', '57P01', 'away'],
    ['writes after all', '25006', 'wrote'],
  ] as const)('that %s is done again at the primary', async (_what, code, outcome) => {
    const { reads, where } = readsWith([CAUGHT_UP]);
    const places: string[] = [];
    const work = async () => {
      places.push(await where());
      if (places.length === 1) throw failure(code);
      return 'done';
    };
    expect(await reads(work)).toBe('done');
    expect(places).toEqual(['replica', 'primary']);
    expect(outcomes).toEqual([outcome]);
  });

  test('that fails by itself, or of which somebody has seen a part, is not done again', async () => {
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
