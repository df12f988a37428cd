import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { prerenderLogin } from './prerender-login.ts';
import { routerInProduction } from './router-in-production.ts';

const { API_ORIGIN: api = 'http://127.0.0.1:3000' } = process.env;
const source = (name: string) => resolve(import.meta.dirname, `../../packages/${name}/src/index.ts`);

/** Target browsers. */
export const browsers = {
  target: 'es2023',
  // These browsers support light-dark(). For older targets the build would replace it with variables that Mantine does not set.
  cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  // The target browsers support module preload.
  modulePreload: { polyfill: false },
};

export default defineConfig({
  plugins: [routerInProduction(), react(), precompress(), prerenderLogin()],
  resolve: {
    alias: {
      '@': resolve(import.meta.dirname, 'src'),
      // Sources of workspace packages, so that changes apply without building the packages.
      '@referral-dashboard/auth-core': source('auth-core'),
      '@referral-dashboard/react-auth': source('react-auth'),
    },
  },
  // The server replaces the placeholder with a new nonce for every request.
  html: { cspNonce: '__CSP_NONCE__' },
  builder: {
    async buildApp({ build, environments }) {
      for (const environment of Object.values(environments)) await build(environment);
    },
  },
  environments: {
    /** The application. */
    client: {
      build: {
        ...browsers,
        manifest: true,
        rolldownOptions: {
          output: {
            // Without groups a page would load over a hundred files. A group takes the dependencies of its modules along. With a
            // smaller `minShareCount` pages load more code that they do not use, with a larger one they load more files. Pages of links
            // are opened by visitors without a session, so they load no code of the shell.
            codeSplitting: {
              groups: [
                { name: 'core', tags: ['$initial'] },
                { name: 'link-pages', test: /[\\/]pages[\\/]account[\\/](invite|reset)\.tsx$/ },
                {
                  name: 'shell',
                  test: /[\\/]src[\\/]app[\\/](layout[\\/]shell|page-reads|queries)\.tsx?$|@tabler/,
                },
                { name: 'format', test: /[\\/]src[\\/]shared[\\/]format[\\/]/, minShareCount: 8 },
                { name: 'records', test: /[\\/]src[\\/]shared[\\/]ui[\\/]records/ },
                { name: 'common', minShareCount: 16 },
              ],
            },
          },
        },
      },
    },
    /** The public page, apart from the application, so that neither loads code of the other. */
    referral: {
      consumer: 'client',
      build: {
        ...browsers,
        manifest: '.vite/referral.json',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'referral.html' },
      },
    },
    /** The script for the organization's own site, which older browsers load too. */
    snippet: {
      consumer: 'client',
      build: {
        target: 'es2020',
        modulePreload: { polyfill: false },
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/snippet/snippet.ts',
          output: { format: 'iife', entryFileNames: 'snippet.js' },
        },
      },
    },
    /** Pages rendered in Node: the sign-in form by the build, the public page by the server. */
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/.server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: ['src/sign-in-markup.tsx', 'src/referral-server.tsx'] },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api/': api, '^/policy/': api } },
  clearScreen: false,
});
