type Chunk = { file: string; imports?: string[]; css?: string[] };

/** Chunks of a build by the modules they begin with, as Vite writes them down. */
export type Manifest = Record<string, Chunk>;

/** Modules that every page behind the login stands in. */
export const FRAME = ['src/app/layout/shell.tsx', 'src/app/queries.tsx'];

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk «${key}».`);
  return chunk;
}

/** Keys of the chunks that the browser loads with the given ones, static imports included. */
export function withImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of chunkOf(manifest, key).imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return seen;
}

/** Files of chunks, styles included. */
export const filesOf = (manifest: Manifest, keys: Iterable<string>): Set<string> =>
  new Set(
    [...keys].flatMap((key) => {
      const { file, css = [] } = chunkOf(manifest, key);
      return [file, ...css];
    }),
  );
