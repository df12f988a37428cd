import { z } from 'zod';
import { integer } from './values.ts';

/** Maximum amount: 100 billion roubles. Arithmetic up to this amount is exact. */
export const MAX_KOP = 10_000_000_000_000;

/** A positive amount in whole kopecks. */
export const positiveKop = integer({ min: 1, max: MAX_KOP });

/** An amount in whole kopecks, zero included. */
export const kop = integer({ min: 0, max: MAX_KOP });

/** A sum of amounts in a response, in kopecks. Exact up to 2^53, which is 90 trillion roubles. */
export const totalKop = z.number();

/** A share in basis points: 1 is 0.01 %, 10000 is 100 %. */
export const bps = integer({ min: 1, max: 10_000 });

/** Returns a share of an amount in whole kopecks, rounded half up. Exact up to `MAX_KOP`. */
export const computeShare = (amountKop: number, shareBps: number): number =>
  Number((BigInt(amountKop) * BigInt(shareBps) + 5000n) / 10_000n);

/** Returns the sum of amounts in kopecks. */
export const sumAmounts = (rows: readonly { amount_kop: number }[]): number =>
  rows.reduce((sum, { amount_kop }) => sum + amount_kop, 0);
