import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { themes, turn, violations } from '../support/axe.ts';
import { misfits } from '../support/layout.ts';
import { holes, latinWords, textOf } from '../support/text.ts';
import { viewports, views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

const screens = resolve(import.meta.dirname, '../test-results/screens');

/** Leaves a picture in each theme, for those who want to look. */
async function picture(page: Page, name: string) {
  for (const theme of themes) {
    await turn(page, theme);
    await page.screenshot({
      path: join(screens, `${name}-${theme}.png`),
      animations: 'disabled',
      caret: 'hide',
    });
  }
}

for (const { name, open } of views) {
  test(`${name} is in Russian without a hole, fits every screen and passes axe in both themes`, async ({
    page,
    context,
    server,
    watch,
  }) => {
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
      await picture(page, `${name}-${width}`);
    }
    expect(found).toEqual([]);
  });
}
