import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] };

const dist = join(import.meta.dirname, '..', 'dist');

export const read = (file: string): Buffer => readFileSync(join(dist, file));

/** Chunks of the application and of the public page by their entry module. */
const manifest: Record<string, Chunk> = Object.assign(
  {},
  ...['referral', 'manifest'].map((name) => JSON.parse(read(`.vite/${name}.json`).toString())),
);

/** Key of the chunk of a group in `vite.config.ts`. */
export function findChunk(name: string): string {
  const key = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (key === undefined) throw new Error(`The build has no chunk with the name «${name}».`);
  return key;
}

function getChunk(key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk «${key}».`);
  return chunk;
}

/** Keys of the given chunks and of their static imports, recursively. */
export function withImports(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of getChunk(key).imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return seen;
}

/** Files of the chunks, including stylesheets. */
export const getFiles = (keys: Iterable<string>): Set<string> =>
  new Set(
    [...keys].flatMap((key) => {
      const { file, css = [] } = getChunk(key);
      return [file, ...css];
    }),
  );
