import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { type CachedFile, computeEtag } from '../http/content/send-cached.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Returns the path of a request, without the query. */
export const getRequestPath = ({ url }: { url: string }) => url.replace(/\?.*/s, '');

/**
 * Reads a build into memory and returns its files by path. Requests then never access the disk and cannot leave the folder. Skips names
 * that begin with a dot: build tools use them for their own files.
 */
export function readBuild(folder: string): ReadonlyMap<string, CachedFile> {
  const read = (name: string) => readFileSync(join(folder, name));
  const compressed = (name: string) => (existsSync(join(folder, name)) ? read(name) : undefined);
  const names = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

  return new Map(
    names.map((name) => {
      const identity = read(name);
      const br = compressed(`${name}.br`);
      const gzip = compressed(`${name}.gz`);
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      const file = { type, etag: computeEtag(identity), identity, ...(br && { br }), ...(gzip && { gzip }) };
      return [`/${name.replaceAll('\\', '/')}`, file] as const;
    }),
  );
}
