import { build, type Plugin } from 'esbuild';

/** Leaves every import that matches out of the bundle, and takes none of them for a side effect. */
const leaveOut = (filter: RegExp): Plugin => ({
  name: 'leave out',
  setup: ({ onResolve }) =>
    onResolve({ filter }, ({ path }) => ({ path, external: true, sideEffects: false })),
});

/** Ignores the `sideEffects` field of package.json, so that only the code counts. */
const doubtSideEffects: Plugin = {
  name: 'doubt sideEffects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@referral-dashboard\// }, async ({ path, pluginData, ...options }) =>
      pluginData === 'asked'
        ? undefined
        : { ...(await resolve(path, { ...options, pluginData: 'asked' })), sideEffects: true },
    );
  },
};

/** Bundle of `source` in the project at `folder`: minified ESM for ES2022, React left out. */
export async function bundle(folder: string, source: string, more: RegExp[] = []): Promise<Uint8Array> {
  const result = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    plugins: [...[/^react($|\/)/, ...more].map(leaveOut), doubtSideEffects],
  });
  return result.outputFiles[0]?.contents ?? new Uint8Array();
}
