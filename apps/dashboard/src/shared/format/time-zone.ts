const USUAL = 'Europe/Moscow';

let zone = USUAL;
let asked: unknown;

/** Time zone of all displayed dates. */
export const organizationZone = () => zone;

/** Sets the time zone of displayed dates. An unknown zone falls back to Moscow. */
export function keepTimeIn(named: unknown) {
  // Validating a zone is slow, and this runs on every page.
  if (named === asked) return;
  asked = named;
  zone = typeof named === 'string' && isZone(named) ? named : USUAL;
}

function isZone(named: string): boolean {
  try {
    return new Intl.DateTimeFormat('ru-RU', { timeZone: named }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the timestamp in milliseconds of midnight on a date `2026-08-21` in the organization's time zone. Assumes that the UTC offset
 * does not change during that day. NaN for an invalid date.
 */
export function midnightOf(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc)) return utc;
  const shown = new Date(utc).toLocaleString('sv-SE', { timeZone: zone });
  return utc - (Date.parse(`${shown.replace(' ', 'T')}Z`) - utc);
}
