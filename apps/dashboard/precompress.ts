import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Size of a file as it goes over the wire: brotli at its best. */
export const brotli = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

/** Leaves a `.br` and a `.gz` beside every text file of the build, so that a server compresses nothing. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    closeBundle() {
      for (const name of globSync('**/*.{js,css,svg}', { cwd: folder })) {
        const file = join(folder, name);
        // Left by a build before this one into the same folder.
        if (existsSync(`${file}.br`)) continue;
        const body = readFileSync(file);
        writeFileSync(`${file}.br`, brotli(body));
        writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}
