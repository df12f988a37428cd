import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  sourcemap: true,
  target: 'es2022',
  // Hooks run in the browser: a React Server Components bundler has to know. `treeshake` would drop the directive.
  banner: { js: "'use client';" },
});
