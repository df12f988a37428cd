import { expect, test } from '../fixtures.ts';
import { profileLabels, sidebarLabels } from '../support/addresses.ts';
import { organization, partner } from '../support/people.ts';
import { shell, signIn, signInForm } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

test.use({ viewport: viewports[360] });

test('at 360 px the menu opens as a drawer with every item and the support link', { tag: '@story' }, async ({
  page,
  server,
  context,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await page.getByRole('button', { name: /меню/i }).first().click();
  const drawer = page.getByRole('dialog');
  const [supportLabel = '', ...pages] = sidebarLabels.organization.toReversed();
  await expect(drawer.getByRole('link')).toHaveText([...pages.toReversed(), ...profileLabels, supportLabel]);
  await drawer.getByRole('link', { name: 'Выплаты' }).click();
  await expect(page).toHaveURL('/payments');
  await expect(drawer).toBeHidden();
});

test('at 360 px «Esc» closes the drawer and returns the focus', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  const opener = page.getByRole('button', { name: /меню/i }).first();
  await opener.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
});

test('at 360 px the bottom bar of a partner has no Партнеры', async ({ page, server, context }) => {
  await signInContext(context, server.url, partner);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Лиды' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Партнеры' })).toHaveCount(0);
});

test('at 360 px a user signs in, sees their name and signs out', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, organization);
  await expect(shell(page).topBar).toContainText('Иванова');
  await shell(page).signOut.click();
  await expect(signInForm(page).heading).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('at 360 px buttons, links and fields are at least 44 px high', async ({ page, server, context }) => {
    await signInContext(context, server.url, organization);
    for (const address of ['/login', '/', '/profile', '/leads']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const small = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('button, nav a, input:not([type="radio"], [type="checkbox"])')]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .filter((element) => element.textContent !== 'К содержанию')
            // The wrapper of a field receives the tap.
            .map((element) => element.closest('.mantine-Input-wrapper') ?? element)
            .map((element) => ({ element, height: element.getBoundingClientRect().height }))
            .filter(({ height }) => height > 1 && height < 44)
            .map(({ element, height }) => `${height} px: ${element.outerHTML.slice(0, 200)}`),
        );
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      await expect.poll(small, { message: address }).toEqual([]);
    }
  });
});
