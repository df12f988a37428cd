import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, shell, signIn, signInForm } from '../support/screens.ts';
import { openSession, signedIn, store, stored } from '../support/session.ts';
import { calls } from '../support/wire.ts';

const month = 31 * 24 * 60 * 60;

test('a reload keeps the person signed in', async ({ page, server, context }) => {
  await signedIn(context, server.url, organization);
  await page.goto('/leads');
  await page.reload();
  await expect(page).toHaveURL('/leads');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
});

test('a start with an expired access token gets a new one and verifies that', {
  tag: ['@story', '@spec/7.call.refresh'],
}, async ({ page, server, context, wire }) => {
  const before = await signedIn(context, server.url, organization);
  server.advance(301);
  await page.goto('/leads');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  await expect(page).toHaveURL('/leads');
  expect(wire.sessionNames()).toEqual([calls.verify, calls.refresh, calls.verify]);
  const after = await stored(page);
  expect((await wire.sessionCalls()).at(-1)?.body).toEqual({ token: after.access_token });
  expect(after.access_token).not.toBe(before.access_token);
  expect(after.refresh_token).not.toBe(before.refresh_token);
});

test('an access token that expires while the person works is replaced unnoticed', async ({
  page,
  server,
  context,
}) => {
  await signedIn(context, server.url, organization);
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  server.advance(301);
  await profileForm(page).save.click();
  await expect(profileForm(page).unsaved).toBeHidden();
  await expect(page).toHaveURL('/profile');
  expect(server.refreshSpends()).toEqual({ rotated: 1, graced: 0, reused: 0, dead: 0 });
});

test('a start with both tokens expired leads to the login page with nothing stored', async ({
  page,
  server,
  context,
  watch,
}) => {
  await signedIn(context, server.url, organization);
  server.advance(month);
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await expect(signInForm(page).heading).toBeVisible();
  expect(await stored(page)).toEqual({});
  expect(watch.warnings()).toHaveLength(1);
});

test('both tokens expiring while the person works leads to the login page, and signing in leads back', {
  tag: ['@story', '@spec/8.refresh.login'],
}, async ({ page, server, context }) => {
  await signedIn(context, server.url, organization);
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  server.advance(month);
  await profileForm(page).save.click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
  await signIn(page, organization);
  await expect(page).toHaveURL('/profile');
});

test('a revoked session ends at its next refresh, with a warning in the log', {
  tag: ['@spec/8.refresh.login'],
}, async ({ page, server, context, watch }) => {
  await signedIn(context, server.url, organization);
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  await server.revokeSessions(await server.findUser(organization.phone));
  await profileForm(page).save.click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
  expect(watch.warnings()).toHaveLength(1);
});

test('a person deleted at the server is led to the login page', async ({ page, server, context }) => {
  await signedIn(context, server.url, organization);
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  await server.deleteUser(await server.findUser(organization.phone));
  await profileForm(page).save.click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
});

test('a start without an access token clears the rest', async ({ page, server, context }) => {
  const { access_token: _, ...rest } = await signedIn(context, server.url, organization);

  await store(context, server.url, rest);
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
});

test('a token forged by another key is refused at the start', async ({
  page,
  server,
  context,
  startServer,
}) => {
  const other = await startServer({ secret: 'another key that is also long enough to be one' });

  await store(context, server.url, await openSession(other.url, organization));
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
});
