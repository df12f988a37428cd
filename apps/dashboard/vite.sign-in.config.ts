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

/** Writes the markup of the sign-in page, with and without a support link, to `.vite/sign-in.json` for the server. */
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

/** Renders the sign-in page in Node after the dashboard build, so that the server can include it in the HTML. */
export default defineConfig({
  plugins: [mantineStyles(), react(), signInPage()],
  resolve: { alias: packageSources },
  publicDir: false,
  build: { ssr: 'src/sign-in-markup.tsx', outDir: FOLDER, emptyOutDir: true },
});
