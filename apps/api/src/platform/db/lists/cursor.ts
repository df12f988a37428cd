import { z } from 'zod';
import { invalid } from '../../errors.ts';

/** Type of a column's values. Times are in UTC with microseconds. */
export type KeyKind = 'time' | 'text' | 'number';

/** Position of a page: the row next to it, and the direction. */
export type Cursor = { ordering: string; key: string; id: string; backward: boolean };

const KEYS: Record<KeyKind, RegExp> = {
  time: /^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  text: /^[^\0]{0,1000}$/u,
  number: /^-?\d{1,15}$/,
};

const cursorSchema = z.tuple([z.string(), z.string(), z.uuid(), z.boolean()]);

export const writeCursor = ({ ordering, key, id, backward }: Cursor) =>
  Buffer.from(JSON.stringify([ordering, key, id, backward])).toString('base64url');

/** @throws ApiError 400 for a cursor that was not issued for this ordering. */
export function readCursor(cursor: string, ordering: string, kind: KeyKind): Cursor {
  const refused = () => invalid({ cursor: ['Неверный указатель страницы.'] });
  const parts = cursorSchema.safeParse(parse(cursor));
  if (!parts.success) throw refused();
  const [cursorOrdering, key, id, backward] = parts.data;
  const isValid = cursorOrdering === ordering && KEYS[kind].test(key) && key.isWellFormed();
  if (!isValid || (kind === 'time' && Number.isNaN(Date.parse(key)))) throw refused();
  return { ordering, key, id, backward };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
