import { findPostgres } from './postgres-programs.ts';

/**
 * Sweeps: tests of every case with every value on either database. In the test command each has a short form, in which every case,
 * every value and every database occurs, though not each with each other; `LONG=1` runs all of them.
 */
function isLong(): boolean {
  const { LONG = '' } = process.env;
  return LONG !== '';
}

function isOnPostgres(): boolean {
  const { TEST_POSTGRES = '' } = process.env;
  return TEST_POSTGRES !== '';
}

const OF = 6;

/** Predicate: the embedded database gets this case, one of six, and of the next six another: in no step with the lists of values that cases take turns with. */
const isForEmbedded = (index: number) => (index + Math.floor(index / OF)) % OF === 0;

/** Cases for the database at hand: most of them for PostgreSQL, which needs a fraction of the time, and the rest for the embedded one. */
export function share<Case>(cases: readonly Case[]): Case[] {
  if (isLong() || findPostgres() === undefined) return [...cases];
  return cases.filter((_, index) => isForEmbedded(index) !== isOnPostgres());
}

/** Values for the case with this number, taken in turn: other ones for the next case, and other ones on the other database. */
export function some<Value>(values: readonly Value[], index: number, count = 1): Value[] {
  if (isLong()) return [...values];
  const first = index * count + (isOnPostgres() ? Math.floor(values.length / 2) : 0);
  return Array.from(
    { length: Math.min(count, values.length) },
    (_, at) => values[(first + at) % values.length] as Value,
  );
}
