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
        codeSplitting: {
          // What every page needs travels in one file, what every form needs in another, and what pages behind the sign-in call the API
          // with in a third: in pieces they compress worse.
          groups: [
            { name: 'core', tags: ['$initial'] },
            { name: 'form', test: /src\/shared\/(errors\/|api\/failure|format\/phone|captcha\/captcha\.)/ },
            { name: 'contract', test: /[/](api-contract[/]src[/](?!referral-page-text)|zod[/])/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
