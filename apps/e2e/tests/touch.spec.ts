import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { organizationPages, partnerPages } from '../support/filled-pages.ts';
import { MOUSE, smallTargets } from '../support/geometry.ts';
import { opener } from '../support/opener.ts';
import { organization, partner } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { shown } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';

const roles = [
  ['an organization', organization, organizationPages],
  ['a partner', partner, partnerPages],
] as const;

test.describe('under a finger', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  for (const [who, person, pagesOf] of roles)
    test(`whatever is pressed on the pages of ${who} is 44 px wide and high`, async ({
      page,
      context,
      server,
    }) => {
      test.slow();
      await signedIn(context, server.url, person);
      const { open } = opener(page);
      const small = new Map<string, string>();
      for (const one of shown(await pagesOf(server))) {
        await open(one);
        expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
        for (const target of await smallTargets(page)) small.set(target, one.address);
      }
      expect([...small].map(([target, address]) => `${address}: ${target}`)).toEqual([]);
    });
});

for (const [who, person, pagesOf] of roles)
  test(`with a mouse whatever is pressed on the pages of ${who} is 32 px wide and high`, async ({
    page,
    context,
    server,
  }) => {
    test.slow();
    await signedIn(context, server.url, person);
    const { open } = opener(page);
    const small = new Map<string, string>();
    for (const one of shown(await pagesOf(server))) {
      await open(one);
      for (const target of await smallTargets(page, MOUSE)) small.set(target, one.address);
    }
    expect([...small].map(([target, address]) => `${address}: ${target}`)).toEqual([]);
  });
