import { ActionIcon, Anchor } from '@mantine/core';
import { formatPhone } from '../format/phone.ts';
import { CopyIcon } from './copy-icon.tsx';
import { IconBrandTelegram, IconBrandWhatsapp } from './icons.ts';
import classes from './phone-links.module.css';

// Some of its digits are hidden from the reader: there is nothing to dial.
const isMasked = (phone: string) => phone.includes('*');

/** A phone that is called by a press. One that is hidden in part is text. */
export const PhoneLink = ({ phone }: { phone: string }) =>
  isMasked(phone) ? (
    phone
  ) : (
    <Anchor href={`tel:${phone}`} inherit className={classes['phone']}>
      {formatPhone(phone)}
    </Anchor>
  );

const MESSENGERS = [
  { name: 'WhatsApp', Icon: IconBrandWhatsapp, chatWith: (digits: string) => `https://wa.me/${digits}` },
  { name: 'Telegram', Icon: IconBrandTelegram, chatWith: (digits: string) => `https://t.me/+${digits}` },
];

/** A phone with the ways to reach its owner: a call, a chat, a copy. */
export const PhoneLinks = ({ phone }: { phone: string }) => (
  <span className={classes['links']}>
    <PhoneLink phone={phone} />
    {!isMasked(phone) && (
      <span className={classes['ways']}>
        <CopyIcon what="телефон" text={phone} />
        {MESSENGERS.map(({ name, Icon, chatWith }) => (
          <ActionIcon
            key={name}
            component="a"
            href={chatWith(phone.replace(/\D/g, ''))}
            target="_blank"
            rel="noopener noreferrer"
            variant="subtle"
            color="gray"
            size={32}
            m={-4}
            aria-label={`Написать в ${name}, откроется в новой вкладке`}
            title={`Написать в ${name}`}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        ))}
      </span>
    )}
  </span>
);
