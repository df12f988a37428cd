import type { ImportView } from '@referral-dashboard/api-contract';
import { afterEach, expect, inject, test } from 'vitest';
import { pause } from '../../src/platform/pause.ts';
import { createClient } from '../setup/client.ts';
import { IMPORTS, toFile } from '../setup/imports.ts';
import { ok } from '../setup/world.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);

const ROWS = 500;
const LINES = [
  'ФИО;Телефон',
  ...Array.from({ length: ROWS }, (_, at) => `Петров Олег;+7903${1_000_000 + at}`),
];

/** Signs in the owner and returns functions that import a file of partners. */
async function createOwner(url: string) {
  const client = createClient({ url });
  const { access } = await client.signIn(0);
  const headers = { authorization: `Bearer ${access}` };
  const read = async (id: string) => ok<ImportView>(await client.request(`${IMPORTS}${id}/`, { headers }));
  const when = async (id: string, holds: (view: ImportView) => boolean) => {
    for (;;) {
      const view = await read(id);
      if (holds(view)) return view;
      await pause(20, AbortSignal.timeout(1000));
    }
  };
  return {
    when,
    async check() {
      const file = { kind: 'partners', name: 'Партнеры.csv', data: toFile(LINES) };
      const { id, settings } = ok<ImportView>(await client.post(IMPORTS, file, headers));
      ok(await client.post(`${IMPORTS}${id}/check/`, settings, headers));
      return when(id, ({ state }) => state === 'checked');
    },
    run: async (id: string) => ok(await client.post(`${IMPORTS}${id}/run/`, {}, headers)),
  };
}

test('an import continues after kill -9 without a lost and without a repeated row', async () => {
  const folder = dataFolder(inject('template'));
  const first = startServer(folder);
  const before = await createOwner(await first.url);
  const { id, counts } = await before.check();
  expect(counts).toMatchObject({ created: ROWS, refused: 0 });
  await before.run(id);
  const stopped = await before.when(id, (view) => view.counts.created >= 100);
  first.kill('SIGKILL');
  await first.exited;
  expect(stopped.counts.waiting).toBeGreaterThan(0);

  const second = startServer(folder);
  const after = await createOwner(await second.url);
  const done = await after.when(id, ({ state }) => state === 'done');
  expect(done.counts).toMatchObject({ created: ROWS, skipped: 0, refused: 0, waiting: 0 });
  expect((await after.check()).counts).toMatchObject({ created: 0, skipped: ROWS });
}, 400_000);
