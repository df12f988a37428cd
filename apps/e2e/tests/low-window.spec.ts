import { expect, test } from '../fixtures.ts';
import { createPayablePartner } from '../support/payable-partners.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

/** A window of 1280 × 1024 px at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };

test('at a zoom of 400 % no bar stays over the page', async ({ page, context, server }) => {
  await page.setViewportSize(ZOOMED);
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await page.getByLabel('Имя', { exact: true }).fill('Алла');
  await expect(page.getByText('Есть несохраненные изменения')).toBeAttached();
  await page.evaluate(() => window.scrollTo(0, 300));
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
      .filter((element) => {
        const { width, height, top, bottom } = element.getBoundingClientRect();
        return width > 200 && height > 20 && bottom > 0 && top < window.innerHeight;
      })
      .map(({ className }) => `${className}`),
  );
  expect(covered).toEqual([]);
});

test('at a zoom of 400 % the bar of selected rows follows the list', async ({ page, context, server }) => {
  await createPayablePartner(server, 'Верещагин');
  await page.setViewportSize(ZOOMED);
  await signInContext(context, server.url, organization);
  await page.goto('/payments');
  await page.getByRole('checkbox', { name: /^Выбрать: Верещагин/ }).check();
  const bar = page.getByRole('group', { name: 'Действия с выбранными' });
  await expect(bar).toBeAttached();
  const isAfter = await bar.evaluate((element) => {
    const list = document.querySelector('ul[aria-label="К выплате"]');
    return element.getBoundingClientRect().top >= (list?.getBoundingClientRect().bottom ?? 0);
  });
  expect(isAfter).toBe(true);
});

test('on a phone the save bar does not cover the field that is being edited', async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  const field = page.getByLabel('Электронная почта');
  // The field is at the bottom of the window before the first change shows the bar.
  await field.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await field.focus();
  await page.keyboard.type('x');
  const save = page.getByRole('button', { name: 'Сохранить' });
  await expect(save).toBeVisible();
  await expect
    .poll(async () => {
      const [fieldBox, saveBox] = [await field.boundingBox(), await save.boundingBox()];
      return (fieldBox?.y ?? 0) + (fieldBox?.height ?? 0) <= (saveBox?.y ?? 0);
    })
    .toBe(true);
});
