import type { Dates } from '@/shared/format/date.ts';

export type TransferValues = { paid_on: string | null; external_ref: string };

/** Initial values: the current date and no number. */
export const createBlankTransfer = ({ dayAt }: Dates): TransferValues => ({
  paid_on: dayAt(Date.now()),
  external_ref: '',
});

/** Error messages for empty fields. Other errors keep the message of the contract. */
export const TRANSFER_MESSAGES = {
  paid_on: ({ paid_on }: TransferValues, message: string) =>
    paid_on === null ? 'Выберите день перевода' : message,
  external_ref: ({ external_ref }: TransferValues, message: string) =>
    external_ref.trim() === '' ? 'Введите номер перевода' : message,
};
