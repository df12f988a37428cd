const DIGITS = 10;

const stripFormatting = (text: string) => text.replace(/[^+\d]/g, '');

/** Whether a number belongs to another country: it starts with `+` (except +7), 00 or 8 10. */
export const isForeignNumber = (text: string) => /^(?:\+(?!7)|00|810)\d{7,}$/.test(stripFormatting(text));

/**
 * Returns the ten digits after +7 from any common notation: `+7 916…`, `8 (916)…`, `7916…`, `916…`. An incomplete number keeps its digits.
 */
export function nationalDigits(text: string): string {
  const digits = stripFormatting(text).replace(/^\+7/, '').replace(/\D/g, '');
  return (digits.length === DIGITS + 1 && /^[78]/.test(digits) ? digits.slice(1) : digits).slice(0, DIGITS);
}

export const isFullNumber = (national: string) => national.length === DIGITS;

/** Phone format of the API: `+7XXXXXXXXXX`. */
export const toE164 = (national: string) => `+7${national}`;

/** Formats «+7 916 123-45-67». Numbers in another format are only trimmed. Returns an empty string for other types. */
export function formatPhone(phone: unknown): string {
  if (typeof phone !== 'string') return '';
  const match = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone.trim());
  if (!match) return phone.trim();
  const [, code, a, b, c] = match;
  return `+7 ${code} ${a}-${b}-${c}`;
}
