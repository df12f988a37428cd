import { fileURLToPath } from 'node:url';
import { compile } from 'svelte/compiler';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const standIn = (name: string) => fileURLToPath(new URL(`test/stand-ins/${name}.ts`, import.meta.url));

/** The address that the examples name becomes that of the test's server. */
const aimed: Plugin = {
  name: 'aimed',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/examples/') ? code.replaceAll("'http://127.0.0.1:8000'", 'process.env.API_URL') : undefined,
};

const svelte: Plugin = {
  name: 'svelte',
  transform: (code, id) =>
    id.endsWith('.svelte') ? compile(code, { filename: id, generate: 'client' }).js : undefined,
};

const resolve = {
  alias: {
    'next/headers': standIn('next-headers'),
    'react-native': standIn('react-native'),
    '@react-native-async-storage/async-storage': standIn('async-storage'),
  },
};

export default defineConfig({
  test: {
    // Examples run as separate processes, some after a compilation.
    testTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/package.json' }]],
    projects: [
      {
        plugins: [aimed],
        resolve,
        test: { name: 'node', include: ['test/*.test.{ts,tsx}'], exclude: ['test/page.test.ts'] },
      },
      {
        plugins: [aimed, svelte],
        resolve: { ...resolve, conditions: ['browser', 'module', 'import', 'default'] },
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['test/page.test.ts'],
          // What a browser would get of them, not what a server would.
          server: { deps: { inline: ['svelte', 'solid-js'] } },
        },
      },
    ],
  },
});
