import type { JournalEntry, JournalKind } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import { formatDay, formatRubles } from '../../platform/russian-format.ts';
import { FIELDS, STATUS_WORDS } from './fields.ts';

type Diff = Record<string, unknown>;
type Changes = JournalEntry['changes'];

const LONGEST = 300;
const values = z.record(z.string(), z.unknown()).catch({});
const names = z.array(z.string()).catch([]);
const words = z.string().catch('');

/** Parts of a diff that are no fields: they are told in other ways. */
const STRUCTURE = new Set(['from', 'to', 'status', 'changed', 'before', 'after', 'reason', 'comment']);

const shortened = (text: string) => {
  const signs = [...text];
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join('')}…` : text;
};

const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });

/** A value in words; null for nothing. */
function wordsOf(field: string, value: unknown, timeZone: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map((one) => wordsOf(field, one, timeZone)).join(', ') || null;
  const as = FIELDS[field]?.as;
  const text = String(value);
  if (typeof as === 'object') return as[text] ?? text;
  switch (as) {
    case 'money':
      return formatRubles(Number(value));
    case 'days':
      return `${text}\u00a0дн.`;
    case 'flag':
      return value === true ? 'Да' : 'Нет';
    case 'day':
      return formatDay(new Date(text), 'UTC');
    case 'moment': {
      const moment = new Date(text);
      return `${formatDay(moment, timeZone)}, ${timeIn(timeZone).format(moment)}`;
    }
    case undefined:
      return shortened(text);
  }
}

function statusChange(kind: JournalKind, { from, to, status }: Diff): Changes {
  const of = STATUS_WORDS[kind];
  const [before, after] = [from, to ?? status];
  if (of === undefined || (typeof before !== 'string' && typeof after !== 'string') || before === after)
    return [];
  const inWords = (state: unknown) => (typeof state === 'string' ? (of.words[state] ?? state) : null);
  // Some entries tell what a state was and not that it stayed.
  return after === undefined ? [] : [{ field: of.label, before: inWords(before), after: inWords(after) }];
}

/** Changes of an entry, field by field, in words. */
export function changesOf(kind: JournalKind, diff: Diff, timeZone: string): Changes {
  const [before, after] = [values.parse(diff['before']), values.parse(diff['after'])];
  const flat = Object.fromEntries(Object.entries(diff).filter(([name]) => !STRUCTURE.has(name)));
  const told = { ...flat, ...after };
  const named = [...new Set([...Object.keys(told), ...names.parse(diff['changed'])])];
  const fields = named.flatMap((name) => {
    const label = FIELDS[name]?.label;
    const [was, is] = [wordsOf(name, before[name], timeZone), wordsOf(name, told[name], timeZone)];
    // A field that was given empty where nothing was changed nothing.
    return label === undefined || (name in flat && is === null)
      ? []
      : [{ field: label, before: was, after: is }];
  });
  return [...statusChange(kind, diff), ...fields];
}

/** Reason of an entry, in the words of whoever did it. */
export const reasonOf = ({ reason, comment }: Diff) => words.parse(reason) || words.parse(comment);
