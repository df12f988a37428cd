import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '..', 'dist');

type Chunk = { file: string; imports?: string[]; css?: string[] };

// Two builds in one folder: the dashboard, and the public page alone.
const manifest: Record<string, Chunk> = Object.assign(
  {},
  ...['referral', 'manifest'].map((name) =>
    JSON.parse(readFileSync(join(dist, `.vite/${name}.json`), 'utf8')),
  ),
);

function chunkOf(key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk «${key}».`);
  return chunk;
}

/** Keys of the chunks that the browser loads with the given ones, static imports included. */
export function withImports(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of chunkOf(key).imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return seen;
}

/** Files of chunks, styles included. */
export const filesOf = (keys: Iterable<string>): Set<string> =>
  new Set([...keys].map(chunkOf).flatMap(({ file, css = [] }) => [file, ...css]));

export const read = (file: string): Buffer => readFileSync(join(dist, file));
