import { afterEach, describe, expect, test } from 'vitest';
import { handleErrors } from '../failures.ts';
import { createHttp } from './http.ts';
import { checkHosts, getSiteUrl } from './site.ts';

let app: ReturnType<typeof createHttp>;
afterEach(() => app.close());

/** Returns the status and the body of a server that responds with its own address. */
async function requestSite(
  headers: Record<string, string>,
  { publicUrl, trustProxy = [] }: { publicUrl?: string; trustProxy?: string[] } = {},
) {
  app = createHttp({ logLevel: 'silent', trustProxy });
  handleErrors(app);
  checkHosts(app);
  app.get('/', async (request) => getSiteUrl(request, publicUrl));
  const { statusCode, body } = await app.inject({ url: '/', headers });
  return [statusCode, body];
}

test.each([
  'example.ru',
  'example.ru:8443',
  'localhost:3000',
  '127.0.0.1:1',
  '[::1]:3000',
  '[2001:db8::1]',
  'xn--e1afmkfd.xn--p1ai',
  'my_service',
  'example.ru.',
])('a request to %s determines the address of the site', async (host) => {
  expect(await requestSite({ host })).toEqual([200, `http://${host}`]);
});

const WRONG = [
  ...[
    '[',
    ']',
    '[::1',
    '::1',
    'a b',
    'a/b',
    'a@b',
    'a?b',
    'a#b',
    'a\\b',
    '.',
    '-',
    'a..b:x',
    'x:',
    'x:123456',
  ],
  ...[
    'x:99999',
    '[zz]',
    '"><script>',
    'a,',
    'http://a',
    'пример.рф',
    `${'a'.repeat(300)}.ru`,
    '%00',
    '1.2.3.4.5:0x',
  ],
];

describe.each(WRONG)('a host of %j', (host) => {
  test('is refused from a client and from a trusted proxy', async () => {
    const refused = [400, expect.stringContaining('составлен неверно')];
    expect(await requestSite({ host })).toEqual(refused);
    await app.close();
    const forwarded = { host: 'example.ru', 'x-forwarded-host': host };
    expect(await requestSite(forwarded, { trustProxy: ['loopback'] })).toEqual(refused);
    await app.close();
    expect(await requestSite(forwarded)).toEqual([200, 'http://example.ru']);
  });
});

test('a setting takes precedence over all headers', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const settings = { publicUrl: 'https://example.ru', trustProxy: ['loopback'] };
  expect(await requestSite(headers, settings)).toEqual([200, 'https://example.ru']);
});

test('only the protocols HTTP and HTTPS are accepted from a trusted proxy', async () => {
  const forwarded = (proto: string) => ({ host: 'example.ru', 'x-forwarded-proto': proto });
  expect(await requestSite(forwarded('https'), { trustProxy: ['loopback'] })).toEqual([
    200,
    'https://example.ru',
  ]);
  await app.close();
  expect(await requestSite(forwarded('javascript'), { trustProxy: ['loopback'] })).toEqual([
    200,
    'http://example.ru',
  ]);
});
