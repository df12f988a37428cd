import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handleErrors } from '../http/failures.ts';
import { guard } from '../http/guard.ts';
import { createHttp } from '../http/server/http.ts';
import { secureHeaders } from '../http/server/security-headers.ts';
import { createDashboard, type DashboardSettings } from './dashboard.ts';
import { dashboardRoutes } from './routes.ts';

const INDEX = `<!doctype html><html lang="ru"><head>
<meta property="csp-nonce" nonce="__CSP_NONCE__">
<meta name="api-base" content="__API_BASE__">
<meta name="support-url" content="">
<meta name="captcha-site-key" content="" />
<meta name="viewport" content="width=device-width">
<script type="module" src="/assets/main-a1.js" nonce="__CSP_NONCE__"></script></head></html>`;
const SCRIPT = 'console.log("да")';

let folder: string;
let app: FastifyInstance;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'referral.html'), '<div id="root"></div>');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(join(folder, 'assets/main-a1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-a1.js.br'), 'compressed');
  writeFileSync(join(folder, 'assets/main-a1.js.gz'), gzipSync(SCRIPT));
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function serve(more: Partial<DashboardSettings> = {}, https = false) {
  app = createHttp({ logLevel: 'silent', trustProxy: [] });
  guard(app, () => Promise.reject(new Error('unexpected authentication')));
  secureHeaders(app, { https });
  handleErrors(app);
  app.register(async (site) =>
    dashboardRoutes(
      site,
      createDashboard({
        folder,
        apiBase: '',
        supportUrl: 'mailto:help@example.ru',
        captchaSiteKey: '',
        ...more,
      }),
    ),
  );
}
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ url, method, headers });
const meta = (html: string, name: string) =>
  new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];

