const DIGITS = 10;

const dialledOf = (text: string) => text.replace(/[^+\d]/g, '');

/** A number of another country: after `+`, 00 or 8 10. */
export const isForeignNumber = (text: string) => /^(?:\+(?!7)|00|810)\d{7,}$/.test(dialledOf(text));

/**
 * The ten digits after +7, from any way people write a number: `+7 916…`, `8 (916)…`, `7916…`, `916…`.
 * Fewer come back as they are, so that a half typed number stays what it is.
 */
export function nationalDigits(text: string): string {
  const digits = dialledOf(text).replace(/^\+7/, '').replace(/\D/g, '');
  return (digits.length === DIGITS + 1 && /^[78]/.test(digits) ? digits.slice(1) : digits).slice(0, DIGITS);
}

export const isFullNumber = (national: string) => national.length === DIGITS;

/** The API's writing: `+7XXXXXXXXXX`. */
export const toE164 = (national: string) => `+7${national}`;

/** «+7 916 123-45-67»; a number of another shape as it came; empty for anything that is not text. */
export function formatPhone(phone: unknown): string {
  if (typeof phone !== 'string') return '';
  const match = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone.trim());
  if (!match) return phone.trim();
  const [, code, a, b, c] = match;
  return `+7 ${code} ${a}-${b}-${c}`;
}
