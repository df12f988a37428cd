import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../../..');
const recipes = readFileSync(resolve(root, 'docs/auth/recipes.md'), 'utf8');

/** Recipes that call the server at logout, and the path they call. */
const calls = [
  { name: 'logout', path: '/api/token/blacklist/' },
  { name: 'cookie', path: '/auth/logout' },
  { name: 'keycloak', path: '/realms/demo/protocol/openid-connect/revoke' },
];

/** Page script that exports the `auth` of a recipe, with the API at `api`. */
async function scriptOf(name: string, api: string): Promise<string> {
  const code = new RegExp(`<!-- example: ${name} -->\n\n\`\`\`ts\n(.*?)^\`\`\`$`, 'ms').exec(recipes)?.[1];
  if (!code) throw new Error(`No recipe is named ${name}`);
  const { outputFiles } = await build({
    stdin: {
      contents: `${code.replaceAll('https://api.example.com', api)}\nObject.assign(window, { auth });`,
      loader: 'ts',
      resolveDir: root,
    },
    alias: { '@referral-dashboard/auth-core': resolve(root, 'packages/auth-core/src/index.ts') },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Tokens and a user in the formats of all three recipes. */
const everything = JSON.stringify({
  access: 'access-1',
  refresh: 'refresh-1',
  accessToken: 'access-1',
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  name: 'Olga',
});

/** An API on another origin, so that most requests need a preflight, which takes 300 ms. */
async function startApi() {
  const received: string[] = [];
  const { url, close } = await listen((request, response) => {
    received.push(`${request.method} ${request.url}`);
    const headers = {
      'access-control-allow-origin': request.headers.origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, content-type, x-csrftoken',
      'content-type': 'application/json',
    };
    setTimeout(
      () => response.writeHead(200, headers).end(everything),
      request.method === 'OPTIONS' ? 300 : 0,
    );
  });
  return { url, close, received };
}

for (const { name, path } of calls) {
  for (const keepalive of [true, false]) {
    // A form post needs no preflight, so Keycloak's request may be sent in time even without keepalive.
    if (!keepalive && name === 'keycloak') continue;
    const title = keepalive
      ? `the logout call of the recipe «${name}» reaches the server although the page navigates at once`
      : `without keepalive the navigation cancels the logout call of the recipe «${name}»`;

    test(title, async ({ page }) => {
      const api = await startApi();
      const script = await scriptOf(name, api.url);
      const web = await listen((request, response) => {
        const isScript = request.url === '/page.js';
        response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
        response.end(
          isScript
            ? script
            : '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
        );
      });
      if (!keepalive)
        await page.addInitScript(() => {
          const original = window.fetch;
          window.fetch = (input, init) => original(input, { ...init, keepalive: false });
        });
      await page.goto(web.url);
      await page.evaluate(async () => {
        const { auth } = window as unknown as { auth: { login(credentials: object): Promise<unknown> } };
        await auth.login({ username: 'olga', email: 'olga@example.test', password: 'secret' });
      });
      await page.evaluate(() => {
        const { auth } = window as unknown as { auth: { logout(): Promise<void> } };
        void auth.logout().then(() => location.assign('/login'));
      });
      await page.waitForURL('**/login');
      const call = `POST ${path}`;
      if (keepalive) await expect.poll(() => api.received).toContain(call);
      else {
        await page.waitForTimeout(1_000);
        expect(api.received).not.toContain(call);
      }
      api.close();
      web.close();
    });
  }
}
