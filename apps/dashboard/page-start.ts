import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

const NAME = 'page-start.js';

/** Minifies the script inlined in every page. Vite copies files from `public` unchanged. */
export function pageStart(): Plugin {
  let file = '';
  return {
    name: 'page-start',
    apply: 'build',
    configResolved({ root, build }) {
      file = join(root, build.outDir, NAME);
    },
    closeBundle: () => writeFileSync(file, minifySync(NAME, readFileSync(file, 'utf8')).code),
  };
}
