import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { hold } from '../support/network.ts';
import { organization } from '../support/people.ts';
import { shell, signIn, signInForm } from '../support/screens.ts';
import { viewports } from '../support/views.ts';

// The server renders the sign-in form into the HTML, so it is usable before the first script loads.

const scripts = '**/assets/*.js';
const serverPage = (page: Page) => page.locator('#server-page');

/** Positions and colors of the elements of the form. */
const appearance = (page: Page) =>
  page
    .locator('main')
    .locator('h1, label, input, button, a, p, form')
    .evaluateAll((all) =>
      all.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, fontSize, borderColor } = getComputedStyle(element);
        return [element.tagName, x, y, width, height, color, backgroundColor, fontSize, borderColor];
      }),
    );

for (const width of [1440, 360] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the server-rendered form looks like the application at ${width} px in the ${colorScheme} theme`, async ({
      page,
    }) => {
      await page.setViewportSize(viewports[width]);
      await page.emulateMedia({ colorScheme });
      const { release } = await hold(page, scripts);
      await page.goto('/login', { waitUntil: 'commit' });
      await expect(signInForm(page).submit).toBeVisible();
      await expect(page).toHaveTitle('Вход · Реферальный кабинет');
      const before = await appearance(page);
      release();
      await expect(serverPage(page)).toHaveCount(0);
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      await expect.poll(() => appearance(page)).toEqual(before);
    });

test('input typed before the application loads is kept together with the focus', async ({ page }) => {
  const { release } = await hold(page, scripts);
  await page.goto('/login', { waitUntil: 'commit' });
  const { phone, password } = signInForm(page);
  await phone.fill('89161234567');
  await password.pressSequentially('тай');
  release();
  await expect(serverPage(page)).toHaveCount(0);
  await expect(phone).toHaveValue('+7 916 123-45-67');
  await expect(password).toBeFocused();
  await page.keyboard.type('на');
  await expect(password).toHaveValue('тайна');
});

test('a form sent before the application loads signs in afterwards and leaves nothing in the address', async ({
  page,
  wire,
}) => {
  const { release } = await hold(page, scripts);
  await page.goto('/login', { waitUntil: 'commit' });
  await signIn(page, organization);
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
  expect(wire.names().filter((name) => name.includes('login'))).toHaveLength(1);
});

/** Presses the button and returns a function that releases it. */
const presses = {
  'with a mouse': async (page: Page) => {
    await signInForm(page).submit.hover();
    await page.mouse.down();
    return () => page.mouse.up();
  },
  'by touch': async (page: Page) => {
    const box = await signInForm(page).submit.boundingBox();
    const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    return () => devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  },
  'by keyboard': async (page: Page) => {
    await signInForm(page).submit.focus();
    await page.keyboard.down('Space');
    return () => page.keyboard.up('Space');
  },
};

for (const [method, press] of Object.entries(presses))
  test(`a press ${method} that ends after the application loads signs in once`, async ({ page, wire }) => {
    const { release } = await hold(page, scripts);
    await page.goto('/login', { waitUntil: 'commit' });
    const { phone, password } = signInForm(page);
    await phone.fill(organization.phone);
    await password.fill(organization.password);
    const releaseButton = await press(page);
    release();
    await expect(serverPage(page)).toHaveCount(0);
    await releaseButton();
    await expect(shell(page).topBar).toContainText('Иванова А. П.');
    expect(wire.names().filter((name) => name.includes('login'))).toHaveLength(1);
  });
