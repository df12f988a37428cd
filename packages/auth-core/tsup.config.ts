import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/** Entries are built separately: a shared chunk would get a new file name with each version. */
const build = (name: string, entry: string): Options => ({
  entry: { [name]: entry },
  format: ['esm', 'cjs'],
  dts: true,
  sourcemap: true,
  treeshake: true,
  target: 'es2022',
});

export default defineConfig(() => {
  // The `clean` option of one entry may remove declarations that the other has just written.
  rmSync('dist', { recursive: true, force: true });
  return [build('index', 'src/index.ts'), build('testing', 'src/testing.ts')];
});
