import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Compresses a file with the maximum brotli quality. */
export const brotli = (body: Buffer) => brotliCompressSync(body, BEST);

async function compress(file: string) {
  const body = await readFile(file);
  await Promise.all([
    promisify(brotliCompress)(body, BEST).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(body, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

/** Writes a `.br` and a `.gz` copy of every text file of the build so that the server does not compress at run time. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const files = globSync('**/*.{js,css,svg}', { cwd: folder }).map((name) => join(folder, name));
      // An earlier build may have already compressed its files in the same folder.
      await Promise.all(files.filter((file) => !existsSync(`${file}.br`)).map(compress));
    },
  };
}
