import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { FRAME, getFiles, type Manifest, withImports } from './manifest.ts';
import { getPageCalls } from './page-calls.ts';
import { paths } from './src/shared/paths.ts';

/** Matches a route declaration in `src/app/routes.tsx`. */
const ROUTE = /\b(ownPage|page)\(paths\.(\w+), \(\) => import\('\.\.\/(pages\/[\w/-]+\.tsx)'\)/g;
/** URLs of the files that the modules need. Files of the initial script are left out because the page already loads them. */
function filesFor(manifest: Manifest, keys: readonly string[]): string[] {
  const first = getFiles(manifest, withImports(manifest, ['index.html']));
  const files = getFiles(manifest, withImports(manifest, keys));
  return [...files].filter((file) => !first.has(file)).map((file) => `/${file}`);
}

/** Writes `.vite/page-files.json`: the API calls and files of each page by path. The server adds them to the HTML. */
export function pageFiles(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'page-files',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir, '.vite');
    },
    closeBundle() {
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
      const routes = [...readFileSync(join(root, 'src/app/routes.tsx'), 'utf8').matchAll(ROUTE)];
      const pages = routes.map(([, kind, path = '', page]) => {
        const isOwn = kind === 'ownPage';
        const files = filesFor(manifest, [...(isOwn ? FRAME : []), `src/${page}`]);
        const address = paths[path as keyof typeof paths];
        return [address, { isOwn, files: [...getPageCalls(address), ...files] }] as const;
      });
      writeFileSync(join(folder, 'page-files.json'), JSON.stringify(Object.fromEntries(pages)));
    },
  };
}
