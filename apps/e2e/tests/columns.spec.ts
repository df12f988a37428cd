import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { opener } from '../support/opener.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { isLong } from '../support/sweep.ts';

const lists = ['/leads', '/partners', '/payments?tab=payments', '/payments?tab=accruals'];

for (const width of isLong ? [1024, 1440, 2560] : [1440])
  test(`at ${width} px every selected column is shown or marked as not fitting`, async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInContext(context, server.url, organization);
    const { settled } = opener(page);
    for (const address of lists) {
      await page.goto(address);
      await expect(page.getByRole('table')).toBeVisible();
      await settled(address);
      const heads = await page.getByRole('columnheader').allInnerTexts();
      await page.getByRole('button', { name: 'Столбцы и плотность' }).click();
      const selected = page.getByRole('dialog').locator('.mantine-Checkbox-root:has(:checked)');
      await expect(selected.first()).toBeVisible();
      const texts = await selected.allInnerTexts();
      const absent = texts
        .map((text) => text.split('\n').filter((line) => line.trim() !== ''))
        .filter(([label = '']) => !heads.includes(label));
      expect(
        absent.filter(([, why]) => why !== 'Не помещается на экране'),
        address,
      ).toEqual([]);
    }
  });

test('phones of leads are visible at every width', async ({ page, context, server }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  const phones = page.getByText(/\+7\s\d{3}\s\d{3}-\d\d-\d\d/).filter({ visible: true });
  for (const width of [1440, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => phones.count(), `${width} px`).toBeGreaterThan(10);
  }
});
