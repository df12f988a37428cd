import type { Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { test as base, expect } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { openSignIn, profileForm, shell, signIn, signInForm, spinner } from '../support/screens.ts';
import { openSession, readStoredSession, type StoredSession, storeSession } from '../support/session.ts';
import { startSplit } from '../support/split.ts';
import { lostConnection } from '../support/watch.ts';

/** `server` serves the page, `api` handles its calls and can be paused. */
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
    await storeSession(context, servers.site.url, session);
    await use(session);
  },
});

const unreachable = (page: Page) => ({
  sentence: page.getByText(/Нет связи с сервером/).first(),
  retry: page.getByRole('button', { name: 'Повторить' }),
  signOut: page.getByRole('button', { name: 'Выйти' }),
});

/** Opens the profile without a server and stops the page's clock to prevent automatic retries. */
async function openFrozen(page: Page) {
  await page.clock.install();
  await page.goto('/profile');
  await expect(unreachable(page).retry).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_000);
}

test('startup without a server shows an error under the spinner and keeps the session', {
  tag: '@story',
}, async ({ page, api, session }) => {
  await api.pause();
  await page.goto('/profile');
  await expect(spinner(page).first()).toBeVisible();
  await expect(unreachable(page).sentence).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect.poll(() => readStoredSession(page)).toEqual(session);
});

test('«Повторить» continues startup when the server is back', async ({ page, api, session }) => {
  await api.pause();
  await openFrozen(page);
  await api.resume();
  const verified = page.waitForRequest('**/api/accounts/verify/');
  await unreachable(page).retry.click();
  await verified;
  await page.clock.resume();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
  await expect.poll(() => readStoredSession(page)).toEqual(session);
});

test('startup continues by itself when the server is back', async ({ page, api, session }) => {
  await page.clock.install();
  await api.pause();
  await page.goto('/profile');
  await expect(unreachable(page).retry).toBeVisible();
  await api.resume();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(profileForm(page).lastName).toHaveValue('Иванова', { timeout: 500 });
  }).toPass();
  await expect.poll(() => readStoredSession(page)).toEqual(session);
});

test('startup continues when the browser goes online', async ({ page, api, context, session }) => {
  await api.pause();
  await openFrozen(page);
  await api.resume();
  const verified = page.waitForRequest('**/api/accounts/verify/');
  await context.setOffline(true);
  await context.setOffline(false);
  await verified;
  await page.clock.resume();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
  await expect.poll(() => readStoredSession(page)).toEqual(session);
});

test('«Выйти» under the spinner ends the session without the server', async ({ page, api, session: _ }) => {
  await api.pause();
  await page.goto('/profile');
  await unreachable(page).signOut.click();
  await expect(page).toHaveURL('/login');
  await expect(signInForm(page).heading).toBeVisible();
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('a response of 500 at startup keeps the session', async ({ page, api, session, watch }) => {
  watch.expect(/status of 500/);
  await page.route(`${api.url}/api/accounts/verify/`, (route) =>
    route.fulfill({ status: 500, body: '<h1>Server Error' }),
  );
  await page.goto('/profile');
  await expect(unreachable(page).retry).toBeVisible();
  await expect.poll(() => readStoredSession(page)).toEqual(session);
  await page.unroute(`${api.url}/api/accounts/verify/`);
  await unreachable(page).retry.click();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
});

test('a session refused after an outage ends on the login page', async ({ page, api, session: _ }) => {
  await api.pause();
  await openFrozen(page);
  await api.revokeSessions(await api.findUser(organization.phone));
  await api.resume();
  await unreachable(page).retry.click();
  await page.clock.resume();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('a lost connection keeps the session and the input', async ({ page, api, session }) => {
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  await api.pause();
  await profileForm(page).save.click();
  await expect(unreachable(page).sentence).toBeVisible();
  await expect(profileForm(page).firstName).toHaveValue('Алла');
  await expect.poll(() => readStoredSession(page)).toEqual(session);

  await api.resume();
  await profileForm(page).save.click();
  await expect(profileForm(page).unsaved).toBeHidden();
  await expect(unreachable(page).sentence).toBeHidden();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
});

test('a refresh without a response keeps the session', async ({ page, api, session }) => {
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  api.advance(301);
  await page.route(`${api.url}/api/accounts/refresh/`, (route) => route.abort());
  await profileForm(page).save.click();
  await expect(unreachable(page).sentence).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect.poll(() => readStoredSession(page)).toEqual(session);
});

test('signing in without a server shows an error and keeps the input', async ({ page, api, watch }) => {
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
