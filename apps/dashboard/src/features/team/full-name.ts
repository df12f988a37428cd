import { formatPhone } from '@/shared/format/phone.ts';

type NameParts = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string>;

/** For example «Иванова Анна Петровна»; the phone when there is no name. */
export const getFullName = ({ last_name, first_name, father_name, phone }: NameParts): string =>
  [last_name, first_name, father_name].filter(Boolean).join(' ') || formatPhone(phone);
