import { z } from 'zod';
import { invalid } from '../../errors.ts';

/** Kind of a column's values. Times are in microseconds, in UTC. */
export type KeyKind = 'time' | 'text' | 'number';

/** The row beside which a page begins, and on which side of it. */
export type Cursor = { ordering: string; key: string; id: string; backward: boolean };

const KEYS: Record<KeyKind, RegExp> = {
  time: /^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  text: /^[^\0]{0,1000}$/u,
  number: /^-?\d{1,15}$/,
};

const written = z.tuple([z.string(), z.string(), z.uuid(), z.boolean()]);

export const writeCursor = ({ ordering, key, id, backward }: Cursor) =>
  Buffer.from(JSON.stringify([ordering, key, id, backward])).toString('base64url');

/** @throws ApiError 400 for what this list did not hand out in this order. */
export function readCursor(cursor: string, ordering: string, kind: KeyKind): Cursor {
  const refused = () => invalid({ cursor: ['Неверный указатель страницы.'] });
  const parts = written.safeParse(parse(cursor));
  if (!parts.success) throw refused();
  const [given, key, id, backward] = parts.data;
  const isSound = given === ordering && KEYS[kind].test(key) && key.isWellFormed();
  if (!isSound || (kind === 'time' && Number.isNaN(Date.parse(key)))) throw refused();
  return { ordering, key, id, backward };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
