import type { Selectable } from 'kysely';
import type { OrganizationMailTable } from '../../database/tables/messages.ts';
import { addressToConnect } from '../../platform/public-address.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Channel } from '../channels/channel.ts';
import { mail } from '../channels/email.ts';

export type OrganizationMail = Selectable<OrganizationMailTable>;

/** Purpose of the encryption key for mail passwords. */
export const MAIL_PASSWORDS = 'organization mail passwords';

const UNREADABLE = 'Пароль почты нужно ввести заново: ключ сервера изменился.';

/** Decrypts a mail password. Empty when none is required; undefined when the key of the server has changed. */
export const decryptPassword = (
  sealer: Sealer,
  { password, organization_id }: OrganizationMail,
): string | undefined => (password === null ? '' : sealer.open(password, organization_id));

/** E-mail channel with the mail server of an organization. */
export function organizationMail(row: OrganizationMail, sealer: Sealer, isPrivateAllowed: boolean): Channel {
  const { host, port, encryption, user_name: user, from_name: name, from_address: address } = row;
  const password = decryptPassword(sealer, row);
  const channel = mail(
    { host, port, encryption, user, password: password ?? '' },
    { name, address },
    { addressOf: (target) => addressToConnect(target, isPrivateAllowed) },
  );
  if (password !== undefined) return channel;
  return { ...channel, send: async () => ({ kind: 'down', problem: UNREADABLE }) };
}
