import {
  PAYOUT_METHOD_LABELS,
  type PayoutMethodKind,
  partnerRoutes,
  paymentRoutes,
  russianPhone,
} from '@referral-dashboard/api-contract';
import { INCOMPLETE_MOBILE } from '@referral-dashboard/api-contract/phone-messages';

/** Queries invalidated by a change of payout methods. */
export const CHANGED_BY_METHODS = [partnerRoutes.partners, paymentRoutes.payments];

export type MethodValues = {
  kind: PayoutMethodKind;
  phone: string;
  bank: string;
  last4: string;
  bik: string;
  account: string;
  corr_account: string;
  kpp: string;
};
type FieldName = Exclude<keyof MethodValues, 'kind'>;

type Field = {
  name: FieldName;
  label: string;
  description?: string;
  placeholder?: string;
  inputMode?: 'tel' | 'numeric';
  maxLength?: number;
};

/** Kinds that the form offers. A card is a token of a payment service, which users cannot enter. */
export const OFFERED_KINDS: readonly PayoutMethodKind[] = ['sbp', 'bank_account'];

const bank: Field = { name: 'bank', label: 'Банк', maxLength: 100 };

/** Fields of each method kind, in display order. */
export const METHOD_FIELDS: Record<PayoutMethodKind, readonly Field[]> = {
  sbp: [{ name: 'phone', label: 'Телефон', placeholder: '+7 916 123-45-67', inputMode: 'tel' }, bank],
  card: [
    {
      name: 'last4',
      label: 'Последние 4 цифры карты',
      description: 'Номер целиком не вводите и не храните',
      inputMode: 'numeric',
      maxLength: 4,
    },
    bank,
  ],
  bank_account: [
    { name: 'bik', label: 'БИК', inputMode: 'numeric', maxLength: 9 },
    { name: 'account', label: PAYOUT_METHOD_LABELS.bank_account, inputMode: 'numeric', maxLength: 20 },
    {
      name: 'corr_account',
      label: 'Корр. счет банка',
      description: 'Без него банк не примет файл с выплатой',
      inputMode: 'numeric',
      maxLength: 20,
    },
    bank,
    { name: 'kpp', label: 'КПП', description: 'Только для организаций', maxLength: 9 },
  ],
};

/** Error messages that override those of the contract. */
export const messages = {
  bank: ({ bank: name }: MethodValues, message: string) =>
    name.trim() === '' ? 'Введите название банка' : message,
  phone: INCOMPLETE_MOBILE,
  last4: 'Введите последние 4 цифры карты',
  bik: 'БИК состоит из 9 цифр',
  account: 'Проверьте счет и БИК: 20 цифр, контрольный ключ должен сойтись',
  corr_account:
    'Проверьте корр. счет: 20 цифр, начинается с 301 (у казначейства с 40102), контрольный ключ должен сойтись',
};

/** Query for other partners with the same account or phone; null while the input is incomplete. */
export function methodQuery({ kind, phone, bik, account }: MethodValues, partner: string) {
  if (kind === 'sbp') return russianPhone(phone) === null ? null : { partner, phone };
  return /^\d{9}$/.test(bik) && /^\d{20}$/.test(account) ? { partner, bik, account } : null;
}
