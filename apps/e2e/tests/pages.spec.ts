import { expect, test } from '../fixtures.ts';
import { addresses } from '../support/addresses.ts';
import { hold } from '../support/network.ts';
import { organization } from '../support/people.ts';
import { shell, spinner } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

test('an unknown address shows an error page inside the shell with a link to the home page', {
  tag: ['@spec/2.layout'],
}, async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto(addresses.unknown);
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible();
  await expect(shell(page).topBar).toBeVisible();
  await page.getByRole('link', { name: 'На главную' }).click();
  await expect(page).toHaveURL('/');
});

test('every page has a unique title', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  const titles = new Set<string>();
  const all = [
    '/login',
    '/',
    '/profile',
    '/referral/program',
    '/partners',
    '/leads',
    '/payments',
    addresses.publicLink,
    addresses.unknown,
  ];
  for (const address of all) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(heading).not.toBe('');
    titles.add(await page.title());
  }
  expect(titles.size).toBe(all.length);
});

test('following a link moves the focus to the new page and changes the title', async ({
  page,
  server,
  context,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await shell(page).item('Лиды').click();
  await expect(page).toHaveTitle(/Лиды/);
  await expect(page.getByRole('heading', { level: 1, name: 'Лиды' })).toBeFocused();
});

test('a page loads on demand with a spinner inside the shell', {
  tag: ['@spec/2.lazy'],
}, async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await expect(shell(page).topBar).toBeVisible();
  const { release } = await hold(page, '**/assets/*.js');
  await shell(page).item('Профиль').click();
  await expect(spinner(page).first()).toBeVisible();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  release();
  await expect(page.getByLabel('Фамилия')).toHaveValue('Иванова');
});

test('a page that fails to load shows an error and can be retried', async ({
  page,
  server,
  context,
  watch,
}) => {
  watch.expect(/net::ERR_FAILED/, /dynamically imported module/, /ChunkLoadError|Failed to fetch/);
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await expect(shell(page).topBar).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort());
  await shell(page).item('Профиль').click();
  await expect(page.getByRole('heading', { name: 'Страница не открылась' })).toBeVisible();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: /повторить|обновить/i }).click();
  await expect(page.getByLabel('Фамилия')).toHaveValue('Иванова');
});

test('a large spinner replaces the page while the session is verified', {
  tag: ['@spec/2.pending'],
}, async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  for (const address of ['/profile', '/login']) {
    const { release } = await hold(page, '**/api/accounts/verify/');
    await page.goto(address);
    await expect(spinner(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    await expect(shell(page).topBar).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.unroute('**/api/accounts/verify/');
  }
});
