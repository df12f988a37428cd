import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineStyles } from './mantine-styles.ts';
import { precompress } from './precompress.ts';

export default defineConfig({
  plugins: [mantineStyles(), react(), precompress()],
  // The server puts a fresh nonce here at every request.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Browsers that know light-dark(): for older ones it is rewritten to variables that Mantine never sets.
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    manifest: true,
    // The same browsers preload modules by themselves.
    modulePreload: { polyfill: false },
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
            {
              name: 'form',
              test: /src\/shared\/(errors\/|api\/(ask|failure)|format\/phone|captcha\/captcha\.)/,
            },
            {
              name: 'entry',
              test: /src\/shared\/(ui\/(page\/(entry-frame|lines-and-nodes)|form\/form-failure)|captcha\/captcha-field)/,
            },
            { name: 'icons', test: /[\\/]@tabler[\\/]/ },
            { name: 'contract', test: /[\\/](api-contract|zod)[\\/](?!src[\\/]referral-page-text)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
