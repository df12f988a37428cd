import { plusDays } from './presets.ts';

const WORDS = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats `2026-10` as «октябрь 2026». */
export function monthInWords(month: string): string {
  const parts = WORDS.formatToParts(new Date(`${month}-01`));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('year')}`;
}

/** The last `count` complete months before the day, latest first. */
export function lastMonthsBefore(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 2 - ago, 1)).toISOString().slice(0, 7),
  );
}

/** Returns the month after `2026-10`: `2026-11`. */
export function getNextMonth(month: string): string {
  const next = new Date(`${month}-01`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}

const getPreviousMonth = (month: string) => lastMonthsBefore(`${month}-01`, 1)[0] ?? month;

/** First and last day of a month, and the month before. The last day is at most `today`. */
export function getMonthPeriod(month: string, today: string) {
  const lastDay = plusDays(`${getNextMonth(month)}-01`, -1);
  return {
    days: { from: `${month}-01`, to: lastDay < today ? lastDay : today },
    isComplete: lastDay < today,
    previousMonth: getPreviousMonth(month),
  };
}

const IN_MONTH = [
  ...['январе', 'феврале', 'марте', 'апреле', 'мае', 'июне'],
  ...['июле', 'августе', 'сентябре', 'октябре', 'ноябре', 'декабре'],
];

/** Formats `2026-09` as «сентябре», to follow the preposition «в». */
export const formatInMonth = (month: string) => IN_MONTH[Number(month.slice(5)) - 1] ?? '';
