const ZONE = 'Europe/Moscow';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const moment = new Intl.DateTimeFormat('ru-RU', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

function partsOf(iso: string) {
  const parts = moment.formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  // «сент.» and «июня» are the locale's short months; the house has three letters and no full stop.
  return {
    day: `${part('day')}\u00a0${part('month').slice(0, 3)}\u00a0${part('year')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** «21 авг 2026» of a moment in ISO 8601, as the day is in Moscow. */
export const formatDay = (iso: string) => partsOf(iso).day;

/** «21 авг 2026, 14:05» of a moment in ISO 8601, in Moscow. */
export function formatMoment(iso: string): string {
  const { day, time } = partsOf(iso);
  return `${day}, ${time}`;
}

/** «14:05» of a moment in ISO 8601, in Moscow. */
export const formatTime = (iso: string) => partsOf(iso).time;

/** «21 авг 2026» of a day as `2026-08-21`. */
export const formatDate = (day: string) => formatDay(`${day}T12:00:00Z`);

const sortable = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });

/** The day as `2026-08-21` that it is in Moscow at a moment in milliseconds. */
export const moscowDay = (moment: number) => sortable.format(moment);

/** «5 мин», «3 ч», «2 д»: how long ago a moment was, in the largest whole unit; «1 мин» at least. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age >= DAY_MS) return `${Math.floor(age / DAY_MS)}\u00a0д`;
  if (age >= HOUR_MS) return `${Math.floor(age / HOUR_MS)}\u00a0ч`;
  return `${Math.max(1, Math.floor(age / 60_000))}\u00a0мин`;
}
