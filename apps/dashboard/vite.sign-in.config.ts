import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { mantineStyles } from './mantine-styles.ts';
import { packageSources } from './vite.config.ts';

const BUILD = join(import.meta.dirname, 'dist/.vite');
const FOLDER = join(BUILD, 'sign-in');

type Markup = { signInMarkup: (supportUrl: string) => string };

/** Leaves the markup of the sign-in page for the server, `.vite/sign-in.json`, with a support line and without. */
const signInPage = (): Plugin => ({
  name: 'sign-in-page',
  apply: 'build',
  async closeBundle() {
    const { signInMarkup } = (await import(pathToFileURL(join(FOLDER, 'sign-in-markup.js')).href)) as Markup;
    const markup = { helped: signInMarkup('mailto:__SUPPORT_URL__'), bare: signInMarkup('') };
    writeFileSync(join(BUILD, 'sign-in.json'), JSON.stringify(markup));
    rmSync(FOLDER, { recursive: true });
  },
});

/** Runs the sign-in page once without a browser, after the build of the dashboard, so that the server can write it into its answer. */
export default defineConfig({
  plugins: [mantineStyles(), react(), signInPage()],
  resolve: { alias: packageSources },
  publicDir: false,
  build: { ssr: 'src/sign-in-markup.tsx', outDir: FOLDER, emptyOutDir: true },
});
