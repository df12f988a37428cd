import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

type Markup = { signInMarkup: (supportUrl: string) => string };

/** Writes the markup of the sign-in page, with and without a support link, to `.vite/sign-in.json` for the server. */
export const prerenderLogin = (): Plugin => ({
  name: 'prerender-login',
  apply: 'build',
  buildApp: {
    order: 'post',
    async handler({ config, environments: { ssr } }) {
      if (ssr === undefined) throw new Error('The build has no environment «ssr».');
      const rendered = resolve(config.root, ssr.config.build.outDir, 'sign-in-markup.js');
      const { signInMarkup } = (await import(pathToFileURL(rendered).href)) as Markup;
      const markup = { helped: signInMarkup('mailto:__SUPPORT_URL__'), bare: signInMarkup('') };
      writeFileSync(join(config.root, config.build.outDir, '.vite/sign-in.json'), JSON.stringify(markup));
    },
  },
});
