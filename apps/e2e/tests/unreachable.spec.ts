import type { Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { test as base, expect } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { openSignIn, profileForm, shell, signIn, signInForm, spinner } from '../support/screens.ts';
import { openSession, type StoredSession, store, stored } from '../support/session.ts';
import { startSplit } from '../support/split.ts';
import { lostConnection } from '../support/watch.ts';

/** `server` hands out the page; `api` answers its calls, or does not. */
const test = base.extend<{
  servers: { site: TestServer; api: TestServer };
  api: TestServer;
  session: StoredSession;
}>({
  servers: async ({ startServer }, use) => use(await startSplit(startServer)),
  server: ({ servers }, use) => use(servers.site),
  api: ({ servers }, use) => use(servers.api),
  session: async ({ servers, context, watch }, use) => {
    watch.expect(lostConnection);
    const session = await openSession(servers.api.url, organization);
    await store(context, servers.site.url, session);
    await use(session);
  },
});

const unreachable = (page: Page) => ({
  sentence: page.getByText(/Нет связи с сервером/).first(),
  retry: page.getByRole('button', { name: 'Повторить' }),
  signOut: page.getByRole('button', { name: 'Выйти' }),
});

/** Opens the profile without a server, and stops the page's clock: it will not try again by itself. */
async function openFrozen(page: Page) {
  await page.clock.install();
  await page.goto('/profile');
  await expect(unreachable(page).retry).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_000);
}

test('with no server at the start the page says so under the spinner and throws nothing away', {
  tag: '@story',
}, async ({ page, api, session }) => {
  await api.pause();
  await page.goto('/profile');
  await expect(spinner(page).first()).toBeVisible();
  await expect(unreachable(page).sentence).toBeVisible();
  await expect(page).toHaveURL('/profile');
  expect(await stored(page)).toEqual(session);
});

test('«Повторить» goes on at once when the server is back', async ({ page, api, session }) => {
  await api.pause();
  await openFrozen(page);
  await api.resume();
  const asked = page.waitForRequest('**/api/accounts/verify/');
  await unreachable(page).retry.click();
  await asked;
  await page.clock.resume();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
  expect(await stored(page)).toEqual(session);
});

test('the page goes on by itself when the server is back', async ({ page, api, session }) => {
  await page.clock.install();
  await api.pause();
  await page.goto('/profile');
  await expect(unreachable(page).retry).toBeVisible();
  await api.resume();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(profileForm(page).lastName).toHaveValue('Иванова', { timeout: 500 });
  }).toPass();
  expect(await stored(page)).toEqual(session);
});

test('the page goes on at once when the browser comes online', async ({ page, api, context, session }) => {
  await api.pause();
  await openFrozen(page);
  await api.resume();
  const asked = page.waitForRequest('**/api/accounts/verify/');
  await context.setOffline(true);
  await context.setOffline(false);
  await asked;
  await page.clock.resume();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
  expect(await stored(page)).toEqual(session);
});

test('«Выйти» under the spinner ends the session without the server', async ({ page, api, session: _ }) => {
  await api.pause();
  await page.goto('/profile');
  await unreachable(page).signOut.click();
  await expect(page).toHaveURL('/login');
  await expect(signInForm(page).heading).toBeVisible();
  expect(await stored(page)).toEqual({});
});

test('an answer of 500 at the start is no verdict: the session is kept', async ({
  page,
  api,
  session,
  watch,
}) => {
  watch.expect(/status of 500/);
  await page.route(`${api.url}/api/accounts/verify/`, (route) =>
    route.fulfill({ status: 500, body: '<h1>Server Error' }),
  );
  await page.goto('/profile');
  await expect(unreachable(page).retry).toBeVisible();
  expect(await stored(page)).toEqual(session);
  await page.unroute(`${api.url}/api/accounts/verify/`);
  await unreachable(page).retry.click();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
});

test('a session refused after the outage ends on the login page', async ({ page, api, session: _ }) => {
  await api.pause();
  await openFrozen(page);
  await api.revokeSessions(await api.findUser(organization.phone));
  await api.resume();
  await unreachable(page).retry.click();
  await page.clock.resume();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
});

test('a connection lost while the person works costs neither session nor what was typed', async ({
  page,
  api,
  session,
}) => {
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  await api.pause();
  await profileForm(page).save.click();
  await expect(unreachable(page).sentence).toBeVisible();
  await expect(profileForm(page).firstName).toHaveValue('Алла');
  expect(await stored(page)).toEqual(session);

  await api.resume();
  await profileForm(page).save.click();
  await expect(profileForm(page).unsaved).toBeHidden();
  await expect(unreachable(page).sentence).toBeHidden();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
});

test('a refresh without an answer costs no session either', async ({ page, api, session }) => {
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  api.advance(301);
  await page.route(`${api.url}/api/accounts/refresh/`, (route) => route.abort());
  await profileForm(page).save.click();
  await expect(unreachable(page).sentence).toBeVisible();
  await expect(page).toHaveURL('/profile');
  expect(await stored(page)).toEqual(session);
});

test('signing in with no server says so and keeps what was typed', async ({ page, api, watch }) => {
  watch.expect(lostConnection);
  await openSignIn(page);
  await api.pause();
  await signIn(page, organization);
  await expect(signInForm(page).error).toContainText('Нет связи с сервером');
  await expect(signInForm(page).password).toHaveValue(organization.password);
  await api.resume();
  await signInForm(page).submit.click();
  await expect(page).toHaveURL('/');
});
