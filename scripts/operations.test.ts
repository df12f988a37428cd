import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BREAKING_MIGRATIONS } from '../apps/api/src/database/migrations/breaking.ts';

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const MEGABYTE = 1024 * 1024;

const escaped = (text: string) => text.replaceAll('$', '\\$');
const numberIn = (text: string) => Number(text.replaceAll('_', ''));

/** Returns the value of an initializer in a source: a product of numbers and constants of the same file. */
function product(source: string, expression: string): number {
  return expression
    .split('*')
    .map((factor) => factor.trim())
    .map((factor) =>
      /^[\d_]+$/.test(factor) ? numberIn(factor) : product(source, initializer(source, factor)),
    )
    .reduce((total, factor) => total * factor, 1);
}

function initializer(source: string, name: string): string {
  const found = new RegExp(`const ${escaped(name)}(?:: \\w+)? = (.+);`).exec(source)?.[1];
  if (found === undefined) throw new Error(`no constant ${name}`);
  return found;
}

function property(source: string, object: string, key: string): number {
  const found = new RegExp(`\\b${key}: ([\\w *]+)`).exec(object)?.[1];
  if (found === undefined) throw new Error(`no property ${key} in ${object}`);
  return product(source, found);
}

/** Returns a constant of a source as the page writes it: `5 in 15 minutes` for a limit, otherwise a number or a period. */
function constantOf(file: string, name: string): { count?: number; size?: number } {
  const source = readFileSync(`apps/api/src/${file}`, 'utf8');
  const [constant = '', key] = name.split('.');
  const found = initializer(source, constant);
  if (key !== undefined) return { size: property(source, found, key) };
  if (!found.startsWith('{')) return { size: product(source, found) / (name.endsWith('_MS') ? 1000 : 1) };
  return { count: property(source, found, 'max'), size: property(source, found, 'seconds') };
}

/** Parses a value of the page: a number, a period in the unit of the constant, a size in bytes, or a number in a period. */
function parsed(text: string, name: string): { count?: number; size?: number } {
  const [, count, size = '', unit = ''] =
    /^(?:(\d+) in )?(\d+)(?: (second|minute|hour|day|MB)s?)?$/.exec(text) ?? [];
  const scale = name.endsWith('_DAYS') || unit === '' ? 1 : unit === 'MB' ? MEGABYTE : (SECONDS[unit] ?? 0);
  return { ...(count !== undefined && { count: Number(count) }), size: Number(size) * scale };
}

const page = readFileSync('docs/operations.md', 'utf8');
const rows = [...page.matchAll(/^\|([^|]+)\|([^|]+)\| `([\w/.-]+\.ts)` `([\w.]+)` +\|$/gm)].map(
  ([, what = '', value = '', file = '', name = '']) => ({
    what: what.trim(),
    value: value.trim(),
    file,
    name,
  }),
);

test('the page on operations lists limits with their constants', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)('docs/operations.md states «$what» as the code does', ({ value, file, name }) => {
  expect(parsed(value, name)).toEqual(constantOf(file, name));
});

test('docs/operations.md shows commands of the server that exist', () => {
  const { scripts } = JSON.parse(readFileSync('apps/api/package.json', 'utf8')) as { scripts: object };
  const named = [...page.matchAll(/(?:^ {4}(?:[A-Z_]+=\S+ )*|`)api ([\w:-]+)/gm)].map(
    ([, command = '']) => command,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((command) => !(command in scripts))).toEqual([]);
});

/** Migrations that rename tables no running process accesses: a new partition, and tables used by triggers. */
const INVISIBLE_RENAMES = ['0033-click-months', '0051-functions'];

/** Migrations that add a constraint which statements of the previous version violate, or rows that it would not write. */
const NEW_CONSTRAINTS = ['0061-reward-places', '0062-transfers', '0079-clients'];

test('docs/operations.md lists the migrations that need a stop of all processes', () => {
  const upgrade = page.split('## Upgrade')[1]?.split('\n## ')[0] ?? '';
  const listed = [...upgrade.matchAll(/^- `(\d{4}-[\w-]+)`$/gm)].map(([, name]) => name);
  expect(listed).toEqual(BREAKING_MIGRATIONS);
});

test('every migration that renames, drops or converts tables or columns needs a stop', () => {
  const folder = 'apps/api/src/database/migrations';
  const changing = readdirSync(folder).filter((file) =>
    /\brename (?:column|to)\b|\bdrop (?:column|table)\b|\balter column \S+ type\b/.test(
      readFileSync(`${folder}/${file}`, 'utf8'),
    ),
  );
  const names = changing.map((file) => file.replace('.ts', ''));
  expect([...names, ...NEW_CONSTRAINTS].sort()).toEqual(
    [...BREAKING_MIGRATIONS, ...INVISIBLE_RENAMES].sort(),
  );
});
