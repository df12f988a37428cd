import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Experimental, and asked for all the same: who speaks to the machine says what is written on a button. */
const beyond = { 'label-content-name-mismatch': { enabled: true } };
const ofColors = ['color-contrast', 'link-in-text-block'];

const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** As if the person changed the system's theme while the page is open. */
async function turn(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The public page follows by style sheets alone.
  const follows = `html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme="${theme}"]`;
  await expect(page.locator(follows)).toHaveCount(1);
  // Colours on their way from one theme to the other are nobody's.
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/** Violations of some rules of axe, or of all of them, in a page as it stands, or in a part of it. */
export async function found(page: Page, options: axe.RunOptions = {}, within = 'html'): Promise<string[]> {
  // Half a megabyte to compile: a document is given it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    ([part, how]) =>
      (window as unknown as { axe: typeof axe }).axe.run(part, { ...how, resultTypes: ['violations'] }),
    [within, options] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Violations that axe finds in a page as it stands, or in a part of it: in one theme after the other, or in the one named. */
export async function violations(
  page: Page,
  { within = 'html', theme: only }: { within?: string; theme?: Theme } = {},
): Promise<string[]> {
  const all: string[] = [];
  for (const theme of only === undefined ? themes : [only]) {
    await turn(page, theme);
    // A theme is of colours alone.
    const isSecond = only === undefined && theme === 'dark';
    const runOnly = isSecond ? { type: 'rule', values: ofColors } : { type: 'tag', values: standard };
    const rules = isSecond ? {} : beyond;
    const here = await found(page, { runOnly, rules } as axe.RunOptions, within);
    all.push(...here.map((violation) => `${theme}: ${violation}`));
  }
  return all;
}
