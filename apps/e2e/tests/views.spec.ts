import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { misfits } from '../support/geometry.ts';
import { isLong, sample, variantOf } from '../support/sweep.ts';
import { holes, latinWords, textOf } from '../support/text.ts';
import { viewports, views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

for (const [index, { name, open }] of sample(views).entries()) {
  test(`the view ${name} is in Russian and complete, fits every screen and passes axe`, {
    tag: ['@spec/1.language'],
  }, async ({ page, context, server, watch }) => {
    watch.expect(lostConnection);
    await open({ page, context, server });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    const text = await textOf(page);
    expect(text).toMatch(/[А-Яа-я]/);
    const problems = [...latinWords(text), ...holes(text)];
    for (const [width, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport);
      const variant = variantOf(index);
      const axeFindings = isLong
        ? width !== '768' && (await violations(page))
        : width === `${variant.width}` && (await violations(page, variant));
      const seen = [...(await misfits(page)), ...(axeFindings || [])];
      problems.push(...seen.map((defect) => `${width}: ${defect}`));
    }
    expect(problems).toEqual([]);
  });
}
