export const MISSING_PASSWORD = 'Введите пароль';

/** Hint for new passwords. The server validates the password. */
export const PASSWORD_RULE =
  'Не короче 10 символов, без вашего телефона и имени, не из частых вроде «1234567890»';
