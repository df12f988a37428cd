import { createAuth, memoryStorage } from '@referral-dashboard/auth-core';
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

/** The page as the server writes it for somebody. */
const pageFor = (access: string | null | undefined) =>
  visit(access ? { access_token: access } : {}, async () =>
    renderToString(<Layout>{await Page()}</Layout>).replaceAll('<!-- -->', ''),
  );

const tokenOf = (name: string) => signedInStorage({ first_name: name }).getItem('access_token') as string;

test('nextjs: visitors at the same time are each greeted by their own name', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Visitor ${index}`);
  const pages = await Promise.all(names.map((name) => pageFor(tokenOf(name))));
  expect(pages.map((page) => /Hello, ([^<]*)/.exec(page)?.[1])).toEqual(names);
});

test('nextjs: one auth for all visitors would show some of them others’ names', async () => {
  const shared = createAuth({ baseUrl: api.url, storage: memoryStorage(), logger: { warn() {} } });
  const names = ['Olga', 'Pavel'];
  const greeted = await Promise.all(
    names.map(async (name) => {
      await shared.adopt({ access: tokenOf(name), refresh: null }).catch(() => {});
      await shared.reloadUser();
      return shared.getState().user?.first_name;
    }),
  );
  expect(greeted).not.toEqual(names);
  expect(names).toEqual(expect.arrayContaining(greeted));
});

test('nextjs: without a cookie, or with an expired one, the server greets a stranger and leaves the rest to the browser', async () => {
  expect(await pageFor(null)).toContain('Hello, stranger');
  const before = api.refreshes();
  const expired = signedInStorage({ first_name: 'Olga' }, { expiresIn: -1 }).getItem(
    'access_token',
  ) as string;
  const page = await pageFor(expired);
  expect(page).toContain('Hello, stranger');
  expect(page).toContain('Loading…');
  expect(api.refreshes()).toBe(before);
});
