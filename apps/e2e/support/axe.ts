import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const standardTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Experimental rule for voice control users, who say the visible label of a button. */
const extraRules = { 'label-content-name-mismatch': { enabled: true } };
const colorRules = ['color-contrast', 'link-in-text-block'];

const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Changes the system theme of an open page and waits until the page follows. */
async function setTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The public page uses media queries only and has no theme attribute.
  const themed = `html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme="${theme}"]`;
  await expect(page.locator(themed)).toHaveCount(1);
  // Waits for color transitions, which would give a wrong contrast.
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/** Runs axe on the page or a part of it in the current theme. Returns one line per violation. */
export async function runAxe(page: Page, options: axe.RunOptions = {}, within = 'html'): Promise<string[]> {
  // The script is 500 kB, so it is injected once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    ([part, how]) =>
      (window as unknown as { axe: typeof axe }).axe.run(part, { ...how, resultTypes: ['violations'] }),
    [within, options] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Violations reported by axe in the page or a part of it, in both themes or in the given one. */
export async function findViolations(
  page: Page,
  { within = 'html', theme: only }: { within?: string; theme?: Theme } = {},
): Promise<string[]> {
  const all: string[] = [];
  for (const theme of only === undefined ? themes : [only]) {
    await setTheme(page, theme);
    // Themes differ only in colors, so the second run checks only color rules.
    const isSecond = only === undefined && theme === 'dark';
    const runOnly = isSecond ? { type: 'rule', values: colorRules } : { type: 'tag', values: standardTags };
    const rules = isSecond ? {} : extraRules;
    const current = await runAxe(page, { runOnly, rules } as axe.RunOptions, within);
    all.push(...current.map((violation) => `${theme}: ${violation}`));
  }
  return all;
}
