import type { Page } from '@referral-dashboard/api-contract';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { api, type Caller, ok } from './world.ts';

type Query = { noun: string; format: string; filter?: string };

const open = (caller: Caller, { noun, format, filter = '' }: Query) =>
  caller.open(`${api}/${noun}/export/?format=${format}&${filter}`);

/** Returns the text of an exported CSV file with its byte order mark. */
export async function csvText(caller: Caller, noun: string, filter?: string) {
  const response = await open(caller, { noun, format: 'csv', ...(filter && { filter }) });
  if (response.status !== 200) throw new Error(`responded ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer()).toString();
}

/** Returns the rows of an exported CSV file as objects keyed by column title. */
export const csvRows = async (caller: Caller, noun: string, filter?: string) =>
  parse(await csvText(caller, noun, filter), { bom: true, columns: true, delimiter: ';' }) as Record<
    string,
    string
  >[];

/** Returns the rows of an exported workbook as objects keyed by column title. The reader is independent of the writer. */
export async function xlsxRows(caller: Caller, noun: string, filter?: string) {
  const response = await open(caller, { noun, format: 'xlsx', ...(filter && { filter }) });
  const [sheet] = await readXlsx(Buffer.from(await response.arrayBuffer()));
  const [titles = [], ...rows] = sheet?.data ?? [];
  return {
    sheet: sheet?.sheet,
    rows: rows.map((row) => Object.fromEntries(titles.map((title, at) => [String(title), row[at]]))),
  };
}

/** Returns the values of one column. */
export const column = <Cell>(rows: readonly Record<string, Cell>[], title: string) =>
  rows.map((row) => row[title]);

/** Reads all pages of a list. */
export async function listed<Item>(caller: Caller, noun: string, query: string): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page<Item> = ok(
      await caller.get(`${api}/${noun}/?page_size=100&${query}${cursor && `&cursor=${cursor}`}`),
    );
    all.push(...page.results);
    cursor = page.next;
  }
  return all;
}

/** Returns the text of a PDF. The reader is independent of the writer. */
export async function pdfText(bytes: Uint8Array) {
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
