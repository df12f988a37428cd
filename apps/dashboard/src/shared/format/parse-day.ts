import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';

dayjs.extend(customParseFormat);

const TYPED = ['DD.MM.YYYY', 'D.M.YYYY'];
const ISO = 'YYYY-MM-DD';

/** Parses 21.08.2026 to `2026-08-21`; `null` for an incomplete or impossible date. `others` are further formats of a whole text. */
export function parseDay(text: string, others: readonly string[] = []): string | null {
  const day = dayjs(text.trim(), [...TYPED, ...others], true);
  return day.isValid() ? day.format(ISO) : null;
}

/** Whether a text is a day such as `2026-08-21`. */
export const isDay = (text: string) => dayjs(text, ISO, true).isValid();
