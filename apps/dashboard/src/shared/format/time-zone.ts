const USUAL = 'Europe/Moscow';

let zone = USUAL;
let asked: unknown;

/** Time zone by whose clocks all dates are shown. */
export const organizationZone = () => zone;

/** Shows dates by the clocks of a zone from now on; what is no zone stands for Moscow. */
export function keepTimeIn(named: unknown) {
  // To look one up takes longer than to draw a row, and it is asked for with every page.
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

/** Moment in milliseconds at which a day `2026-08-21` begins there. Zones of Russia have known no summer time since 2014. */
export function midnightOf(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc)) return utc;
  const shown = new Date(utc).toLocaleString('sv-SE', { timeZone: zone });
  return utc - (Date.parse(`${shown.replace(' ', 'T')}Z`) - utc);
}
