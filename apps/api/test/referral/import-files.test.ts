import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportView, WaitingSales } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImporter, IMPORTS } from '../setup/imports.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/imports');

type Kind = ImportView['kind'];
type Values = Readonly<Record<string, unknown>>;
/** The expected result of importing a file of another program. */
type Expected = {
  kind: Kind;
  header_row: number;
  /** Guessed header of each field. */
  columns: Readonly<Record<string, string>>;
  /** Values of the created objects by the number of the row. */
  created: Readonly<Record<string, Values>>;
  /** Reasons by the number of the row. */
  skipped: Readonly<Record<string, string>>;
  refused: Readonly<Record<string, string>>;
};

const FILES = readdirSync(FOLDER)
  .filter((name) => /\.(csv|txt|xlsx)$/.test(name))
  .map((name): [string, Expected] => {
    const path = join(FOLDER, 'expected', `${name}.json`);
    return [name, JSON.parse(readFileSync(path, 'utf8'))];
  });

let world: World;
let importer: ReturnType<typeof createImporter>;
beforeAll(async () => {
  world = await createWorld();
  importer = createImporter(world);
});
afterAll(() => world.stop());

/** Returns an object of an import. Sales of unknown clients wait for them. */
async function readObject(kind: Kind, id: string): Promise<Values> {
  if (kind !== 'sales') return ok<Values>(await world.boss.get(`${api}/${kind}/${id}/`));
  const { results } = ok<WaitingSales>(await world.boss.get(`${api}/waiting-sales/`));
  const sale = results.find((one) => one.id === id);
  if (sale === undefined) throw new Error(`no sale ${id}`);
  return sale;
}

/** Returns the values of an object that a file states. */
const pick = (object: Values, fields: Values = {}) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, object[field]]));

async function reasons(id: string, state: string) {
  const found = await importer.rows(id, state);
  return Object.fromEntries(
    found.map(({ number, reasons: all }) => [number, all.map(({ detail }) => detail).join(' ')]),
  );
}

test.each(FILES)('%s is imported row by row', async (name, expected) => {
  const { kind } = expected;
  const data = readFileSync(join(FOLDER, name)).toString('base64');
  const view = ok<ImportView>(await world.boss.post(IMPORTS, { kind, name, data }));
  const titles = view.columns.map(({ title }) => title);
  const columns = Object.fromEntries(
    Object.entries(view.settings.mapping).map(([field, column]) => [field, titles[column]]),
  );
  expect({ header_row: view.header_row, columns }).toEqual({
    header_row: expected.header_row,
    columns: expected.columns,
  });

  const program = kind === 'leads' ? (await world.program()).id : null;
  const done = await importer.run(await importer.check(view, { program }));
  const created: Record<string, Values> = {};
  for (const { number, object } of await importer.rows(done.id, 'created'))
    created[number] = pick(await readObject(kind, object ?? ''), expected.created[number]);
  expect({
    created,
    skipped: await reasons(done.id, 'skipped'),
    refused: await reasons(done.id, 'refused'),
  }).toEqual({ created: expected.created, skipped: expected.skipped, refused: expected.refused });
});
