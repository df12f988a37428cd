import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { organizationPages, partnerPages } from '../support/filled-pages.ts';
import { findSmallTargets, MOUSE_TARGET } from '../support/geometry.ts';
import { opener } from '../support/opener.ts';
import { organization, partner } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { sample } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';

const roles = [
  ['an organization', organization, organizationPages],
  ['a partner', partner, partnerPages],
] as const;

test.describe('on a touch screen', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  for (const [who, person, pagesOf] of roles)
    test(`targets on the pages of ${who} are at least 44 px wide and high`, async ({
      page,
      context,
      server,
    }) => {
      test.slow();
      await signInContext(context, server.url, person);
      const { open } = opener(page);
      const small = new Map<string, string>();
      for (const one of sample(await pagesOf(server))) {
        await open(one);
        expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
        for (const target of await findSmallTargets(page)) small.set(target, one.address);
      }
      expect([...small].map(([target, address]) => `${address}: ${target}`)).toEqual([]);
    });
});

for (const [who, person, pagesOf] of roles)
  test(`targets on the pages of ${who} are at least 32 px wide and high with a mouse`, async ({
    page,
    context,
    server,
  }) => {
    test.slow();
    await signInContext(context, server.url, person);
    const { open } = opener(page);
    const small = new Map<string, string>();
    for (const one of sample(await pagesOf(server))) {
      await open(one);
      for (const target of await findSmallTargets(page, MOUSE_TARGET)) small.set(target, one.address);
    }
    expect([...small].map(([target, address]) => `${address}: ${target}`)).toEqual([]);
  });
