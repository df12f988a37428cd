import type { BankFileSettings } from '@referral-dashboard/api-contract';

type PurposeCode = BankFileSettings['purpose_code'];

/** Income type codes of payment orders to individuals, defined by the Bank of Russia. */
const LABELS: Record<PurposeCode, string> = {
  '': 'Не указывать',
  '1': '1: зарплата и доходы с ограничением удержаний',
  '2': '2: взыскать нельзя, платеж регулярный',
  '3': '3: ограничений удержаний нет, платеж регулярный',
  '4': '4: взыскать нельзя, платеж разовый',
  '5': '5: ограничений удержаний нет, платеж разовый',
};

export const PURPOSE_CODE_OPTIONS = (Object.keys(LABELS) as PurposeCode[])
  .toSorted()
  .map((value) => ({ value, label: LABELS[value] }));

export const getPurposeCodeLabel = (code: PurposeCode) => LABELS[code];
