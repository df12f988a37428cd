import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compile } from 'svelte/compiler';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const standIn = (name: string) => fileURLToPath(new URL(`test/stand-ins/${name}.ts`, import.meta.url));

/** Replaces the address in the examples with the address of the test's server. */
const aimed: Plugin = {
  name: 'aimed',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/examples/') ? code.replaceAll("'http://127.0.0.1:8000'", 'process.env.API_URL') : undefined,
};

const documents = [
  '../docs/auth/recipes.md',
  '../docs/auth/migration.md',
  '../packages/auth-core/README.md',
].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** `recipe:name` is the example of that name in the documents above, with the address of the test's server. */
const recipes: Plugin = {
  name: 'recipes',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('recipe:') ? `/${id}.ts` : undefined),
  load(id) {
    const name = /^\/recipe:([\w-]+)\.ts$/.exec(id)?.[1];
    if (!name) return undefined;
    const text = documents.map((file) => readFileSync(file, 'utf8')).join('\n');
    const code = new RegExp(`<!-- example: ${name} -->\n\n\`\`\`ts\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1];
    if (!code) throw new Error(`No example is named ${name}`);
    return code.replaceAll("'https://api.example.com'", 'process.env.API_URL');
  },
};

const svelte: Plugin = {
  name: 'svelte',
  transform: (code, id) =>
    id.endsWith('.svelte') ? compile(code, { filename: id, generate: 'client' }).js : undefined,
};

/** Zod of the contract, for an example in the README. */
const contract = createRequire(new URL('../packages/api-contract/package.json', import.meta.url));

const resolve = {
  alias: {
    zod: contract.resolve('zod'),
    'next/headers': standIn('next-headers'),
    'react-native': standIn('react-native'),
    'expo-secure-store': standIn('expo-secure-store'),
  },
};

export default defineConfig({
  test: {
    // Examples run as separate processes, some after a compilation.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/package.json' }]],
    projects: [
      {
        plugins: [aimed, recipes],
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
          // Without this they resolve to their builds for servers.
          server: { deps: { inline: ['svelte', 'solid-js'] } },
        },
      },
    ],
  },
});
