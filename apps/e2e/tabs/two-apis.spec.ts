import { organization, partner } from '../support/people.ts';
import { expect, test } from './fixtures.ts';
import { findUserIds, signIn } from './people.ts';

const OTHER = '/other';

test('two APIs in one page: each has its own session, also after a reload', async ({
  openTabs,
  server,
  context,
}) => {
  const seen: { path: string; authorization: string | undefined }[] = [];
  // The second API is the same server under a path prefix that the browser rewrites.
  await context.route(`**${OTHER}/**`, async (route) => {
    const url = route.request().url().replace(OTHER, '');
    const { authorization } = route.request().headers();
    seen.push({ path: new URL(url).pathname, authorization });
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const [page] = await openTabs(1);
  if (page === undefined) throw new Error('No tab');
  const ids = await findUserIds(server);
  await signIn(page, organization);

  const second = await page.evaluate(
    async ([baseUrl, credentials]) => {
      const other = window.tab.create({ baseUrl });
      await other.initialize();
      const { isAuth } = other.getState();
      await other.fetch('/api/accounts/users/me/');
      await other.login(credentials);
      const id = (other.getState().user as { id?: string } | null)?.id;
      return { isAuth, id, first: window.tab.shown(), firstStatus: await window.tab.me() };
    },
    [OTHER, { phone: partner.phone, password: partner.password }] as const,
  );
  expect(second).toEqual({ isAuth: false, id: ids.partner, first: ids.organization, firstStatus: 200 });
  expect(seen[0]).toEqual({ path: '/api/accounts/users/me/', authorization: undefined });

  await page.reload();
  await expect(page).toHaveTitle('ready');
  const after = await page.evaluate(async (baseUrl) => {
    const other = window.tab.create({ baseUrl });
    await other.initialize();
    const id = (other.getState().user as { id?: string } | null)?.id;
    await other.logout();
    return { id, first: window.tab.shown(), firstStatus: await window.tab.me() };
  }, OTHER);
  expect(after).toEqual({ id: ids.partner, first: ids.organization, firstStatus: 200 });
});

test('with a <base> of another origin no token and no password leaves the origin of the page', async ({
  context,
  server,
}) => {
  const strayed: string[] = [];
  await context.route('https://other.test/**', async (route) => {
    strayed.push(route.request().url());
    await route.abort();
  });
  // The product's server forbids a <base> element; other servers may allow it.
  await context.route('**/based', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>starting</title><base href="https://other.test/"><link rel="icon" href="data:,">
        <script type="module" src="${server.url}/tab.js"></script>`,
    }),
  );
  const page = await context.newPage();
  await page.goto('/based');
  await expect(page).toHaveTitle('ready');
  await signIn(page, organization);
  expect(await page.evaluate(() => window.tab.me())).toBe(200);
  const status = await page.evaluate(
    async (credentials) => {
      const auth = window.tab.create({ baseUrl: '/', storageKey: 'slash' });
      await auth.login(credentials);
      return (await auth.fetch('/api/accounts/users/me/')).status;
    },
    { phone: organization.phone, password: organization.password },
  );
  expect(status).toBe(200);
  expect(await page.evaluate(() => new URL('x', document.baseURI).href)).toBe('https://other.test/x');
  expect(strayed).toEqual([]);
});
