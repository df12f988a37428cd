/** Rule of new passwords, told before one is typed. The server is the judge. */
export const PASSWORD_RULE =
  'Не короче 10 символов, без вашего телефона и имени, не из частых вроде «1234567890»';
