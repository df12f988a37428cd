import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as imports from '../manifest.ts';

const dist = join(import.meta.dirname, '..', 'dist');

// One folder holds two builds: the dashboard and the public page.
const manifest: imports.Manifest = Object.assign(
  {},
  ...['referral', 'manifest'].map((name) =>
    JSON.parse(readFileSync(join(dist, `.vite/${name}.json`), 'utf8')),
  ),
);

/** {@link imports.withImports} applied to this build. */
export const withImports = (keys: readonly string[]) => imports.withImports(manifest, keys);

/** {@link imports.getFiles} applied to this build. */
export const getFiles = (keys: Iterable<string>) => imports.getFiles(manifest, keys);

export const read = (file: string): Buffer => readFileSync(join(dist, file));
