import { expect, test } from '../fixtures.ts';
import { addresses, sidebarLabels } from '../support/addresses.ts';
import { organization, partner, withoutRole } from '../support/people.ts';
import { shell, signIn, signInForm } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

test('an organization sees six items and the support link in the sidebar, in this order', {
  tag: ['@story', '@spec/1.sidebar', '@spec/6.organization.menu'],
}, async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await expect(shell(page).sidebar.getByRole('link')).toHaveText(sidebarLabels.organization);
});

for (const [who, person] of [
  ['a partner', partner],
  ['a user without a role', withoutRole],
] as const) {
  test(`${who} sees five items in the sidebar, without Партнеры`, {
    tag: ['@spec/2.labels', '@spec/6.organization.menu'],
  }, async ({ page, server, context }) => {
    await signInContext(context, server.url, person);
    await page.goto('/');
    await expect(shell(page).sidebar.getByRole('link')).toHaveText(sidebarLabels.otherRoles);
  });
}

test('each item of the sidebar opens its page and is marked as current', async ({
  page,
  server,
  context,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  for (const [label, address] of [
    ['Профиль', '/profile'],
    ['Реферальные программы', '/referral/program'],
    ['Партнеры', '/partners'],
    ['Лиды', '/leads'],
    ['Выплаты', '/payments'],
    ['Главная', '/'],
  ] as const) {
    await shell(page).item(label).click();
    await expect(page).toHaveURL(address);
    await expect(shell(page).item(label)).toHaveAttribute('aria-current', 'page');
    await expect(shell(page).sidebar.locator('[aria-current="page"]')).toHaveCount(1);
  }
});

test.describe('with a support address', () => {
  test.use({ serverOptions: { supportUrl: 'https://support.example.ru/?from=a&b="c"' } });

  test('the footer of the sidebar links to the configured address', { tag: ['@spec/2.footer'] }, async ({
    page,
    server,
    context,
  }) => {
    await signInContext(context, server.url, organization);
    await page.goto('/');
    await expect(shell(page).support).toHaveAttribute('href', 'https://support.example.ru/?from=a&b="c"');
  });
});

test('the top bar shows the last name and the available initials', { tag: ['@spec/2.top-bar.name'] }, async ({
  page,
  server,
  context,
}) => {
  await signInContext(context, server.url, withoutRole);
  await page.goto('/');
  await expect(shell(page).topBar).toContainText('Кузнецова М.');
  await expect(shell(page).topBar).not.toContainText('Кузнецова М. .');
});

test('a user without a name is shown by phone', async ({ page, server, context }) => {
  const nameless = { phone: '+79161234567', password: 'a user without a name', role: 'partner' } as const;
  await server.createUser(nameless);
  await signInContext(context, server.url, nameless);
  await page.goto('/');
  await expect(shell(page).topBar).toContainText(/\+7.916.123.45.67/);
});

test('an unauthenticated user sees neither sidebar nor top bar', {
  tag: ['@story', '@spec/2.shell.signed-in'],
}, async ({ page }) => {
  await page.goto('/login');
  await expect(signInForm(page).heading).toBeVisible();
  await expect(shell(page).sidebar).toHaveCount(0);
  await expect(shell(page).topBar).toHaveCount(0);
  await expect(shell(page).signOut).toHaveCount(0);
});

test('a signed-in user sees the login form inside the shell without a redirect', {
  tag: ['@spec/2.route.login'],
}, async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/login');
  await expect(signInForm(page).heading).toBeVisible();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  await expect(shell(page).item('Лиды')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('signing in as another user switches name and menu', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/login');
  await signIn(page, partner);
  await expect(page).toHaveURL('/');
  await expect(shell(page).topBar).toContainText('Смирнов А. В.');
  await expect(shell(page).item('Партнеры')).toHaveCount(0);
});

test('a refused sign-in keeps the current session', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/login');
  await signIn(page, { ...partner, password: 'wrong' });
  await expect(signInForm(page).error).toBeVisible();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  await page.goto('/partners');
  await expect(page).toHaveURL('/partners');
});

test('the page of a referral link has no shell, signed in or not', { tag: ['@spec/2.shell.ref'] }, async ({
  page,
  server,
  context,
}) => {
  const expectNoShell = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(addresses.publicLink);
    await expect(shell(page).sidebar).toHaveCount(0);
    await expect(shell(page).topBar).toHaveCount(0);
  };
  await page.goto(addresses.publicLink);
  await expectNoShell();
  await signInContext(context, server.url, organization);
  await page.goto(addresses.publicLink);
  await expectNoShell();
});

test('addresses that begin with /referral/ keep the shell', { tag: ['@spec/2.shell.ref'] }, async ({
  page,
  server,
  context,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto('/referral/program');
  await expect(shell(page).topBar).toBeVisible();
  await expect(shell(page).item('Реферальные программы')).toHaveAttribute('aria-current', 'page');
});
