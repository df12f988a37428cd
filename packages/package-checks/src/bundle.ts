import { build, type Plugin } from 'esbuild';

/** Excludes matching imports from the bundle, without side effects. */
const exclude = (filter: RegExp): Plugin => ({
  name: 'exclude',
  setup: ({ onResolve }) =>
    onResolve({ filter }, ({ path }) => ({ path, external: true, sideEffects: false })),
});

/** Ignores the `sideEffects` field of package.json, so that only the code counts. */
const ignoreSideEffectsField: Plugin = {
  name: 'ignore sideEffects field',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@referral-dashboard\// }, async ({ path, pluginData, ...options }) =>
      pluginData === 'resolving'
        ? undefined
        : { ...(await resolve(path, { ...options, pluginData: 'resolving' })), sideEffects: true },
    );
  },
};

/** Bundles `source` in the project at `folder` as minified ESM for ES2022, without React. */
export async function bundle(folder: string, source: string, more: RegExp[] = []): Promise<Uint8Array> {
  const result = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    plugins: [...[/^react($|\/)/, ...more].map(exclude), ignoreSideEffectsField],
  });
  return result.outputFiles[0]?.contents ?? new Uint8Array();
}
