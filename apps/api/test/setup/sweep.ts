import { findPostgres } from './postgres-programs.ts';

/**
 * A sweep tests every case with every value on both databases when `LONG=1` is set. Without it, every case, every value and both
 * databases occur, but not every combination.
 */
function isLong(): boolean {
  const { LONG = '' } = process.env;
  return LONG !== '';
}

function isOnPostgres(): boolean {
  const { TEST_POSTGRES = '' } = process.env;
  return TEST_POSTGRES !== '';
}

const EMBEDDED_STEP = 6;

/** Returns true for one case of six. The position shifts in every group, so that it does not coincide with the rotation of values. */
const isForEmbedded = (index: number) => (index + Math.floor(index / EMBEDDED_STEP)) % EMBEDDED_STEP === 0;

/** Returns the cases for the current database: most of them on PostgreSQL, which is faster, the rest on the embedded one. */
export function selectCases<Case>(cases: readonly Case[]): Case[] {
  if (isLong() || findPostgres() === undefined) return [...cases];
  return cases.filter((_, index) => isForEmbedded(index) !== isOnPostgres());
}

/** Returns values for a case in rotation: they differ for the next case and on the other database. */
export function selectValues<Value>(values: readonly Value[], index: number, count = 1): Value[] {
  if (isLong()) return [...values];
  const first = index * count + (isOnPostgres() ? Math.floor(values.length / 2) : 0);
  return Array.from(
    { length: Math.min(count, values.length) },
    (_, at) => values[(first + at) % values.length] as Value,
  );
}
