import type { Plugin } from 'vite';

/**
 * Resolves react-router to its production files, which its package exports do not select. The development files ship warnings to
 * users.
 */
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
