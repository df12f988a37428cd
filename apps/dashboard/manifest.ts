type Chunk = { file: string; imports?: string[]; css?: string[] };

/** Vite build manifest: chunks by their entry module. */
export type Manifest = Record<string, Chunk>;

/** Modules that wrap every signed-in page. */
export const FRAME = ['src/app/layout/shell.tsx', 'src/app/queries.tsx'];

function getChunk(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk «${key}».`);
  return chunk;
}

/** Keys of the given chunks and of their static imports, recursively. */
export function withImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of getChunk(manifest, key).imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return seen;
}

/** Files of the chunks, including stylesheets. */
export const getFiles = (manifest: Manifest, keys: Iterable<string>): Set<string> =>
  new Set(
    [...keys].flatMap((key) => {
      const { file, css = [] } = getChunk(manifest, key);
      return [file, ...css];
    }),
  );
