import { afterEach, expect, test, vi } from 'vitest';
import { html, json, OLGA } from '../test/server.ts';
import { BASE, CREDENTIALS, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page whose `fetch` resolves against `<base href="https://other.example/">`, as browsers do. */
function pageWithBase() {
  vi.stubGlobal('location', { href: 'https://shop.example/app/' });
  const asked: { url: string; authorization: string | null; body: unknown }[] = [];
  const fetch = vi.fn(async (input: string | URL | Request, init?: RequestInit) => {
    const { href, pathname } = new URL(String(input), 'https://other.example/');
    asked.push({
      url: href,
      authorization: new Headers(init?.headers).get('authorization'),
      body: init?.body,
    });
    if (pathname.endsWith('/login/')) return json({ access: 'a-1', refresh: 'r-1' });
    return json(OLGA);
  });
  return { asked, fetch };
}

test.each(['', '/v1', '/v1/', 'v1'])(
  'nothing leaves the page’s own origin with <base href> and the base %j',
  async (baseUrl) => {
    const { asked, fetch } = pageWithBase();
    const { auth } = setUp({ baseUrl, fetch });
    await auth.login(CREDENTIALS);
    await auth.fetch('/api/leads/');
    expect(asked.map(({ url }) => new URL(url).origin)).toEqual(asked.map(() => 'https://shop.example'));
    expect(asked.at(-1)?.authorization).toBe('Bearer a-1');
  },
);

test('an address without a scheme is fetched as it was resolved', async () => {
  const { asked, fetch } = pageWithBase();
  const { auth } = setUp({ baseUrl: '', fetch });
  await auth.login(CREDENTIALS);
  await auth.fetch('//shop.example/api/');
  expect(asked.at(-1)).toMatchObject({ url: 'https://shop.example/api/', authorization: 'Bearer a-1' });
});

test.each([
  ['capacitor://localhost/', '', 'otherapp://evil/x'],
  ['capacitor://localhost/', '', '/api/x/'],
  ['file:///app/index.html', '', 'file:///etc/passwd'],
  ['https://shop.example/', 'capacitor://localhost', '/api/x/'],
  ['https://shop.example/', 'https://shop.example', 'capacitor://localhost/x'],
])(
  'the page %s with the base %j sends no token to %s, and one warning is logged',
  async (page, baseUrl, input) => {
    vi.stubGlobal('location', { href: page });
    const fetch = vi.fn(async (_input: unknown, _init?: RequestInit) => json({}));
    const { auth, storage, warnings } = setUp({ baseUrl, fetch });
    leaveSession(storage, { access: 'secret', refresh: 'secret' });
    await auth.fetch(input);
    await auth.fetch(input);
    expect(fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))).toEqual([
      null,
      null,
    ]);
    expect(warnings.map(([message]) => message)).toEqual([expect.stringContaining('no token')]);
  },
);

test('no token is sent where a URL has no origin, and one warning is logged', async () => {
  const fetch = vi.fn(async (_input: unknown, _init?: RequestInit) => json({}));
  const { auth, storage, warnings } = setUp({ fetch });
  leaveSession(storage, { access: 'secret', refresh: 'secret' });
  vi.stubGlobal('URL', class {});
  await auth.fetch('/api/x/');
  expect(fetch.mock.calls[0]?.[0]).toBe(`${BASE}/api/x/`);
  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('authorization')).toBeNull();
  expect(warnings).toHaveLength(1);
});

test('another origin of the web gets no token and needs no warning', async () => {
  const fetch = vi.fn(async (_input: unknown, _init?: RequestInit) => html(200));
  const { auth, warnings } = await setUpSignedIn();
  const { auth: foreign } = setUp({ fetch });
  await foreign.fetch('https://elsewhere.example/');
  expect(warnings).toEqual([]);
  auth.dispose();
});
