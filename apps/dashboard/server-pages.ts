import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plugin, ViteDevServer } from 'vite';

/** Time limit for an API restart. The first start also fills the database with demo data. */
const RESTART_MS = 120_000;
const RETRY_MS = 200;

/**
 * Proxies server-rendered pages, including `/ref/`, to the API in development and adds Vite's client. While the API restarts,
 * requests are retried.
 *
 * @param api Origin of the API.
 */
export function serverPages(api: string): Plugin {
  return {
    name: 'server-pages',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (!isPage(request)) return next();
        fetchPage(vite, api, request).then(async (page) => {
          response.writeHead(page.status, [...page.headers].flat());
          response.end(await page.text());
        }, next);
      });
    },
  };
}

const isPage = ({ url = '', headers }: IncomingMessage) =>
  headers.accept?.includes('text/html') === true && !url.startsWith('/api/') && !url.startsWith('/@');

async function fetchPage(vite: ViteDevServer, api: string, request: IncomingMessage): Promise<Response> {
  const { url = '/', method = 'GET' } = request;
  const body =
    method === 'GET' || method === 'HEAD'
      ? null
      : await new Response(Readable.toWeb(request) as ReadableStream).text();
  const answer = await ask(new URL(url, api), {
    method,
    body,
    headers: forwarded(request),
    redirect: 'manual',
  });
  const headers = new Headers(answer.headers);
  // Vite's client uses inline scripts and styles, which the policy forbids. The length and encoding describe the original body.
  for (const name of ['content-security-policy', 'content-length', 'content-encoding']) headers.delete(name);
  const text = await answer.text();
  const isHtml = headers.get('content-type')?.startsWith('text/html') === true;
  return new Response(isHtml ? await vite.transformIndexHtml(url, text) : text, {
    status: answer.status,
    headers,
  });
}

function forwarded({ headers }: IncomingMessage): Headers {
  const kept = ['accept', 'accept-language', 'content-type', 'cookie', 'user-agent', 'origin'];
  return new Headers(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])) as [
      string,
      string,
    ][],
  );
}

async function ask(url: URL, init: RequestInit): Promise<Response> {
  const until = Date.now() + RESTART_MS;
  for (;;) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(RETRY_MS);
    }
  }
}
