import type { Selectable } from 'kysely';
import type { OrganizationMailTable } from '../../database/tables/messages.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Channel } from '../channels/channel.ts';
import { mail } from '../channels/email.ts';
import { addressToConnect } from '../channels/public-address.ts';

export type OrganizationMail = Selectable<OrganizationMailTable>;

/** Purpose of the key that passwords of mail servers are sealed with. */
export const MAIL_PASSWORDS = 'organization mail passwords';

const UNREADABLE = 'Пароль почты нужно ввести заново: ключ сервера изменился.';

/** Password of a mail server: empty where none is needed, undefined when the key of the server has changed. */
export const passwordOf = (
  sealer: Sealer,
  { password, organization_id }: OrganizationMail,
): string | undefined => (password === null ? '' : sealer.open(password, organization_id));

/** E-mail by the mail server of an organization. */
export function organizationMail(row: OrganizationMail, sealer: Sealer, isPrivateAllowed: boolean): Channel {
  const { host, port, encryption, user_name: user, from_name: name, from_address: address } = row;
  const password = passwordOf(sealer, row);
  const channel = mail({ host, port, encryption, user, password: password ?? '' }, { name, address }, (of) =>
    addressToConnect(of, isPrivateAllowed),
  );
  if (password !== undefined) return channel;
  return { ...channel, send: async () => ({ kind: 'down', problem: UNREADABLE }) };
}
