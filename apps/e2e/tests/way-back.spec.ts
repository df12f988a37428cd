import { expect, test } from '../fixtures.ts';
import { addresses } from '../support/addresses.ts';
import { organization, partner } from '../support/people.ts';
import { shell, signIn, signInForm } from '../support/screens.ts';
import { signedIn } from '../support/session.ts';

test('after signing in a person lands where they were going, query and anchor included', {
  tag: '@story',
}, async ({ page }) => {
  await page.goto('/leads?status=new#list');
  await expect(page).toHaveURL('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/leads?status=new#list');
});

test('the way back outlives a reload of the login page', async ({ page }) => {
  await page.goto('/payments');
  await expect(page).toHaveURL('/login');
  await page.reload();
  await signIn(page, organization);
  await expect(page).toHaveURL('/payments');
});

test('a person led to login from an address their role may not use lands on the home page', async ({
  page,
}) => {
  await page.goto('/partners');
  await expect(page).toHaveURL('/login');
  await signIn(page, partner);
  await expect(page).toHaveURL('/');
});

for (const trap of ['//example.com/', 'https://example.com/', '/\\example.com', 'javascript:alert(1)']) {
  test(`no address can send a person who signs in to ${trap}`, async ({ page, server }) => {
    const value = encodeURIComponent(trap);
    await page.goto(`/login?next=${value}&from=${value}&returnTo=${value}&redirect=${value}#${value}`);
    await signIn(page, organization);
    await expect(shell(page).topBar).toContainText('Иванова А. П.');
    expect(new URL(page.url()).origin).toBe(server.url);
    await expect(page).not.toHaveURL(/\/login/);
  });
}

test('after signing in, back does not lead to the form again', async ({ page }) => {
  await page.goto(addresses.publicLink);
  await page.goto('/leads');
  await expect(page).toHaveURL('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/leads');
  await page.goBack();
  await expect(page).toHaveURL(addresses.publicLink);
});

test('after signing out, back shows nothing of the person', async ({ page, server, context }) => {
  await signedIn(context, server.url, organization);
  await page.goto('/leads');
  await page.goto('/profile');
  await shell(page).signOut.click();
  await expect(signInForm(page).heading).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(signInForm(page).heading).toBeVisible();
  await expect(page.getByText('Иванова')).toHaveCount(0);
});
