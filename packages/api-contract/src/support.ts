import { email } from './email.ts';
import { russianPhone } from './phone.ts';
import { text } from './text.ts';

/** Link of an e-mail, a phone or a page; undefined for other text. */
function supportUrl(written: string): string | undefined {
  if (/^https?:\/\//i.test(written)) return URL.canParse(written) ? written : undefined;
  const address = written.replace(/^(mailto|tel):/i, '');
  if (address !== '' && email.safeParse(address).success) return `mailto:${address}`;
  const phone = russianPhone(address);
  return phone === null ? undefined : `tel:${phone}`;
}

/** Where people ask for help: an e-mail, a phone or a page, read into a `mailto:`, `tel:` or `https:` link; or nothing. */
export const supportAddress = text({ max: 300, blank: true })
  .refine(
    (value) => value === '' || supportUrl(value) !== undefined,
    'Введите почту, телефон или адрес вида https://example.ru.',
  )
  .transform((value) => supportUrl(value) ?? value);
