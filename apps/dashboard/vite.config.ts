import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sharedChunks } from './chunks.ts';
import { mantineStyles } from './mantine-styles.ts';
import { pageFiles } from './page-files.ts';
import { pageStart } from './page-start.ts';
import { precompress } from './precompress.ts';
import { routerInProduction } from './router-in-production.ts';
import { serverPages } from './server-pages.ts';
import { zodInBrowser } from './zod-in-browser.ts';

const { API_ORIGIN: api = 'http://127.0.0.1:3000' } = process.env;
const source = (name: string) => resolve(import.meta.dirname, `../../packages/${name}/src/index.ts`);

/** The packages as they are written: a change is seen at once, and nobody waits for their build. */
export const packageSources = {
  '@referral-dashboard/auth-core': source('auth-core'),
  '@referral-dashboard/react-auth': source('react-auth'),
};

/** Browsers the pages are built for. */
export const browsers = {
  target: 'es2023',
  // Browsers that know light-dark(): for older ones it is rewritten to variables that Mantine never sets.
  cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  // The same browsers preload modules by themselves.
  modulePreload: { polyfill: false },
};

export default defineConfig({
  plugins: [
    mantineStyles(),
    routerInProduction(),
    zodInBrowser(),
    react(),
    pageStart(),
    precompress(),
    pageFiles(),
    serverPages(api),
  ],
  resolve: { alias: packageSources },
  // The server puts a fresh nonce here at every request.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    ...browsers,
    manifest: true,
    rolldownOptions: {
      output: {
        // The first file names all others: short names weigh less.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // What every page needs travels in one file, and what many need in a few more: in pieces they compress worse, and
          // the first names every piece there is. The words of the public page stay apart: it has no use for the rest.
          groups: [
            { name: 'core', tags: ['$initial'] },
            { name: 'words', test: /api-contract[\\/]src[\\/]position-labels/, priority: 1 },
            {
              name: 'contract',
              test: /[\\/](api-contract|zod)[\\/](?!src[\\/](referral-page-text|position-labels))/,
            },
            ...sharedChunks(),
            { name: 'icons', test: /[\\/]@tabler[\\/]/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api/': api, '^/ref/': api, '^/policy/': api } },
  clearScreen: false,
});
