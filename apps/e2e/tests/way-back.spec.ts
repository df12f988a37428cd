import { expect, test } from '../fixtures.ts';
import { addresses } from '../support/addresses.ts';
import { organization, partner } from '../support/people.ts';
import { shell, signIn, signInForm } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

test('signing in returns to the requested address with its query and anchor', {
  tag: '@story',
}, async ({ page }) => {
  await page.goto('/leads?status=new#list');
  await expect(page).toHaveURL('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/leads?status=new#list');
});

test('the requested address survives a reload of the login page', async ({ page }) => {
  await page.goto('/payments');
  await expect(page).toHaveURL('/login');
  await page.reload();
  await signIn(page, organization);
  await expect(page).toHaveURL('/payments');
});

test('signing in after requesting a forbidden address opens the home page', async ({ page }) => {
  await page.goto('/partners');
  await expect(page).toHaveURL('/login');
  await signIn(page, partner);
  await expect(page).toHaveURL('/');
});

for (const trap of ['//example.com/', 'https://example.com/', '/\\example.com', 'javascript:alert(1)']) {
  test(`signing in never redirects to ${trap}`, async ({ page, server }) => {
    const value = encodeURIComponent(trap);
    await page.goto(`/login?next=${value}&from=${value}&returnTo=${value}&redirect=${value}#${value}`);
    await signIn(page, organization);
    await expect(shell(page).topBar).toContainText('Иванова А. П.');
    expect(new URL(page.url()).origin).toBe(server.url);
    await expect(page).not.toHaveURL(/\/login/);
  });
}

test('going back after signing in skips the login form', async ({ page }) => {
  await page.goto(addresses.publicLink);
  await page.goto('/leads');
  await expect(page).toHaveURL('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/leads');
  await page.goBack();
  await expect(page).toHaveURL(addresses.publicLink);
});

test('going back after signing out shows no data of the user', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  await page.goto('/profile');
  await shell(page).signOut.click();
  await expect(signInForm(page).heading).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(signInForm(page).heading).toBeVisible();
  await expect(page.getByText('Иванова')).toHaveCount(0);
});
