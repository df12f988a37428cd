import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../../precompress.ts';
import { browsers } from '../../vite.config.ts';

/** Builds the baseline page that the sign-in page is compared with. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: { ...browsers, outDir: 'dist', emptyOutDir: true },
});
