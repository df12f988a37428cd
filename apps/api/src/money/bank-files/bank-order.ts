import {
  type BankFileSettings,
  type MethodSnapshot,
  type PartnerKind,
  withoutInvisible,
} from '@referral-dashboard/api-contract';
import { forWindows1251 } from './windows-1251.ts';

/** A payment order for a bank. */
export type BankOrder = {
  /** Number of the payment without its letter: 7 for В-7. */
  number: number;
  amount_kop: number;
  purpose: string;
  kind: PartnerKind;
  method: MethodSnapshot;
  /** City of the payee's bank from the directory; empty when it is unknown. */
  bank_city: string;
  /** False when the directory lists the payee's bank without a correspondent account. */
  has_corr_account: boolean;
  last_name: string;
  first_name: string;
  father_name: string;
};

/** The organization as a payer. */
export type Payer = {
  name: string;
  inn: string;
  kpp: string;
  bank_name: string;
  bank_bik: string;
  bank_account: string;
  bank_corr_account: string;
  bank_city: string;
  /** False when the directory lists the payer's bank without a correspondent account. */
  has_corr_account: boolean;
};

export type Signs = Pick<BankFileSettings, 'plain_number_sign' | 'plain_dash'>;

const LINE_ENDS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff]+/gu;

/** Returns the text in one line, without control characters and invisible characters. */
export const plainLine = (text: string) =>
  withoutInvisible(text).replace(LINE_ENDS_AND_CONTROLS, ' ').replace(/ {2,}/g, ' ').trim();

/** As `plainLine`, and replaces `=`, which separates keys from values in bank files. */
export const toOneLine = (text: string) => plainLine(text.replaceAll('=', '-'));

/** Returns at most `maxLength` code points of a text, without trailing spaces. */
export const truncate = (text: string, maxLength: number) =>
  Array.from(text).slice(0, maxLength).join('').trimEnd();

/** Converts a text for a bank file in windows-1251. `missing` lists the characters that were removed. */
export function toBankText(text: string, maxLength: number, { plain_number_sign, plain_dash }: Signs) {
  const line = toOneLine(text)
    .replaceAll('№', plain_number_sign ? 'N' : '№')
    .replace(/[—–]/g, (dash) => (plain_dash ? '-' : dash));
  const { text: written, missing } = forWindows1251(line);
  return { text: truncate(written.replace(/ {2,}/g, ' ').trim(), maxLength), missing };
}

/** Returns the name of a payee for a bank. */
export function formatPayee(card: {
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

/** Formats kopecks as roubles with a decimal point: `1803.28`. */
export const formatRublesWithPoint = (kop: number) =>
  `${Math.trunc(kop / 100)}.${String(kop % 100).padStart(2, '0')}`;
