import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { getVariant, isLong, sample } from '../support/sweep.ts';
import { findHoles, findLatinWords, readText } from '../support/text.ts';
import { viewports, views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

for (const [index, { name, open }] of sample(views).entries()) {
  test(`the view ${name} is in Russian and complete, fits every screen and passes axe`, {
    tag: ['@spec/1.language'],
  }, async ({ page, context, server, watch }) => {
    watch.expect(lostConnection);
    await open({ page, context, server });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    const text = await readText(page);
    expect(text).toMatch(/[А-Яа-я]/);
    const problems = [...findLatinWords(text), ...findHoles(text)];
    for (const [width, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport);
      const variant = getVariant(index);
      const axeFindings = isLong
        ? width !== '768' && (await findViolations(page))
        : width === `${variant.width}` && (await findViolations(page, variant));
      const seen = [...(await findOverflows(page)), ...(axeFindings || [])];
      problems.push(...seen.map((defect) => `${width}: ${defect}`));
    }
    expect(problems).toEqual([]);
  });
}
