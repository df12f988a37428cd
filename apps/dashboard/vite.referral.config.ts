import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { browsers, packageSources } from './vite.config.ts';
import { zodInBrowser } from './zod-in-browser.ts';

/**
 * Build of the public page alone, beside that of the dashboard: what both need is in both, so that neither loads what the other
 * brings along.
 */
export default defineConfig({
  plugins: [zodInBrowser(), react(), precompress()],
  resolve: { alias: packageSources },
  html: { cspNonce: '__CSP_NONCE__' },
  publicDir: false,
  build: {
    ...browsers,
    emptyOutDir: false,
    manifest: '.vite/referral.json',
    rolldownOptions: { input: 'referral.html' },
  },
});
