import { existsSync, readFileSync } from 'node:fs';
import type { TestResult } from './results.ts';

type Statement = { id: string; quote: string };
type Evidence = {
  exists: (file: string) => boolean;
  /** Ids of the product text statements covered by tests of this run (tag `spec/<id>`). `failed` holds those with a failed test. */
  shown: ReadonlySet<string>;
  failed: ReadonlySet<string>;
};

const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** Rows look like `| id | statement | files in backticks |`. */
const rowsOf = (map: string) =>
  new Map(
    map
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === 5 && !/^(-+|id)$/.test(cells[1] ?? ''))
      .map(([, id = '', , files = '']) => [id, codes(files)] as const),
  );

/**
 * Compares the map with the statements of the product text, the files of the repository and the tests of a run.
 *
 * @returns one message for each statement without a row, file or passed test, and for each row or test with an unknown id.
 */
export function problemsOf(
  map: string,
  statements: readonly Statement[],
  { exists, shown, failed }: Evidence,
): string[] {
  const rows = rowsOf(map);
  const known = new Set(statements.map(({ id }) => id));
  const unknown = [...new Set([...rows.keys(), ...shown, ...failed])].filter((id) => !known.has(id));
  return [
    ...unknown.map((id) => `${id} is no statement of the product text`),
    ...statements.flatMap(({ id, quote }) => {
      const files = rows.get(id);
      if (files === undefined) return [`no row for ${id}: ${quote}`];
      return [
        ...(files.length === 0 ? [`${id} names no file`] : []),
        ...files.filter((file) => !exists(file)).map((file) => `${id}: no file ${file}`),
        ...(failed.has(id) ? [`${id}: a test that shows it failed`] : []),
        ...(shown.has(id) || failed.has(id) ? [] : [`${id}: no test of this run shows it`]),
      ];
    }),
  ];
}

/** {@link problemsOf} for docs/product-map.md and the tests of a run. */
export function problemsOfRun(results: readonly TestResult[]): string[] {
  const idsOf = (tests: readonly TestResult[]) => new Set(tests.flatMap(({ spec }) => spec));
  return problemsOf(
    readFileSync('docs/product-map.md', 'utf8'),
    JSON.parse(readFileSync('docs/product-text.json', 'utf8')) as Statement[],
    {
      exists: existsSync,
      shown: idsOf(results.filter(({ passed }) => passed)),
      failed: idsOf(results.filter(({ passed }) => !passed)),
    },
  );
}
