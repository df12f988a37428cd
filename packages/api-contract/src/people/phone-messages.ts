/**
 * Messages for incomplete phone numbers, without a final full stop. The login imports this module, so `index.ts` does not export it: the
 * build puts everything behind `index.ts` into one chunk with zod.
 */
export const INCOMPLETE_PHONE = 'Введите номер полностью: +7 и 10 цифр';
export const INCOMPLETE_MOBILE = 'Введите мобильный номер полностью: +7 и 10 цифр';
