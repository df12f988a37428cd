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

/** Resolves workspace packages to their sources, so that changes apply without building the packages. */
export const packageSources = {
  '@referral-dashboard/auth-core': source('auth-core'),
  '@referral-dashboard/react-auth': source('react-auth'),
};

/** Target browsers. */
export const browsers = {
  target: 'es2023',
  // These browsers support light-dark(). For older targets the build would replace it with variables that Mantine does not set.
  cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  // The target browsers support module preload.
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
  // The server replaces the placeholder with a new nonce for every request.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    ...browsers,
    manifest: true,
    rolldownOptions: {
      output: {
        // The entry file lists all other files, so short names make it smaller.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // One chunk holds the modules of every page, and a few more hold modules shared by several pages. Many small chunks
          // compress worse and make the entry file longer. The texts of the public page have a separate chunk, because that page
          // needs nothing else from the common chunk.
          groups: [
            { name: 'core', tags: ['$initial'] },
            { name: 'words', test: /api-contract[\\/]src[\\/]values[\\/]position-labels/, priority: 1 },
            {
              name: 'contract',
              test: /[\\/](api-contract|zod)[\\/](?!src[\\/](people[\\/]phone-messages|referrals[\\/]referral-page-text|values[\\/]position-labels))/,
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
