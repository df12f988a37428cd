import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';

/** Exports the list that is shown, and reads the file that the browser saved. */
async function exported(page: Page, format: RegExp): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Экспорт' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await saved).path());
}

/** The rows of the list as CSV, by the titles of their columns. */
export async function csvRows(page: Page) {
  const text = await exported(page, /CSV/);
  return parse<Record<string, string>>(text, { bom: true, columns: true, delimiter: ';' });
}

/** Number of rows of the list as a workbook, its titles apart. */
export async function xlsxCount(page: Page): Promise<number> {
  const [sheet] = await readXlsx(await exported(page, /XLSX/));
  return (sheet?.data.length ?? 0) - 1;
}
