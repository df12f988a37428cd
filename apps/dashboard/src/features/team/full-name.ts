import { formatPhone } from '../../shared/format/phone.ts';

type Named = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string>;

/** For example «Иванова Анна Петровна»; the phone when there is no name. */
export const fullName = ({ last_name, first_name, father_name, phone }: Named): string =>
  [last_name, first_name, father_name].filter(Boolean).join(' ') || formatPhone(phone);
