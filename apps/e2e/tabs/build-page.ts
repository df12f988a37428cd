import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const authCore = resolve(import.meta.dirname, '../../../packages/auth-core/src');

const HTML = `<!doctype html>
<html lang="en">
<link rel="icon" href="data:,">
<title>starting</title>
<script type="module" src="/tab.js"></script>
</html>
`;

/** Replaces both storage delays in auth-core's source. Throws when the source has other delays. */
const withWait = (milliseconds: number): Plugin => ({
  name: 'contended-wait',
  setup({ onLoad }) {
    onLoad({ filter: /auth-core\/src\/refresh\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const delays = /(const (?:CONTENDED_WAIT|HOLD_AFTER_WRITE)_MS = )\d+;/g;
      if (source.match(delays)?.length !== 2) throw new Error(`No storage delays to replace in ${path}`);
      const contents = source.replace(delays, `$1${milliseconds};`);
      return { contents, loader: 'ts' };
    });
  },
});

/** Builds a minimal page with auth-core's source into a folder; `wait` overrides its storage delay in milliseconds. */
export async function buildPage(folder: string, wait: number | undefined): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'page/tab.ts')],
    outfile: join(folder, 'tab.js'),
    alias: { '@referral-dashboard/auth-core': join(authCore, 'index.ts') },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    plugins: wait === undefined ? [] : [withWait(wait)],
  });
  writeFileSync(join(folder, 'index.html'), HTML);
}
