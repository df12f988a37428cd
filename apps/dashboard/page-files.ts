import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { paths } from './src/shared/paths.ts';

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** A route as `src/app/routes.tsx` names it. */
const ROUTE = /\b(ownPage|page)\(paths\.(\w+), \(\) => import\('\.\.\/(pages\/[\w/-]+\.tsx)'\)/g;
/** What every page behind the login stands in. */
const FRAME = ['src/app/layout/shell.tsx', 'src/app/queries.tsx'];

/** Files of modules and of all they import; those of the first script are in the page already. */
function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const seen = new Set(['index.html']);
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (seen.has(key) || chunk === undefined) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return [...files];
}

/** Leaves a list of the files of each page by its path for the server, which names them in the page: `.vite/page-files.json`. */
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
        const files = filesOf(manifest, [...(isOwn ? FRAME : []), `src/${page}`]);
        return [paths[path as keyof typeof paths], { isOwn, files }] as const;
      });
      writeFileSync(join(folder, 'page-files.json'), JSON.stringify(Object.fromEntries(pages)));
    },
  };
}
