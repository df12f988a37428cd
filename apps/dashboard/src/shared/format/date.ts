import { organizationZone } from './time-zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const made = new Map<string, { moment: Intl.DateTimeFormat; sortable: Intl.DateTimeFormat }>();

/** Formats of a time zone; made once, since making one takes long. */
function formatsOf(timeZone: string) {
  const known = made.get(timeZone) ?? {
    moment: new Intl.DateTimeFormat('ru-RU', {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
    sortable: new Intl.DateTimeFormat('sv-SE', { timeZone }),
  };
  made.set(timeZone, known);
  return known;
}

function partsOf(iso: string, timeZone = organizationZone()) {
  const parts = formatsOf(timeZone).moment.formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  // «сент.» and «июня» are the locale's short months; the house has three letters and no full stop.
  return {
    day: `${part('day')}\u00a0${part('month').slice(0, 3)}\u00a0${part('year')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** «21 авг 2026» of a moment in ISO 8601, as the day is where the organization is. */
export const formatDay = (iso: string) => partsOf(iso).day;

/** «21 авг 2026, 14:05» of a moment in ISO 8601, by the clocks of the organization. */
export function formatMoment(iso: string): string {
  const { day, time } = partsOf(iso);
  return `${day}, ${time}`;
}

/** «14:05» of a moment in ISO 8601, by the clocks of the organization. */
export const formatTime = (iso: string) => partsOf(iso).time;

/** «21 авг 2026» of a day as `2026-08-21`. */
export const formatDate = (day: string) => partsOf(`${day}T12:00:00Z`, 'UTC').day;

/** The day as `2026-08-21` that it is where the organization is at a moment in milliseconds. */
export const dayAt = (moment: number) => formatsOf(organizationZone()).sortable.format(moment);

/** «5 мин», «3 ч», «2 д»: how long ago a moment was, in the largest whole unit; «1 мин» at least. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age >= DAY_MS) return `${Math.floor(age / DAY_MS)}\u00a0д`;
  if (age >= HOUR_MS) return `${Math.floor(age / HOUR_MS)}\u00a0ч`;
  return `${Math.max(1, Math.floor(age / 60_000))}\u00a0мин`;
}
