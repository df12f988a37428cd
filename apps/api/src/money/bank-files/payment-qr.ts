import type { MethodSnapshot } from '@referral-dashboard/api-contract';
import { toOneLine, truncate } from './bank-order.ts';
import { forWindows1251, windows1251 } from './windows-1251.ts';

/** Maximum field lengths in characters, and the size of the mandatory block in bytes. Source: ГОСТ Р 56042-2014. */
const NAME = 160;
const BANK = 45;
const PURPOSE = 210;
const MANDATORY_BYTES = 300;
const SEPARATORS = ['|', '^', '~', '#', '$', '%', '&', '*', '@', '!'] as const;

type Requisites = { method: MethodSnapshot; amount_kop: number; purpose: string };

/**
 * Returns the content of a QR code for a payment to an account by ГОСТ Р 56042-2014, in UTF-8, or in windows-1251 when the mandatory block
 * would be too long. Uses another separator when a value contains the usual one.
 */
export function paymentCode({ method, amount_kop, purpose }: Requisites): Buffer {
  const mandatory = (name: string, bank: string) => [
    `Name=${name}`,
    `PersonalAcc=${method.account}`,
    `BankName=${bank}`,
    `BIC=${method.bik}`,
    `CorrespAcc=${method.corr_account || '0'}`,
  ];
  const [name, bank] = [truncate(toOneLine(method.payee), NAME), truncate(toOneLine(method.bank), BANK)];
  const fields = mandatory(name, bank);
  const more = [
    `Sum=${amount_kop}`,
    `Purpose=${truncate(toOneLine(purpose), PURPOSE)}`,
    ...(method.inn === '' ? [] : [`PayeeINN=${method.inn}`]),
    ...(method.kpp === '' ? [] : [`KPP=${method.kpp}`]),
  ];
  const all = [...fields, ...more];
  const separator = SEPARATORS.find((sign) => all.every((field) => !field.includes(sign)));
  if (separator === undefined) throw new Error('the fields of a payment code contain every separator');
  const isShort = Buffer.byteLength(fields.join(separator)) <= MANDATORY_BYTES;
  const code = (header: string) => [header, ...all].join(separator);
  if (isShort) return Buffer.from(code('ST00012'));
  return windows1251(forWindows1251(code('ST00011')).text);
}
