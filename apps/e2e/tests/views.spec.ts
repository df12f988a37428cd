import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { misfits } from '../support/geometry.ts';
import { isLong, shown, wayOf } from '../support/sweep.ts';
import { holes, latinWords, textOf } from '../support/text.ts';
import { viewports, views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

for (const [index, { name, open }] of shown(views).entries()) {
  test(`${name} is in Russian without a hole, fits every screen and passes axe`, {
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
      const way = wayOf(index);
      const complaints = isLong
        ? width !== '768' && (await violations(page))
        : width === `${way.width}` && (await violations(page, way));
      const seen = [...(await misfits(page)), ...(complaints || [])];
      found.push(...seen.map((defect) => `${width}: ${defect}`));
    }
    expect(found).toEqual([]);
  });
}
