import { expect, test } from '../fixtures.ts';
import { tabTo } from '../support/keyboard.ts';
import { organization } from '../support/people.ts';
import { openSignIn, profileForm, shell, signInForm } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

test('a user signs in, edits the profile and signs out by keyboard', { tag: '@story' }, async ({ page }) => {
  await openSignIn(page);
  const form = signInForm(page);
  await expect(form.heading).toBeVisible();
  await tabTo(page, form.phone);
  await page.keyboard.type('9000000001');
  await page.keyboard.press('Tab');
  await expect(form.password).toBeFocused();
  await page.keyboard.type(organization.password);
  await page.keyboard.press('Enter');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');

  await tabTo(page, shell(page).item('Профиль'));
  await page.keyboard.press('Enter');
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
  await tabTo(page, profileForm(page).lastName);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Петрова');
  await page.keyboard.press('Enter');
  await expect(shell(page).topBar).toContainText('Петрова А. П.');

  await page.keyboard.press('ControlOrMeta+Home');
  await tabTo(page, shell(page).signOut);
  await page.keyboard.press('Enter');
  await expect(form.heading).toBeVisible();
});

test('the first Tab focuses a link that skips to the content', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  // The skeleton disappears with the focus inside it.
  await expect(page.getByText('Лидов пока нет')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByText('К содержанию');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  await expect.poll(inMain).toBe(true);
});

test('a focused control shows a ring of two pixels', async ({ page, server, context }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await expect(profileForm(page).lastName).toBeVisible();
  const rings = new Set<string>();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'not needed';
      const { outlineStyle, outlineWidth, borderTopColor, boxShadow } = getComputedStyle(element);
      const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      const field =
        element.matches('input') && (boxShadow !== 'none' || borderTopColor !== 'rgba(0, 0, 0, 0)');
      return outlined || field ? 'seen' : `not seen: ${element.outerHTML.slice(0, 150)}`;
    });
    rings.add(ring);
  }
  expect([...rings].filter((ring) => ring.startsWith('not seen'))).toEqual([]);
});
