import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { defects } from '../support/defects.ts';
import { test } from '../support/demo.ts';
import { organizationPages, partnerPages, records } from '../support/filled-pages.ts';
import { answerInTurn, manySizes, shiftsOf } from '../support/geometry.ts';
import { opener } from '../support/opener.ts';
import { organization, partner } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { isLong, shown, wayOf } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';

/** So that the workers share them: each test looks at every so manieth page. */
const roles = [
  { who: 'an organization', person: organization, pagesOf: organizationPages, parts: 5 },
  { who: 'a partner', person: partner, pagesOf: partnerPages, parts: 2 },
];

for (const { who, person, pagesOf, parts } of roles)
  for (let part = 0; part < parts; part += 1)
    test(`part ${part + 1} of the pages of ${who} is in Russian, has no hole, fits, does not jump and passes axe`, async ({
      page,
      context,
      server,
    }) => {
      test.slow();
      await signedIn(context, server.url, person);
      const { open, refused } = opener(page);
      const shifts = await shiftsOf(page);
      await answerInTurn(page);
      const found: string[] = [];
      const pages = await pagesOf(server);
      for (const [index, one] of shown(pages).entries()) {
        if (index % parts !== part) continue;
        const way = wayOf(index);
        for (const width of isLong ? ([1440, 360] as const) : [way.width]) {
          await page.setViewportSize(viewports[width]);
          await open(one);
          const complaints = isLong
            ? width === 1440 && (await violations(page))
            : await violations(page, { theme: way.theme });
          const seen = [
            ...(await shifts()),
            ...(await defects(page)),
            ...(await manySizes(page)),
            ...(complaints || []),
          ];
          found.push(...seen.map((defect) => `${one.address} at ${width} px: ${defect}`));
        }
      }
      expect([...found, ...refused]).toEqual([]);
    });

test('on a phone the open tab is in sight', async ({ page, context, server }) => {
  await page.setViewportSize(viewports[360]);
  await signedIn(context, server.url, organization);
  const { card } = await records(server);
  await page.goto(`/partners/${card.id}?tab=edit`);
  await expect(page.getByRole('tab', { name: 'Данные' })).toBeInViewport({ ratio: 1 });
  await page.goto('/leads?status=duplicate');
  await expect(page.getByRole('link', { name: /^Дубли/ })).toBeInViewport({ ratio: 1 });
});

test.describe('on a tablet', () => {
  test.use({ viewport: viewports[768], isMobile: true, hasTouch: true });

  for (const { who, person, pagesOf } of roles)
    test(`no page of ${who} is wider than the screen`, async ({ page, context, server }) => {
      test.slow();
      await signedIn(context, server.url, person);
      const { open } = opener(page);
      const wide: string[] = [];
      for (const one of shown(await pagesOf(server))) {
        await open(one);
        if ((await page.evaluate(() => innerWidth)) > viewports[768].width) wide.push(one.address);
      }
      expect(wide).toEqual([]);
    });

  test('a panel come back to leaves the page as wide as the screen', async ({ page, context, server }) => {
    await signedIn(context, server.url, organization);
    const { open, settled } = opener(page);
    const panels = (await organizationPages(server)).filter(({ address }) => address.includes('id='));
    for (const panel of panels) {
      await open(panel);
      // On the way back the panel and the rows are drawn at once.
      await page.getByRole('dialog').locator('a[href^="/"]').first().click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await settled(panel.address);
      expect(await page.evaluate(() => innerWidth), panel.address).toBe(768);
    }
  });
});
