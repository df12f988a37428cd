import { formatCount } from './count.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_ZONE = 'Europe/Moscow';

function createDates(timeZone: string) {
  const momentFormat = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const splitMoment = (iso: string) => {
    const parts = momentFormat.formatToParts(new Date(iso));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
    // The locale shortens months to «сент.» and «июня»; the design uses three letters without a full stop.
    return {
      day: `${part('day')}\u00a0${part('month').slice(0, 3)}\u00a0${part('year')}`,
      time: `${part('hour')}:${part('minute')}`,
    };
  };
  return {
    /** Formats an ISO 8601 timestamp as «21 авг 2026». */
    formatDay: (iso: string) => splitMoment(iso).day,
    /** Formats an ISO 8601 timestamp as «21 авг 2026, 14:05». */
    formatMoment: (iso: string) => {
      const { day, time } = splitMoment(iso);
      return `${day}, ${time}`;
    },
    /** Formats an ISO 8601 timestamp as «14:05». */
    formatTime: (iso: string) => splitMoment(iso).time,
    /** Converts a timestamp in milliseconds to a date `2026-08-21`. */
    dayAt: (moment: number) => dayFormat.format(moment),
    /**
     * Returns the timestamp in milliseconds of midnight on a date `2026-08-21`. Assumes that the UTC offset does not change during that
     * day. NaN for an invalid date.
     */
    toMidnight: (day: string) => {
      const utc = Date.parse(`${day}T00:00:00Z`);
      if (Number.isNaN(utc)) return utc;
      const local = new Date(utc).toLocaleString('sv-SE', { timeZone });
      return utc - (Date.parse(`${local.replace(' ', 'T')}Z`) - utc);
    },
  };
}

/** Formats and computes dates in one time zone. Components get it from `useDates`. */
export type Dates = ReturnType<typeof createDates>;

// Creating formatters is slow.
const datesByZone = new Map<unknown, Dates>();

/** Returns the same object for the same zone. Without a zone and for an unknown one, dates are in Moscow time. */
export function getDates(zone?: unknown): Dates {
  const dates = datesByZone.get(zone) ?? createDates(isTimeZone(zone) ? zone : DEFAULT_ZONE);
  datesByZone.set(zone, dates);
  return dates;
}

function isTimeZone(zone: unknown): zone is string {
  if (typeof zone !== 'string') return false;
  try {
    return new Intl.DateTimeFormat('ru-RU', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** Formats a date `2026-08-21` as «21 авг 2026». */
export const formatDate = (day: string) => getDates('UTC').formatDay(`${day}T12:00:00Z`);

/** Formats the age of a timestamp in the largest whole unit: «5 мин», «3 ч», «2 дня». The minimum is «1 мин». */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age >= DAY_MS) return formatCount(Math.floor(age / DAY_MS), ['день', 'дня', 'дней']);
  if (age >= HOUR_MS) return `${Math.floor(age / HOUR_MS)}\u00a0ч`;
  return `${Math.max(1, Math.floor(age / 60_000))}\u00a0мин`;
}
