import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { build } from 'vite';
import type { Pages } from './api.ts';

export { startApi } from './api.ts';

const examples = join(import.meta.dirname, '..');

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves folders by path prefix; a path without an extension is the index page. */
const filesOf =
  (folders: Readonly<Record<string, string>>): Pages =>
  async (path, response) => {
    const prefix = Object.keys(folders).find((each) => path.startsWith(each)) ?? '/';
    const folder = folders[prefix] ?? '';
    const name = extname(path) === '' ? 'index.html' : path.slice(prefix.length);
    const file = await readFile(join(folder, name)).catch(() => undefined);
    if (file) response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(file);
    return file !== undefined;
  };

/** The plain page, with the package from the folder `authCore`. */
export const plainPage = (authCore: string): Pages =>
  filesOf({ '/auth-core/': authCore, '/': join(examples, 'html') });

/** The page of Vite and React, built into `folder`. */
export async function vitePage(folder: string): Promise<Pages> {
  await build({
    root: join(examples, 'vite-react'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  return filesOf({ '/': folder });
}
