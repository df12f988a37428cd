import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { FRAME, filesOf, type Manifest, withImports } from './manifest.ts';
import { callsOf } from './page-calls.ts';
import { paths } from './src/shared/paths.ts';

/** A route as `src/app/routes.tsx` names it. */
const ROUTE = /\b(ownPage|page)\(paths\.(\w+), \(\) => import\('\.\.\/(pages\/[\w/-]+\.tsx)'\)/g;
/** Addresses of the files of some modules; those of the first script are in the page already. */
function filesFor(manifest: Manifest, keys: readonly string[]): string[] {
  const first = filesOf(manifest, withImports(manifest, ['index.html']));
  const files = filesOf(manifest, withImports(manifest, keys));
  return [...files].filter((file) => !first.has(file)).map((file) => `/${file}`);
}

/** Leaves a list of the calls and files of each page by its path for the server, which names them in the page: `.vite/page-files.json`. */
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
        return [address, { isOwn, files: [...callsOf(address), ...files] }] as const;
      });
      writeFileSync(join(folder, 'page-files.json'), JSON.stringify(Object.fromEntries(pages)));
    },
  };
}
