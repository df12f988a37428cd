import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const ofColors = ['color-contrast', 'link-in-text-block'];

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** As if the person changed the system's theme while the page is open. */
async function turn(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The public page follows by style sheets alone.
  const follows = `html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme="${theme}"]`;
  await expect(page.locator(follows)).toHaveCount(1);
}

/** What axe holds against a page as it stands, or against a part of it, in one theme after the other. */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  const all: string[] = [];
  for (const theme of themes) {
    await turn(page, theme);
    // The way without a second page, for pages that hold no other: it takes half the time.
    const axe = new AxeBuilder({ page }).setLegacyMode().include(within);
    // A theme is of colours alone.
    const found = await (theme === 'light' ? axe.withTags(standard) : axe.withRules(ofColors)).analyze();
    for (const { id, nodes } of found.violations)
      all.push(`${theme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  return all;
}
