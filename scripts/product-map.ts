/**
 * Checks docs/product-map.md against the product text's statements, the tree and the tests of this run:
 * every statement has a row, every file named is there, every test named passed.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readReport } from './results.ts';

type Statement = { id: string; quote: string };
type Evidence = { exists: (file: string) => boolean; passed: (title: string) => boolean };

const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** Rows look like `| id | statement | files in backticks | test titles in backticks |`. */
export function problemsOf(map: string, statements: Statement[], { exists, passed }: Evidence): string[] {
  const rows = new Map(
    map
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
      .filter((cells) => cells.length === 6 && !/^(-+|id)$/.test(cells[1] ?? ''))
      .map(
        ([, id = '', , files = '', tests = '']) =>
          [id, { files: codes(files), tests: codes(tests) }] as const,
      ),
  );
  const known = new Set(statements.map((statement) => statement.id));
  return [
    ...statements.filter(({ id }) => !rows.has(id)).map(({ id, quote }) => `no row for ${id}: ${quote}`),
    ...[...rows.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${id} is no statement of the product text`),
    ...[...rows].flatMap(([id, { files, tests }]) => [
      ...(files.length === 0 ? [`${id} names no file`] : []),
      ...(tests.length === 0 ? [`${id} names no test`] : []),
      ...files.filter((file) => !exists(file)).map((file) => `${id}: no file ${file}`),
      ...tests
        .filter((title) => !passed(title))
        .map((title) => `${id}: no test passed under the title «${title}»`),
    ]),
  ];
}

if (import.meta.main) {
  const results = globSync('{apps,packages}/*/reports/*.json').flatMap(readReport);
  const failed = new Set(results.filter((test) => !test.passed).map((test) => test.title));
  const titles = new Set(results.map((test) => test.title));
  const problems = problemsOf(
    readFileSync('docs/product-map.md', 'utf8'),
    JSON.parse(readFileSync('docs/product-text.json', 'utf8')) as Statement[],
    { exists: existsSync, passed: (title) => titles.has(title) && !failed.has(title) },
  );
  for (const problem of problems) console.error(`product map: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
