import { organizationZone } from './time-zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const formattersByZone = new Map<string, { moment: Intl.DateTimeFormat; sortable: Intl.DateTimeFormat }>();

/** Date formatters of a time zone. They are cached, because creating them is slow. */
function formattersFor(timeZone: string) {
  const formatters = formattersByZone.get(timeZone) ?? {
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
  formattersByZone.set(timeZone, formatters);
  return formatters;
}

function splitMoment(iso: string, timeZone = organizationZone()) {
  const parts = formattersFor(timeZone).moment.formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  // The locale shortens months to «сент.» and «июня»; the design uses three letters without a full stop.
  return {
    day: `${part('day')}\u00a0${part('month').slice(0, 3)}\u00a0${part('year')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** Formats an ISO 8601 timestamp as «21 авг 2026» in the organization's time zone. */
export const formatDay = (iso: string) => splitMoment(iso).day;

/** Formats an ISO 8601 timestamp as «21 авг 2026, 14:05» in the organization's time zone. */
export function formatMoment(iso: string): string {
  const { day, time } = splitMoment(iso);
  return `${day}, ${time}`;
}

/** Formats an ISO 8601 timestamp as «14:05» in the organization's time zone. */
export const formatTime = (iso: string) => splitMoment(iso).time;

/** Formats a date `2026-08-21` as «21 авг 2026». */
export const formatDate = (day: string) => splitMoment(`${day}T12:00:00Z`, 'UTC').day;

/** Converts a timestamp in milliseconds to a date `2026-08-21` in the organization's time zone. */
export const dayAt = (moment: number) => formattersFor(organizationZone()).sortable.format(moment);

/** Formats the age of a timestamp in the largest whole unit: «5 мин», «3 ч», «2 д». The minimum is «1 мин». */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age >= DAY_MS) return `${Math.floor(age / DAY_MS)}\u00a0д`;
  if (age >= HOUR_MS) return `${Math.floor(age / HOUR_MS)}\u00a0ч`;
  return `${Math.max(1, Math.floor(age / 60_000))}\u00a0мин`;
}
