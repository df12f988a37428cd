import { expect, test } from '../fixtures.ts';
import { organization, withoutRole } from '../support/people.ts';
import { profileForm, shell, signIn } from '../support/screens.ts';
import { readLocalStorage, readStoredSession, signInContext, storeSession } from '../support/session.ts';

const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

test('signing in stores two tokens, the user as JSON, the role and the origin of the API', {
  tag: ['@story', '@spec/3.user', '@spec/9.keys'],
}, async ({ page }) => {
  await page.goto('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
  const {
    access_token: access,
    refresh_token: refresh,
    user_data: user,
    ...rest
  } = await readLocalStorage(page);
  expect(access).toMatch(jwt);
  expect(refresh).toMatch(jwt);
  expect(JSON.parse(user ?? '')).toMatchObject({
    role: 'organization',
    last_name: 'Иванова',
    first_name: 'Анна',
    father_name: 'Петровна',
    phone: '+79000000001',
  });
  const { auth_session: mark = '', ...others } = rest;
  expect(others).toEqual({ user_role: 'organization' });
  expect(JSON.parse(mark)).toEqual({ base: new URL(page.url()).origin, id: expect.any(String) });
});

test('the session is stored in local storage only', async ({ page, context }) => {
  await page.goto('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
  expect(await context.cookies()).toEqual([]);
  const elsewhere = await page.evaluate(async () => ({
    session: Object.values(sessionStorage).join(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(elsewhere.session).not.toMatch(/eyJ|demo-organization|Иванова/);
  expect(elsewhere.databases).toEqual([]);
});

test('signing out clears the four keys and makes no call', {
  tag: ['@spec/4.logout.clears', '@spec/4.logout.no-call'],
}, async ({ page, server, context, wire }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  wire.clear();
  await shell(page).signOut.click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
  expect(wire.writes()).toEqual([]);
});

test('a saved profile replaces the stored user with the response', { tag: ['@spec/4.profile'] }, async ({
  page,
  server,
  context,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await profileForm(page).lastName.fill('Петрова');
  await profileForm(page).save.click();
  await expect(shell(page).topBar).toContainText('Петрова А. П.');
  const { user_data: user } = await readStoredSession(page);
  expect(JSON.parse(user ?? '')).toMatchObject({ last_name: 'Петрова', role: 'organization' });
});

test('a user without a role can sign in', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, withoutRole);
  await expect(page).toHaveURL('/');
  const { user_data: user, user_role: role = '' } = await readStoredSession(page);
  expect(JSON.parse(user ?? '')).toMatchObject({ role: null });
  expect(role).toBe('');
});

for (const damaged of ['{', '[]', 'null', '"text"', 'undefined']) {
  test(`user data damaged to ${damaged} counts as missing and clears the session`, async ({
    page,
    server,
    context,
  }) => {
    const session = await signInContext(context, server.url, organization);
    await storeSession(context, server.url, { ...session, user_data: damaged });
    await page.goto('/profile');
    await expect(page).toHaveURL('/login');
    await expect.poll(() => readStoredSession(page)).toEqual({});
  });
}
