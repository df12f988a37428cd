import { formatPhone } from '../../shared/format/phone.ts';

type Named = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string>;

/** «Иванова Анна Петровна», else the phone. */
export const fullName = ({ last_name, first_name, father_name, phone }: Named): string =>
  [last_name, first_name, father_name].filter(Boolean).join(' ') || formatPhone(phone);
