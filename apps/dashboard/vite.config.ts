import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

export default defineConfig({
  plugins: [react(), precompress()],
  // The server puts a fresh nonce here at every request.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Browsers that know light-dark(): for older ones it is rewritten to variables that Mantine never sets.
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    manifest: true,
    rolldownOptions: {
      output: {
        // One piece for all pages: most of it is the schema library, which each of them needs.
        codeSplitting: { groups: [{ name: 'contract', test: /[\\/](api-contract|zod)[\\/]/ }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
