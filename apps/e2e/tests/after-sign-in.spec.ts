import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { opener } from '../support/opener.ts';
import { organization, partner } from '../support/people.ts';
import { shell, signIn, signInForm } from '../support/screens.ts';
import { viewports } from '../support/views.ts';

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Records layout shifts, including those soon after input: the response arrives within the grace period of the browser. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { allShifts: shifts });
    const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({
          value,
          what: sources
            .map(({ node, previousRect, currentRect }) => {
              const element = node instanceof Element ? node : node?.parentElement;
              return `${element?.tagName}.${element?.className} ${at(previousRect)} -> ${at(currentRect)}`;
            })
            .join('; '),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });

for (const [who, person] of [
  ['an organization', organization],
  ['a partner', partner],
] as const)
  for (const width of [1440, 360] as const)
    test(`the home page does not shift after ${who} signs in at ${width} px`, async ({ page, server: _ }) => {
      await page.setViewportSize(viewports[width]);
      await recordShifts(page);
      const { settled } = opener(page);
      await page.goto('/login');
      await expect(signInForm(page).heading).toBeVisible();
      await signIn(page, person);
      await expect(shell(page).topBar).toBeVisible();
      await expect(page).toHaveURL('/');
      await settled('the home page');
      const shifts = await page.evaluate(
        () => (window as unknown as { allShifts: { value: number; what: string }[] }).allShifts,
      );
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('\n')).toBeLessThan(
        0.01,
      );
    });
