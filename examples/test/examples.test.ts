import { globSync, readFileSync } from 'node:fs';
import { createAuth, memoryStorage, simpleJwt } from '@referral-dashboard/auth-core';
import { describe, expect, test, vi } from 'vitest';
import { startApi } from './api.ts';

const folders = globSync('*/README.md', { exclude: ['node_modules/**'] }).map((file) => file.split('/')[0]);
const read = (file: string) => readFileSync(file, 'utf8');
const sourcesOf = (folder: string | undefined) =>
  globSync(`${folder}/**/*.{ts,tsx,svelte,html}`, { exclude: ['**/dist/**'] });

/** Packages that the sources import, without those of Node. */
const importsOf = (code: string) =>
  [...code.matchAll(/from '([^'.][^']*)'/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:') && !name.startsWith('./'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );

/** Installed as a dependency of another package. */
const comesAlong = ['react-native', 'vite'];

describe.for(folders)('%s', (folder) => {
  const sources = sourcesOf(folder);

  test(`${folder}: its README installs the packages that its sources import`, () => {
    const installed = [
      ...read(`${folder}/README.md`).matchAll(/^npm install (?:--save-dev )?(.*?)(?: +#.*)?$/gm),
    ];
    const named = installed.flatMap(([, names = '']) => names.split(' '));
    const needed = sources.flatMap((file) => importsOf(read(file)));
    if (folder !== 'api-client') expect(named).toContain('@referral-dashboard/auth-core');
    expect(needed.filter((name) => !named.includes(name) && !comesAlong.includes(name))).toEqual([]);
  });

  test(`${folder}: has at most four sources and 110 lines`, () => {
    const lines = sources.map((file) => read(file).split('\n').length);
    expect(sources.length).toBeLessThanOrEqual(4);
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(110);
  });
});

test('the README lists every example', () => {
  const listed = [...read('README.md').matchAll(/\]\(([\w-]+)\/README\.md\)/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...folders].sort());
});

test.each(['vue/use-auth.ts', 'svelte/session.ts', 'solid/session.ts'])(
  '%s is a binding of at most 20 lines',
  (file) => expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(20),
);

test('django: the URLs are those that simpleJwt requests', async () => {
  const api = await startApi();
  const called = new Set<string>();
  const options = {
    baseUrl: api.url,
    backend: simpleJwt({ paths: { user: '/api/me/', logout: '/api/token/blacklist/' } }),
    storage: memoryStorage(),
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      called.add(new URL(String(input)).pathname);
      return fetch(input, init);
    },
  };
  const first = createAuth(options);
  await first.login({ username: 'olga', password: 'secret' });
  first.dispose();
  api.backend.expireAccess();
  const second = createAuth(options);
  await second.initialize();
  await second.logout();
  await vi.waitFor(() => expect(called).toContain('/api/token/blacklist/'));
  second.dispose();
  api.close();
  const paths = [...read('django/urls.py').matchAll(/path\("([^"]+)"/g)].map(([, path]) => `/${path}`);
  expect([...called].sort()).toEqual(paths.sort());
});

test('django: refresh tokens rotate and spent ones are refused', () => {
  expect(read('django/settings.py')).toMatch(/"ROTATE_REFRESH_TOKENS": True/);
  expect(read('django/settings.py')).toMatch(/"BLACKLIST_AFTER_ROTATION": True/);
});
