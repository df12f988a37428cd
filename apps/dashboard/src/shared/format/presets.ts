const DAY_MS = 86_400_000;

/** A day so many days after another, as `2026-08-21`. */
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

type Preset = { label: string; from: string; to: string };

/** Periods that people ask for by name, on a day. */
export function presetsOn(today: string): Preset[] {
  const monthStart = `${today.slice(0, 8)}01`;
  const monthEnd = plusDays(monthStart, -1);
  return [
    { label: '7 дней', from: plusDays(today, -6), to: today },
    { label: '30 дней', from: plusDays(today, -29), to: today },
    { label: '90 дней', from: plusDays(today, -89), to: today },
    { label: 'Этот месяц', from: monthStart, to: today },
    { label: 'Прошлый месяц', from: `${monthEnd.slice(0, 8)}01`, to: monthEnd },
    { label: 'Этот год', from: `${today.slice(0, 5)}01-01`, to: today },
  ];
}
