import { expect, test } from '../fixtures.ts';
import { organization, partner } from '../support/people.ts';
import { profileForm, shell, signIn, signInForm } from '../support/screens.ts';
import { readStoredSession, signInContext } from '../support/session.ts';
import { calls } from '../support/wire.ts';

test.describe('two tabs of one user', () => {
  test.beforeEach(({ context, server }) => signInContext(context, server.url, organization));

  test('signing out in one tab redirects the other to the login page without a call', {
    tag: '@story',
  }, async ({ page, context, wire }) => {
    const other = await context.newPage();
    await page.goto('/leads');
    await other.goto('/profile');
    await expect(shell(page).topBar).toBeVisible();
    await expect(shell(other).topBar).toBeVisible();
    wire.clear();
    await shell(other).signOut.click();
    await expect(page).toHaveURL('/login');
    await expect(signInForm(page).heading).toBeVisible();
    expect(wire.writes()).toEqual([]);
  });

  test('a saved profile updates the top bar of the other tab', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto('/profile');
    await other.goto('/leads');
    await expect(shell(other).topBar).toContainText('Иванова А. П.');
    await profileForm(page).lastName.fill('Петрова');
    await profileForm(page).save.click();
    await expect(shell(other).topBar).toContainText('Петрова А. П.');
  });

  test('an unchanged profile form shows the values saved in the other tab', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto('/profile');
    await other.goto('/profile');
    await profileForm(page).lastName.fill('Петрова');
    await profileForm(page).save.click();
    await expect(profileForm(other).lastName).toHaveValue('Петрова');
    await expect(profileForm(other).unsaved).toBeHidden();
  });

  test('unsaved input survives a save in the other tab, and both changes are stored', async ({
    page,
    context,
    server,
  }) => {
    const other = await context.newPage();
    await page.goto('/profile');
    await other.goto('/profile');
    await profileForm(other).firstName.fill('Алла');
    await profileForm(page).lastName.fill('Петрова');
    await profileForm(page).save.click();
    await expect(shell(other).topBar).toContainText('Петрова');
    await expect(profileForm(other).firstName).toHaveValue('Алла');
    await profileForm(other).save.click();
    await expect(profileForm(other).unsaved).toBeHidden();
    expect(await server.findUser(organization.phone)).toMatchObject({
      last_name: 'Петрова',
      first_name: 'Алла',
    });
  });

  test('two tabs with an expired access token use the refresh token once and stay signed in', {
    tag: '@story',
  }, async ({ page, context, server }) => {
    const other = await context.newPage();
    await page.goto('/profile');
    await other.goto('/profile');
    await profileForm(page).firstName.fill('Алла');
    await profileForm(other).fatherName.fill('Павловна');
    server.advance(301);
    await Promise.all([profileForm(page).save.click(), profileForm(other).save.click()]);
    await expect(profileForm(page).unsaved).toBeHidden();
    await expect(profileForm(other).unsaved).toBeHidden();
    expect(server.refreshSpends()).toEqual({ rotated: 1, graced: 0, reused: 0, ended: 0 });
    expect(await server.findUser(organization.phone)).toMatchObject({
      first_name: 'Алла',
      father_name: 'Павловна',
    });
  });

  test('signing in as another user in one tab switches the other tab', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto('/partners');
    await expect(shell(page).topBar).toContainText('Иванова А. П.');
    await other.goto('/login');
    await signIn(other, partner);
    await expect(shell(page).topBar).toContainText('Смирнов А. В.');
    await expect(page).toHaveURL('/');
    await expect(shell(page).item('Партнеры')).toHaveCount(0);
  });

  test('clearing the site data in one tab signs out the other', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto('/leads');
    await other.goto('/leads');
    await expect(shell(page).topBar).toBeVisible();
    await other.evaluate(() => localStorage.clear());
    await expect(page).toHaveURL('/login');
  });
});

test('signing in in one tab shows the shell in the other without a redirect', async ({
  page,
  context,
  wire,
}) => {
  const other = await context.newPage();
  await page.goto('/leads');
  await expect(page).toHaveURL('/login');
  await other.goto('/login');
  await signIn(other, organization);
  await expect(other).toHaveURL('/');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  await expect(page).toHaveURL('/login');
  expect(wire.sessionNames()).toEqual([calls.login, calls.me]);
  await expect.poll(() => readStoredSession(page)).toEqual(await readStoredSession(other));
});
