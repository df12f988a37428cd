import { ActionIcon, Anchor } from '@mantine/core';
import { formatPhone } from '../format/phone.ts';
import { CopyIcon } from './copy-icon.tsx';
import { IconBrandTelegram, IconBrandWhatsapp } from './icons.ts';
import classes from './phone-links.module.css';

// Masked numbers cannot be dialled.
const isMasked = (phone: string) => phone.includes('*');

/** Phone link. A masked number is plain text. */
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

/** Phone number with buttons to call, copy and open a chat. */
export const PhoneLinks = ({ phone }: { phone: string }) => (
  <span className={classes['links']}>
    <PhoneLink phone={phone} />
    {!isMasked(phone) && (
      <span className={classes['ways']}>
        <CopyIcon target="телефон" text={phone} />
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
