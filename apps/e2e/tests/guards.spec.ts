import { expect, test } from '../fixtures.ts';
import { addresses } from '../support/addresses.ts';
import { organization, partner, withoutRole } from '../support/people.ts';
import { shell, signInForm } from '../support/screens.ts';
import { signInContext, storeSession } from '../support/session.ts';

const protectedAddresses = [...addresses.forAllUsers, ...addresses.forOrganizations];

test('every protected address redirects an unauthenticated user to /login', {
  tag: [
    '@story',
    '@spec/2.route.home',
    '@spec/2.route.profile',
    '@spec/2.route.programs',
    '@spec/2.route.program',
    '@spec/2.route.leads',
    '@spec/2.route.payments',
    '@spec/2.guard.anonymous',
    '@spec/6.anonymous',
  ],
}, async ({ page }) => {
  for (const address of protectedAddresses) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
    await expect(signInForm(page).heading).toBeVisible();
  }
});

test('an organization may open every address', {
  tag: [
    '@spec/2.layout',
    '@spec/2.route.home',
    '@spec/2.route.programs',
    '@spec/2.route.program',
    '@spec/2.route.partners',
    '@spec/2.route.partner',
    '@spec/2.route.leads',
    '@spec/2.route.payments',
    '@spec/6.organization.routes',
    '@spec/6.no-role',
  ],
}, async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  for (const address of protectedAddresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(address);
  }
});

for (const [who, person] of [
  ['a partner', partner],
  ['a user without a role', withoutRole],
] as const) {
  test(`${who} is redirected from the addresses of organizations to the home page`, {
    tag: [
      '@spec/2.route.partners',
      '@spec/2.route.partner',
      '@spec/2.guard.role',
      '@spec/6.organization.routes',
    ],
  }, async ({ page, server, context }) => {
    await signInContext(context, server.url, person);
    for (const address of addresses.forOrganizations) {
      await page.goto(address);
      await expect(page).toHaveURL('/');
      await expect(shell(page).item('Главная')).toHaveAttribute('aria-current', 'page');
    }
  });

  test(`${who} may open every address that requires no role`, {
    tag: ['@spec/2.route.programs', '@spec/2.route.program'],
  }, async ({ page, server, context }) => {
    await signInContext(context, server.url, person);
    for (const address of addresses.forAllUsers) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(address);
    }
  });
}

test('a user with an unknown role may open only addresses that require no role', {
  tag: ['@spec/6.no-role'],
}, async ({ page, server, context }) => {
  const session = await signInContext(context, server.url, partner);
  const user = { ...(JSON.parse(session.user_data) as object), role: 'auditor' };
  await storeSession(context, server.url, {
    ...session,
    user_data: JSON.stringify(user),
    user_role: 'organization',
  });
  await page.goto('/partners');
  await expect(page).toHaveURL('/');
  await expect(shell(page).item('Партнеры')).toBeHidden();
});
