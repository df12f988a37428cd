import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { opener } from '../support/opener.ts';
import { addColleague, organization } from '../support/people.ts';
import { profileForm, shell, signIn, signInForm } from '../support/screens.ts';
import { openSession, readStoredSession, signInContext, storeSession } from '../support/session.ts';
import { calls } from '../support/wire.ts';

const month = 31 * 24 * 60 * 60;

/** Edits the profile after all reads have finished, so that the form is the first to use the changed session. */
async function editProfile(page: Page) {
  const { settled } = opener(page);
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  await settled('the profile');
}

test('a reload keeps the user signed in', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  await page.reload();
  await expect(page).toHaveURL('/leads');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
});

test('startup with an expired access token refreshes it and verifies the new one', {
  tag: ['@story', '@spec/7.call.refresh'],
}, async ({ page, server, context, wire }) => {
  const before = await signInContext(context, server.url, organization);
  server.advance(301);
  await page.goto('/leads');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  await expect(page).toHaveURL('/leads');
  expect(wire.sessionNames()).toEqual([calls.verify, calls.refresh, calls.verify]);
  const after = await readStoredSession(page);
  expect((await wire.sessionCalls()).at(-1)?.body).toEqual({ token: after.access_token });
  expect(after.access_token).not.toBe(before.access_token);
  expect(after.refresh_token).not.toBe(before.refresh_token);
});

test('an access token that expires during work is replaced without interruption', async ({
  page,
  server,
  context,
}) => {
  await signInContext(context, server.url, organization);
  await editProfile(page);
  server.advance(301);
  await profileForm(page).save.click();
  await expect(profileForm(page).unsaved).toBeHidden();
  await expect(page).toHaveURL('/profile');
  expect(server.refreshSpends()).toEqual({ rotated: 1, graced: 0, reused: 0, ended: 0 });
});

test('startup with both tokens expired redirects to the login page and clears the storage', async ({
  page,
  server,
  context,
  watch,
}) => {
  await signInContext(context, server.url, organization);
  server.advance(month);
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await expect(signInForm(page).heading).toBeVisible();
  await expect.poll(() => readStoredSession(page)).toEqual({});
  await expect.poll(() => watch.warnings()).toHaveLength(1);
});

test('a session that expires during work redirects to the login page, and signing in returns to the page', {
  tag: ['@spec/8.refresh.login'],
}, async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await editProfile(page);
  server.advance(month);
  await profileForm(page).save.click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
  await signIn(page, organization);
  await expect(page).toHaveURL('/profile');
});

test('a revoked session ends at its next refresh with a warning in the log', {
  tag: ['@spec/8.refresh.login'],
}, async ({ page, server, context, watch }) => {
  await signInContext(context, server.url, organization);
  await editProfile(page);
  await server.revokeSessions(await server.findUser(organization.phone));
  await profileForm(page).save.click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
  await expect.poll(() => watch.warnings()).toHaveLength(1);
});

test('a deleted user is redirected to the login page', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await editProfile(page);
  await server.deleteUser(await server.findUser(organization.phone));
  await profileForm(page).save.click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('startup without an access token clears the rest of the session', async ({ page, server, context }) => {
  const { access_token: _, ...rest } = await signInContext(context, server.url, organization);

  await storeSession(context, server.url, rest);
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('a token signed with another key is refused at startup', async ({
  page,
  server,
  context,
  startServer,
}) => {
  const other = await startServer({ secret: 'another key that is also long enough to be one' });

  await storeSession(context, server.url, await openSession(other.url, organization));
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('a program draft survives the end of the session and is restored for the same user only', async ({
  page,
  context,
  server,
}) => {
  const colleague = await addColleague(server);
  await signInContext(context, server.url, organization);
  const { settled } = opener(page);
  await page.goto('/referral/program/create');
  const name = page.getByLabel(/^Название/);
  const endSession = async () => {
    await settled('the form');
    server.advance(month);
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page).toHaveURL('/login');
  };
  await name.fill('Окна со скидкой');
  await endSession();
  await signIn(page, organization);
  await expect(page).toHaveURL('/referral/program/create');
  await expect(name).toHaveValue('Окна со скидкой');

  await endSession();
  await signIn(page, colleague);
  await expect(page).toHaveURL('/referral/program/create');
  await expect(name).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Окна со скидкой');
});
