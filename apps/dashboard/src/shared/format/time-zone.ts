const DEFAULT_ZONE = 'Europe/Moscow';

let zone = DEFAULT_ZONE;
let lastRequested: unknown;

/** Time zone of all displayed dates. */
export const organizationZone = () => zone;

/** Sets the time zone of displayed dates. An unknown zone falls back to Moscow. */
export function setOrganizationZone(name: unknown) {
  // Validating a zone is slow, and this runs on every page.
  if (name === lastRequested) return;
  lastRequested = name;
  zone = typeof name === 'string' && isTimeZone(name) ? name : DEFAULT_ZONE;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('ru-RU', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the timestamp in milliseconds of midnight on a date `2026-08-21` in the organization's time zone. Assumes that the UTC offset
 * does not change during that day. NaN for an invalid date.
 */
export function toMidnight(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc)) return utc;
  const local = new Date(utc).toLocaleString('sv-SE', { timeZone: zone });
  return utc - (Date.parse(`${local.replace(' ', 'T')}Z`) - utc);
}
