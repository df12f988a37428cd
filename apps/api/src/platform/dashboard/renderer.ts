import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Exports of a module that the build of the dashboard wrote for the server; empty when it is not built. */
export async function loadServerModule(folder: string, name: string): Promise<Record<string, unknown>> {
  const file = join(folder, `${name}.js`);
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Record<string, unknown>) : {};
}
