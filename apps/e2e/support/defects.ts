import type { Page } from '@playwright/test';
import { misfits } from './layout.ts';
import { holes, latinWords, textOf } from './text.ts';

/**
 * Latin letters of the demo data (addresses of people, of sites and of links),
 * the names of two keys and of files, and the mark of an advertisement.
 */
const ofTheData =
  /[\w.]+@example\.(ru|com)|(https?:\/\/|127\.0\.0\.1)[\w./:-]+|(\/ref\/)?\bdemo-[\w-]+|\b(Enter|Esc)\b|Excel|XLSX|PDF|CSV|SVG/g;

/** Words that are not Russian, holes where a value should be, and what does not fit, on a page with the demo data. */
export async function defects(page: Page): Promise<string[]> {
  const text = await textOf(page);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')}`));
  return [
    ...latinWords(text.replace(ofTheData, '')),
    ...holes(text),
    ...links.filter((href) => holes(href).length > 0),
    ...(await misfits(page)),
  ];
}
