import type { Plugin } from 'vite';

/** Takes the production files of react-router, which its package does not name: without them its development warnings travel to every browser. */
export const routerInProduction = (): Plugin => ({
  name: 'router-in-production',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!/^react-router(\/dom)?$/.test(source)) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved?.id.replace('/dist/development/', '/dist/production/');
  },
});
