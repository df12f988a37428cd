import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** Serves a folder from memory with precompressed files, as the baseline of a page. */
export async function serveStatic(folder: string, pages: Readonly<Record<string, string>> = {}) {
  const kept = new Map<string, Buffer>();
  const read = (path: string): Buffer | undefined => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const file = join(folder, path);
    const body = pages[path] ?? (existsSync(file) ? readFileSync(file) : undefined);
    if (body === undefined) return undefined;
    const packed = brotliCompressSync(body);
    kept.set(path, packed);
    return packed;
  };
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url.replace(/\?.*/s, '');
    const body = read(path);
    if (body === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'br' })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
