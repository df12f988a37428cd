import { createAuth, memoryStorage, simpleJwt } from '@referral-dashboard/auth-core';
import { signedInStorage } from '@referral-dashboard/auth-core/testing';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import Layout from '../nextjs/app/layout.tsx';
import Page from '../nextjs/app/page.tsx';
import { startApi } from './api.ts';
import { visit } from './stand-ins/next-headers.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
  process.env.API_URL = api.url;
});
afterAll(() => api.close());

/** The page as the server renders it for a visitor with this token. */
const pageFor = (access: string | null | undefined) =>
  visit(access ? { access_token: access } : {}, async () =>
    renderToString(<Layout>{await Page()}</Layout>).replaceAll('<!-- -->', ''),
  );

const tokenOf = (name: string) => signedInStorage({ name }).getItem('access_token') as string;

test('nextjs: concurrent visitors are greeted by their own names', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Visitor ${index}`);
  const pages = await Promise.all(names.map((name) => pageFor(tokenOf(name))));
  expect(pages.map((page) => /Hello, ([^<]*)/.exec(page)?.[1])).toEqual(names);
});

test('nextjs: one auth shared by all visitors greets some of them by another visitor’s name', async () => {
  const shared = createAuth({
    baseUrl: api.url,
    backend: simpleJwt({ paths: { user: '/api/me/' } }),
    storage: memoryStorage(),
    logger: { warn() {} },
  });
  const names = ['Olga', 'Pavel'];
  const start = (name: string) => shared.setSession({ accessToken: tokenOf(name), refreshToken: null });
  await Promise.allSettled(names.map(start));
  const greeted = names.map(() => shared.getState().user?.name);
  expect(greeted).not.toEqual(names);
  expect(names).toEqual(expect.arrayContaining(greeted));
});

test('nextjs: without a cookie or with an expired token the server greets a guest and does not refresh', async () => {
  expect(await pageFor(null)).toContain('Hello, guest');
  const before = api.refreshes();
  const expired = signedInStorage({ name: 'Olga' }, { expiresIn: -1 }).getItem('access_token') as string;
  const page = await pageFor(expired);
  expect(page).toContain('Hello, guest');
  expect(page).toContain('Loading…');
  expect(api.refreshes()).toBe(before);
});
