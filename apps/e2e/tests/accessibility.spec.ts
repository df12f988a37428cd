import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures.ts';
import { viewports, views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, open } of views) {
    test(`axe finds nothing against ${name} in the ${colorScheme} theme`, async ({
      page,
      context,
      server,
      watch,
    }) => {
      watch.expect(lostConnection);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [1440, 360] as const) {
        await page.setViewportSize(viewports[width]);
        await open({ page, context, server });
        const { violations } = await new AxeBuilder({ page }).withTags(standard).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${width}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
        );
        expect(found).toEqual([]);
      }
    });
  }
}
