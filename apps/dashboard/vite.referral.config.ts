import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { browsers, packageSources } from './vite.config.ts';
import { zodInBrowser } from './zod-in-browser.ts';

/**
 * Builds the public page separately from the dashboard. Shared modules are in both builds, so that neither page loads code of the
 * other.
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
