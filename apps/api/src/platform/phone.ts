const WRITING = /^\+?[\d\s().\-\u2010-\u2015\u2212]+$/u;

/**
 * A Russian phone number in any usual writing as `+7XXXXXXXXXX`: after 8, 7, +7 or nothing, with blanks, brackets and dashes.
 * Another country's needs its `+`. `null` when it is no phone number.
 */
export function normalizePhone(written: string): string | null {
  const phone = written.trim();
  if (!WRITING.test(phone)) return null;
  const digits = phone.replace(/\D/g, '');
  const russian = phone.startsWith('+') ? /^7(\d{10})$/ : /^[78]?(\d{10})$/;
  const subscriber = russian.exec(digits)?.[1];
  if (subscriber !== undefined) return `+7${subscriber}`;
  return phone.startsWith('+') && /^[1-689]\d{7,14}$/.test(digits) ? `+${digits}` : null;
}

/** A phone number fit for a log: `+7916***4567`. Of anything else nothing is left: people type passwords into wrong fields. */
export const maskPhone = (phone: string) =>
  /^\+\d{8,15}$/.test(phone) ? `${phone.slice(0, 5)}***${phone.slice(-4)}` : '***';
