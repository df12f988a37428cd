import { expect, test } from '../fixtures.ts';
import { holes, latinWords, textOf } from '../support/text.ts';
import { views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

for (const { name, open } of views) {
  test(`${name} is in Russian, without a hole where a value should be`, async ({
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
    expect(latinWords(text)).toEqual([]);
    expect(holes(text)).toEqual([]);
  });
}
