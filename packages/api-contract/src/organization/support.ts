import { email } from '../values/email.ts';
import { russianPhone } from '../values/phone.ts';
import { text } from '../values/text.ts';

/** Returns the link for an e-mail, a phone or a URL; undefined for other text. */
function supportUrl(input: string): string | undefined {
  if (/^https?:\/\//i.test(input)) return URL.canParse(input) ? input : undefined;
  const address = input.replace(/^(mailto|tel):/i, '');
  if (address !== '' && email.safeParse(address).success) return `mailto:${address}`;
  const phone = russianPhone(address);
  return phone === null ? undefined : `tel:${phone}`;
}

/** Support address: an e-mail, a phone or a URL, converted to a `mailto:`, `tel:` or `https:` link. May be empty. */
export const supportAddress = text({ max: 300, blank: true })
  .refine(
    (value) => value === '' || supportUrl(value) !== undefined,
    'Введите почту, телефон или адрес вида https://example.ru.',
  )
  .transform((value) => supportUrl(value) ?? value);
