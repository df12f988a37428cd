import type { JournalEntry, JournalKind } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import { formatDay, formatRubles, monthInWords } from '../../platform/russian-format.ts';
import type { PersonalValues } from '../personal-values.ts';
import { FIELDS, getFieldLabel, STATUS_WORDS } from './fields.ts';

type Diff = Record<string, unknown>;
type Changes = JournalEntry['changes'];

const MAX_LENGTH = 300;
const recordSchema = z.record(z.string(), z.unknown()).catch({});
const namesSchema = z.array(z.string()).catch([]);
const textSchema = z.string().catch('');

/** Keys of a diff that are not fields. */
const STRUCTURE = new Set(['from', 'to', 'status', 'changed', 'before', 'after', 'reason', 'comment']);

const shortened = (text: string) => {
  const signs = [...text];
  return signs.length > MAX_LENGTH ? `${signs.slice(0, MAX_LENGTH - 1).join('')}…` : text;
};

const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });

/** Formats a value in Russian. Returns null for an empty value. */
function formatValue(field: string, value: unknown, timeZone: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map((one) => formatValue(field, one, timeZone)).join(', ') || null;
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
    case 'month':
      return monthInWords(text);
    case 'moment': {
      const moment = new Date(text);
      return `${formatDay(moment, timeZone)}, ${timeIn(timeZone).format(moment)}`;
    }
    case undefined:
      return shortened(text);
  }
}

function statusChange(kind: JournalKind, { from, to, status }: Diff): Changes {
  const field = STATUS_WORDS[kind];
  const [before, after] = [from, to ?? status];
  if (field === undefined || (typeof before !== 'string' && typeof after !== 'string') || before === after)
    return [];
  const inWords = (state: unknown) => (typeof state === 'string' ? (field.words[state] ?? state) : null);
  // Some entries contain the status before an action that did not change it.
  return after === undefined ? [] : [{ field: field.label, before: inWords(before), after: inWords(after) }];
}

/** Returns the changed fields of an entry with their values in Russian. */
export function describeChanges(
  kind: JournalKind,
  diff: Diff,
  personal: PersonalValues | null,
  timeZone: string,
): Changes {
  const visible = recordSchema.parse(diff['after']);
  const before = { ...recordSchema.parse(diff['before']), ...personal?.before };
  const flat = Object.fromEntries(Object.entries(diff).filter(([name]) => !STRUCTURE.has(name)));
  const current: Diff = { ...flat, ...visible, ...personal?.after };
  const fieldNames = [
    ...new Set([
      ...Object.keys({ ...flat, ...visible }),
      ...namesSchema.parse(diff['changed']),
      ...Object.keys(personal?.after ?? {}),
    ]),
  ];
  const fields = fieldNames.flatMap((name) => {
    const label = getFieldLabel(kind, name);
    const [previousText, currentText] = [
      formatValue(name, before[name], timeZone),
      formatValue(name, current[name], timeZone),
    ];
    // A value outside `before` and `after` has no previous value, so an empty one is not a change.
    return label === undefined || (name in flat && currentText === null)
      ? []
      : [{ field: label, before: previousText, after: currentText }];
  });
  return [...statusChange(kind, diff), ...fields];
}

/** Reason of a change, as the user entered it. */
export const getReason = ({ reason, comment }: Diff) => textSchema.parse(reason) || textSchema.parse(comment);
