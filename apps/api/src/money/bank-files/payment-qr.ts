import type { MethodSnapshot } from '@referral-dashboard/api-contract';
import { oneLine, truncate } from './bank-order.ts';
import { forWindows1251, windows1251 } from './windows-1251.ts';

/** Lengths and the size of the mandatory block, in bytes. Source: ГОСТ Р 56042-2014. */
const NAME = 160;
const BANK = 45;
const PURPOSE = 210;
const MANDATORY_BYTES = 300;
const SEPARATORS = ['|', '^', '~', '#', '$', '%', '&', '*', '@', '!'] as const;

type Requisites = { method: MethodSnapshot; amount_kop: number; purpose: string };

/**
 * A payment to an account as ГОСТ Р 56042-2014 writes it: UTF-8, or windows-1251 where the mandatory block would not fit. Another
 * separator is taken where a value holds the usual one.
 */
export function paymentCode({ method, amount_kop, purpose }: Requisites): Buffer {
  const mandatory = (name: string, bank: string) => [
    `Name=${name}`,
    `PersonalAcc=${method.account}`,
    `BankName=${bank}`,
    `BIC=${method.bik}`,
    `CorrespAcc=${method.corr_account || '0'}`,
  ];
  const [name, bank] = [truncate(oneLine(method.payee), NAME), truncate(oneLine(method.bank), BANK)];
  const fields = mandatory(name, bank);
  const more = [
    `Sum=${amount_kop}`,
    `Purpose=${truncate(oneLine(purpose), PURPOSE)}`,
    ...(method.inn === '' ? [] : [`PayeeINN=${method.inn}`]),
    ...(method.kpp === '' ? [] : [`KPP=${method.kpp}`]),
  ];
  const all = [...fields, ...more];
  const separator = SEPARATORS.find((sign) => all.every((field) => !field.includes(sign)));
  if (separator === undefined) throw new Error('every separator of a payment code is taken');
  const isShort = Buffer.byteLength(fields.join(separator)) <= MANDATORY_BYTES;
  const code = (header: string) => [header, ...all].join(separator);
  if (isShort) return Buffer.from(code('ST00012'));
  return windows1251(forWindows1251(code('ST00011')).text);
}
