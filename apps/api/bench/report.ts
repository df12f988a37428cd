import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the median, the minimum and the maximum of the rounds. */
export type Figure = { what: string; unit: string; median: number; least: number; most: number };

export function figure(what: string, unit: string, rounds: readonly number[]): Figure {
  const sorted = rounds.map(Math.round).toSorted((one, other) => one - other);
  const [least = 0, median = 0, most = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return { what, unit, median, least, most };
}

/** Prints figures and writes them to `reports/bench-<name>.json` for `pnpm bench`. */
export function report(name: string, rows: readonly (Figure & { baseline?: Figure })[]) {
  console.table(rows.flatMap(({ baseline, ...row }) => (baseline === undefined ? [row] : [row, baseline])));
  const folder = join(import.meta.dirname, '../reports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `bench-${name}.json`), JSON.stringify(rows, null, 2));
}
