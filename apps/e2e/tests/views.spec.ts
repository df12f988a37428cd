import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { misfits } from '../support/layout.ts';
import { holes, latinWords, textOf } from '../support/text.ts';
import { viewports, views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

for (const { name, open } of views) {
  test(`${name} is in Russian without a hole, fits every screen and passes axe in both themes`, {
    tag: ['@spec/1.language'],
  }, async ({ page, context, server, watch }) => {
    watch.expect(lostConnection);
    await open({ page, context, server });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    const text = await textOf(page);
    expect(text).toMatch(/[А-Яа-я]/);
    const found = [...latinWords(text), ...holes(text)];
    for (const [width, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport);
      const seen = [...(await misfits(page)), ...(width === '768' ? [] : await violations(page))];
      found.push(...seen.map((defect) => `${width}: ${defect}`));
    }
    expect(found).toEqual([]);
  });
}
