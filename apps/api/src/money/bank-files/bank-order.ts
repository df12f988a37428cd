import {
  type BankFileSettings,
  type MethodSnapshot,
  type PartnerKind,
  withoutInvisible,
} from '@referral-dashboard/api-contract';
import { forWindows1251 } from './windows-1251.ts';

/** One payment as a bank is asked for it. */
export type BankOrder = {
  /** Of the payment: the 7 of В-7. */
  number: number;
  amount_kop: number;
  purpose: string;
  kind: PartnerKind;
  method: MethodSnapshot;
  /** City of the payee's bank by the directory; empty where none is known. */
  bank_city: string;
  /** False where the directory knows that the payee's bank has no correspondent account. */
  has_corr_account: boolean;
  last_name: string;
  first_name: string;
  father_name: string;
};

/** The organization as its bank knows it. */
export type Payer = {
  name: string;
  inn: string;
  kpp: string;
  bank_name: string;
  bank_bik: string;
  bank_account: string;
  bank_corr_account: string;
  bank_city: string;
  /** False where the directory knows that the payer's bank has no correspondent account. */
  has_corr_account: boolean;
};

export type Signs = Pick<BankFileSettings, 'plain_number_sign' | 'plain_dash'>;

const LINE_ENDS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff]+/gu;

/** The text in one line, without control characters and invisible ones. */
export const plainLine = (text: string) =>
  withoutInvisible(text).replace(LINE_ENDS_AND_CONTROLS, ' ').replace(/ {2,}/g, ' ').trim();

/** The same without `=`, which separates keys from values in bank files. */
export const oneLine = (text: string) => plainLine(text.replaceAll('=', '-'));

/** At most so many characters, as a reader counts them. */
export const truncate = (text: string, most: number) => Array.from(text).slice(0, most).join('').trimEnd();

/** A text as a bank's file in windows-1251 takes it. */
export function bankText(text: string, most: number, { plain_number_sign, plain_dash }: Signs) {
  const line = oneLine(text)
    .replaceAll('№', plain_number_sign ? 'N' : '№')
    .replace(/[—–]/g, (dash) => (plain_dash ? '-' : dash));
  const { text: written, missing } = forWindows1251(line);
  return { text: truncate(written.replace(/ {2,}/g, ' ').trim(), most), missing };
}

/** Name of a payee as the bank knows it. */
export function payeeOf(card: {
  kind: PartnerKind;
  last_name: string;
  first_name: string;
  father_name: string;
  company_name: string;
}): string {
  const person = [card.last_name, card.first_name, card.father_name].filter(Boolean).join(' ');
  if (card.kind === 'legal') return card.company_name || person;
  if (card.kind === 'ip') return card.company_name || (person && `ИП ${person}`);
  return person || card.company_name;
}

/** Roubles and kopecks with a point: `1803.28`. */
export const formatRublesWithPoint = (kop: number) =>
  `${Math.trunc(kop / 100)}.${String(kop % 100).padStart(2, '0')}`;
