import { expect, test } from 'vitest';
import { reward } from './rewards.ts';

const tiers = [
  { from: 0, fixed_kop: 100 },
  { from: 3, fixed_kop: 200 },
  { from: 10, fixed_kop: 300 },
];

test.each([[[{ from: 1, fixed_kop: 1 }]], [[tiers[0], tiers[0]]], [[tiers[0], tiers[2], tiers[1]]], [[]]])(
  'tiers that do not start at zero and increase are refused',
  (wrong) => {
    expect(reward.safeParse({ kind: 'tiered', tiers: wrong }).success).toBe(false);
  },
);
