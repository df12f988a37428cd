import { TZDate } from '@date-fns/tz';
import { russianPhone } from '@referral-dashboard/api-contract';
import { DAY_MS } from '../../platform/clock.ts';

/** Value of a cell, or the reason why it cannot be read, in Russian. */
export type ReadCell<Value> = { value: Value } | { problem: string };

const EXPONENT = /^(\d)(?:[.,](\d+))?[eE]\+?(\d{1,2})$/;
const ROUNDED = 'Excel сократил номер. Задайте столбцу текстовый формат и введите номер целиком.';
const TWO_PHONES = 'В ячейке два телефона. Оставьте один.';
const EXTENSION = 'Уберите добавочный номер.';
const NO_PHONE = 'Введите российский номер телефона, например +7 916 123-45-67.';
/** Excel shows five decimals of a long number. */
const SHOWN_DECIMALS = 5;

/** Reads a phone as spreadsheets write it: `8 (916) …`, `79167771240.0`, `7.916777124E10`. */
export function readPhone(text: string): ReadCell<string> {
  if (/(?:доб|вн|ext|#)\.?\s*\d+\s*\)?$/i.test(text)) return { problem: EXTENSION };
  const exponent = EXPONENT.exec(text);
  if (exponent !== null && (exponent[2] ?? '').length <= SHOWN_DECIMALS) return { problem: ROUNDED };
  const plain =
    exponent === null ? text.replace(/^(\d+)[.,]0+$/, '$1') : String(Number(text.replace(',', '.')));
  const value = russianPhone(plain);
  if (value !== null) return { value };
  // A CRM writes an apostrophe before each number, so that Excel keeps it as text.
  const parts = plain
    .replaceAll("'", '')
    .split(/[,;/\n|]|\sили\s|\s(?=\+?[78][\s(]*\d{3})/)
    .filter((part) => /\d/.test(part));
  const isSeveral = parts.length > 1 && parts.filter((part) => russianPhone(part.trim()) !== null).length > 1;
  return { problem: isSeveral ? TWO_PHONES : NO_PHONE };
}

const NO_AMOUNT = 'Введите сумму в рублях, например 1500 или 1 500,50.';
const MAX_RUB = 100_000_000_000;

/** Reads an amount in roubles as whole kopecks: `1 500,00`, `1500.5 ₽`, `1.500,00`. */
export function readAmount(text: string): ReadCell<number> {
  const bare = text.replace(/[\s\u00a0\u202f']|₽|руб(?:лей|\.)?|р\.|RUB/giu, '');
  const decimal = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  const isMixed = bare.includes(',') && bare.includes('.');
  const plain = isMixed
    ? `${bare.slice(0, decimal).replace(/[.,]/g, '')}.${bare.slice(decimal + 1)}`
    : bare.replace(',', '.');
  if (!/^\d+(\.\d+)?$/.test(plain)) return { problem: NO_AMOUNT };
  const [, decimals = ''] = plain.split('.');
  // A formula may leave an error of the sixth decimal; three decimals are thousands that were written with a comma.
  if (decimals.length > 2 && decimals.length < 6) return { problem: NO_AMOUNT };
  const rub = Number(plain);
  return rub > MAX_RUB ? { problem: 'Сумма слишком велика.' } : { value: Math.round(rub * 100) };
}

const NO_DATE = 'Введите дату в формате ДД.ММ.ГГГГ.';
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

/** Parts of a local date: day `2026-11-24` and minutes since midnight. */
export type LocalDate = { day: string; minutes: number };

/** Reads a date: `24.11.2026`, `24.11.2026 13:05:22`, `2026-11-24T13:05`, or the number of days that Excel stores. */
export function readDate(text: string): ReadCell<LocalDate> {
  if (/^[2-7]\d{4}([.,]\d+)?$/.test(text)) {
    const at = new Date(EXCEL_EPOCH + Math.round(Number(text.replace(',', '.')) * DAY_MS));
    return {
      value: { day: at.toISOString().slice(0, 10), minutes: at.getUTCHours() * 60 + at.getUTCMinutes() },
    };
  }
  const russian = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(
    text,
  );
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    );
  const found = russian ?? iso;
  if (found === null) return { problem: NO_DATE };
  const [, first = '', month = '', last = '', hours = '0', minutes = '0'] = found;
  const [date, year] = russian === null ? [last, first] : [first, last.length === 2 ? `20${last}` : last];
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isReal || Number(year) < 2000 || Number(hours) > 23 || Number(minutes) > 59)
    return { problem: NO_DATE };
  return { value: { day, minutes: Number(hours) * 60 + Number(minutes) } };
}

/** Returns the moment of a local date in a time zone. */
export function toMoment({ day, minutes }: LocalDate, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(
    new TZDate(year, month - 1, date, Math.floor(minutes / 60), minutes % 60, timeZone).getTime(),
  );
}
