import { dayAt } from '../../../shared/format/date.ts';

export type TransferValues = { paid_on: string | null; external_ref: string };

/** Today, without a number. */
export const blankTransfer = (): TransferValues => ({ paid_on: dayAt(Date.now()), external_ref: '' });

/** Sentences in place of the contract's for what is left empty. */
export const TRANSFER_SENTENCES = {
  paid_on: ({ paid_on }: TransferValues, told: string) =>
    paid_on === null ? 'Выберите день перевода' : told,
  external_ref: ({ external_ref }: TransferValues, told: string) =>
    external_ref.trim() === '' ? 'Введите номер перевода' : told,
};
