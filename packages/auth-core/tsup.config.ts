import { defineConfig, type Options } from 'tsup';

/** Each entry by itself: nothing shared, whose file would have another name with each version. */
const build = (name: string, entry: string): Options => ({
  entry: { [name]: entry },
  format: ['esm', 'cjs'],
  dts: true,
  // The first to begin clears the folder of both.
  clean: name === 'index',
  sourcemap: true,
  treeshake: true,
  target: 'es2022',
});

export default defineConfig([build('index', 'src/index.ts'), build('testing', 'src/testing.ts')]);