describe('the page', () => {
  test.each([
    '/',
    '/login',
    '/ref/Code?x=1',
    '/referral/program/42',
    '/index.html',
    '/referral.html',
    '/assetsx',
  ])('is served at %s with no-cache', async (url) => {
    serve();
    const response = await get(url, { accept: 'text/html,*/*;q=0.8' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.headers).not.toHaveProperty('etag');
  });

  test('has the nonce of its policy, a new one in each response', async () => {
    serve();
    const [first, second] = [await get('/'), await get('/')];
    const nonce = /style-src 'self' 'nonce-([\w-]{20,})'/.exec(
      String(first.headers['content-security-policy']),
    )?.[1];
    expect(nonce).toBeDefined();
    expect(first.body.split(`nonce="${nonce}"`)).toHaveLength(3);
    expect(first.body).not.toMatch(/__[A-Z]/);
    expect(second.body).not.toContain(nonce);
  });

  test('gets the address of the API, the support address and the captcha key, and nothing else', async () => {
    serve({ apiBase: 'https://api.example.ru/v1', captchaSiteKey: 'ysc1_key' });
    const { body } = await get('/');
    expect(meta(body, 'api-base')).toBe('https://api.example.ru/v1');
    expect(meta(body, 'support-url')).toBe('mailto:help@example.ru');
    expect(meta(body, 'captcha-site-key')).toBe('ysc1_key');
    expect(meta(body, 'viewport')).toBe('width=device-width');
  });

  test('renders the sign-in page with its styles before any script, and does not load them again', async () => {
    const markup = '<title>Вход · Кабинет</title><main><a href="mailto:__SUPPORT_URL__">Напишите</a></main>';
    writeFileSync(join(folder, '.vite/sign-in.json'), JSON.stringify({ helped: markup, bare: '<main/>' }));
    writeFileSync(join(folder, 'assets/l.css'), 'main{color:red}');
    writeFileSync(
      join(folder, 'index.html'),
      INDEX.replace(
        '</head></html>',
        '<link rel="stylesheet" href="/assets/l.css"><title>x</title></head><body><div id="root"></div></body></html>',
      ),
    );
    serve({ supportUrl: 'https://help.example.ru/?a=1&b=2' });
    const { body } = await get('/login');
    expect(body).toContain('<title>Вход · Кабинет</title>');
    expect(body).toContain(
      '<div id="server-page" data-waits><main><a href="https://help.example.ru/?a=1&#38;b=2">Напишите</a></main></div><div id="root">',
    );
    expect(body).toMatch(/<style nonce="[\w-]+">main\{color:red\}<\/style>/);
    expect(body).not.toContain('/assets/l.css');
    expect(body).not.toMatch(/__[A-Z]/);
    expect((await get('/leads')).body).not.toContain('server-page');
  });

  test('begins with an inline script, the only one that the policy allows', async () => {
    writeFileSync(join(folder, 'first-paint.js'), SCRIPT);
    writeFileSync(
      join(folder, 'index.html'),
      INDEX.replace('<script', '<script src="/first-paint.js" nonce="__CSP_NONCE__"></script><script'),
    );
    serve();
    const { body, headers } = await get('/');
    expect(body).toContain(`<script>${SCRIPT}</script>`);
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  test('is sent compressed', async () => {
    serve();
    const response = await get('/', { 'accept-encoding': 'br' });
    expect(response.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(response.rawPayload).toString()).toContain('main-a1.js');
  });

  test('escapes settings', async () => {
    serve({ supportUrl: 'https://x/?"><script>$&$1</script>' });
    const { body } = await get('/');
    expect(meta(body, 'support-url')).toBe('https://x/?&#34;&#62;&#60;script&#62;$&#38;$1&#60;/script&#62;');
    expect(body.match(/<script/g)).toHaveLength(1);
  });

  test('answers HEAD without a body', async () => {
    serve();
    const response = await get('/login', {}, 'HEAD');
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
  });

  test('is read once: deleting the build later changes nothing', async () => {
    serve();
    await app.ready();
    rmSync(folder, { recursive: true });
    expect((await get('/login')).body).toContain('main-a1.js');
    expect((await get('/assets/main-a1.js')).body).toBe(SCRIPT);
  });

  test('explains what to do when the dashboard is not built', async () => {
    serve({ folder: join(folder, 'nothing') });
    const response = await get('/', { accept: 'text/html' });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('интерфейс не собран');
  });
});

describe('the policy', () => {
  const policy = async () => String((await get('/')).headers['content-security-policy']);

  test('allows no inline scripts, frames, plug-ins or base elements', async () => {
    serve();
    const text = await policy();
    expect(text).toContain("script-src 'self';");
    expect(text).toContain("connect-src 'self';");
    expect(text).not.toContain('unsafe');
    for (const directive of ['frame-ancestors', 'base-uri', 'object-src', 'frame-src', 'default-src']) {
      expect(text).toContain(`${directive} 'none'`);
    }
  });

  test('allows requests to the origin of another API', async () => {
    serve({ apiBase: 'https://api.example.ru/v1' });
    expect(await policy()).toContain("connect-src 'self' https://api.example.ru;");
  });

  test('allows the hosts of the captcha when a captcha is configured', async () => {
    serve({ captchaSiteKey: 'key' });
    const host = 'https://smartcaptcha.yandexcloud.net';
    for (const directive of ["script-src 'self'", "connect-src 'self'", 'frame-src']) {
      expect(await policy()).toContain(`${directive} ${host}`);
    }
  });
});

describe('a file', () => {
  test.each([
    ['br', 'gzip, deflate, br', 'compressed'],
    ['gzip', 'gzip', gzipSync(SCRIPT).toString()],
    ['gzip', 'br;q=0, gzip;q=0.5', gzipSync(SCRIPT).toString()],
    ['br', 'gzip;q=0.0 , br;q=0.1', 'compressed'],
    [undefined, 'identity, xbr', SCRIPT],
    [undefined, undefined, SCRIPT],
  ])('is sent as %s to a client that accepts %s', async (encoding, accepted, body) => {
    serve();
    const response = await get(
      '/assets/main-a1.js',
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    );
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.body).toBe(body);
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is cached forever when its name has a hash, and revalidated otherwise', async () => {
    serve();
    expect((await get('/assets/main-a1.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    const icon = await get('/favicon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
    const { etag } = icon.headers;
    const again = await get('/favicon.svg', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test.each(['/assets/gone.js', '/assets/', '/assets/..%2f..%2fpackage.json', '/api/x', '/api', '/api/'])(
    '%s does not exist: 404 in JSON, never the page',
    async (url) => {
      serve();
      const response = await get(url, { accept: 'text/html' });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ detail: 'Страница не найдена.' });
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  test('is not served when its path begins with a dot', async () => {
    serve();
    expect((await get('/.vite/manifest.json', { accept: 'application/json' })).statusCode).toBe(404);
  });

  test('is 404 when an image is requested at a path of the application', async () => {
    serve();
    expect((await get('/nothing.png', { accept: 'image/avif,image/*' })).statusCode).toBe(404);
  });

  test('is 404 for POST', async () => {
    serve();
    expect((await get('/login', {}, 'POST')).statusCode).toBe(404);
  });
});

describe('HSTS', () => {
  test.each([
    [false, undefined],
    [true, 'max-age=63072000'],
  ])('is set for https=%s to %s', async (https, expected) => {
    serve({}, https);
    expect((await get('/')).headers['strict-transport-security']).toBe(expected);
  });
});
