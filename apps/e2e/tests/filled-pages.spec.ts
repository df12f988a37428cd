import { expect } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findDefects } from '../support/defects.ts';
import { test } from '../support/demo.ts';
import { organizationPages, partnerPages, records } from '../support/filled-pages.ts';
import { findExcessFontSizes, observeShifts, respondInTurn } from '../support/geometry.ts';
import { opener } from '../support/opener.ts';
import { organization, partner } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { getVariant, isLong, sample } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';

/** The pages of a role are split into parts that run in parallel. */
const roles = [
  { who: 'an organization', person: organization, pagesOf: organizationPages, parts: 5 },
  { who: 'a partner', person: partner, pagesOf: partnerPages, parts: 2 },
];

for (const { who, person, pagesOf, parts } of roles)
  for (let part = 0; part < parts; part += 1)
    test(`pages of ${who} are in Russian and complete, fit the screen, do not shift and pass axe: part ${part + 1}`, async ({
      page,
      context,
      server,
    }) => {
      test.slow();
      await signInContext(context, server.url, person);
      const { open, failedResponses } = opener(page);
      const shifts = await observeShifts(page);
      await respondInTurn(page);
      const problems: string[] = [];
      const pages = await pagesOf(server);
      for (const [index, one] of sample(pages).entries()) {
        if (index % parts !== part) continue;
        const variant = getVariant(index);
        for (const width of isLong ? ([1440, 360] as const) : [variant.width]) {
          await page.setViewportSize(viewports[width]);
          await open(one);
          const axeFindings = isLong
            ? width === 1440 && (await findViolations(page))
            : await findViolations(page, { theme: variant.theme });
          const seen = [
            ...(await shifts()),
            ...(await findDefects(page)),
            ...(await findExcessFontSizes(page)),
            ...(axeFindings || []),
          ];
          problems.push(...seen.map((defect) => `${one.address} at ${width} px: ${defect}`));
        }
      }
      expect([...problems, ...failedResponses]).toEqual([]);
    });

test('on a phone the open tab is visible', async ({ page, context, server }) => {
  await page.setViewportSize(viewports[360]);
  await signInContext(context, server.url, organization);
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
      await signInContext(context, server.url, person);
      const { open } = opener(page);
      const wide: string[] = [];
      for (const one of sample(await pagesOf(server))) {
        await open(one);
        if ((await page.evaluate(() => innerWidth)) > viewports[768].width) wide.push(one.address);
      }
      expect(wide).toEqual([]);
    });

  test('the page fits the screen after the user returns to a panel', async ({ page, context, server }) => {
    await signInContext(context, server.url, organization);
    const { open, settled } = opener(page);
    const panels = (await organizationPages(server)).filter(({ address }) => address.includes('id='));
    for (const panel of panels) {
      await open(panel);
      // Going back renders the panel together with the rows.
      await page.getByRole('dialog').locator('a[href^="/"]').first().click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await settled(panel.address);
      await expect.poll(() => page.evaluate(() => innerWidth), { message: panel.address }).toBe(768);
    }
  });
});
