const WORDS = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats `2026-10` as «октябрь 2026». */
export function monthInWords(month: string): string {
  const parts = WORDS.formatToParts(new Date(`${month}-01`));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('year')}`;
}
