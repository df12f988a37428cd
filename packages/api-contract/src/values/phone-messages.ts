/** Messages for incomplete phone numbers. In a module without zod, because the public pages load it. */
export const INCOMPLETE_PHONE = 'Введите номер полностью: +7 и 10 цифр';
export const INCOMPLETE_MOBILE = 'Введите мобильный номер полностью: +7 и 10 цифр';
