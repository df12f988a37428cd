const DAY_MS = 86_400_000;

/** Adds days to a date `2026-08-21`. */
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const PRESETS = {
  Сегодня: (today) => today,
  '7 дней': (today) => plusDays(today, -6),
  '30 дней': (today) => plusDays(today, -29),
  '90 дней': (today) => plusDays(today, -89),
  'Этот месяц': monthStart,
  'Прошлый месяц': (today) => monthStart(monthEndBefore(today)),
  'Этот год': (today) => `${today.slice(0, 5)}01-01`,
} as const satisfies Record<string, (today: string) => string>;

export type PresetName = keyof typeof PRESETS;
export type Preset = { label: PresetName; from: string; to: string };

/** Named date ranges relative to `today`. Both dates are included. */
export const presetsOn = (today: string, names: readonly PresetName[]): Preset[] =>
  names.map((label) => ({
    label,
    from: PRESETS[label](today),
    to: label === 'Прошлый месяц' ? monthEndBefore(today) : today,
  }));

function monthStart(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** Last day of the previous month. */
function monthEndBefore(day: string): string {
  return plusDays(monthStart(day), -1);
}
