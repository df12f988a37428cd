import type { ImportRows, ImportUndo, ImportView } from '@referral-dashboard/api-contract';
import { api, type Caller, ok, type World } from './world.ts';

export const IMPORTS = `${api}/imports/`;

/** Returns a CSV file in base64. */
export const toFile = (lines: readonly string[]) => Buffer.from(lines.join('\r\n')).toString('base64');

/** Returns functions that import files. */
export function createImporter({ boss, server }: World) {
  /** Uploads a file with the columns that the server guesses. */
  const upload = async (kind: string, lines: readonly string[], by: Caller = boss) =>
    ok<ImportView>(await by.post(IMPORTS, { kind, name: 'Выгрузка.csv', data: toFile(lines) }));

  const read = async (id: string, by: Caller = boss) => ok<ImportView>(await by.get(`${IMPORTS}${id}/`));

  async function check({ id, settings }: ImportView, more: object = {}, by: Caller = boss) {
    ok(await by.post(`${IMPORTS}${id}/check/`, { ...settings, ...more }));
    await server.runImports();
    return read(id, by);
  }

  async function run({ id }: ImportView, by: Caller = boss) {
    ok(await by.post(`${IMPORTS}${id}/run/`));
    await server.runImports();
    return read(id, by);
  }

  async function undo(id: string, by: Caller = boss) {
    ok(await by.post(`${IMPORTS}${id}/undo/`));
    await server.runImports();
    return read(id, by);
  }

  return {
    undo,
    previewUndo: async (id: string) => ok<ImportUndo>(await boss.get(`${IMPORTS}${id}/undo/`)),
    upload,
    read,
    check,
    run,
    load: async (kind: string, lines: readonly string[], more: object = {}, by: Caller = boss) =>
      run(await check(await upload(kind, lines, by), more, by), by),
    rows: async (id: string, state: string) =>
      ok<ImportRows>(await boss.get(`${IMPORTS}${id}/rows/?state=${state}`)).results,
  };
}
