import { z } from 'zod';
import { sixDigitCode } from '../../people/recovery.ts';
import type { PartnerKind } from '../../values/partner-kinds.ts';
import { mobilePhone } from '../../values/phone.ts';
import {
  accountNumber,
  bik,
  containsCardNumber,
  isAccount,
  isBik,
  isCorrespondentAccount,
  isTreasuryAccount,
  optionalBik,
  optionalKpp,
} from '../../values/requisites.ts';
import { text } from '../../values/text.ts';

export const PAYOUT_METHOD_KINDS = ['sbp', 'card', 'bank_account'] as const;

export type PayoutMethodKind = (typeof PAYOUT_METHOD_KINDS)[number];

export const PAYOUT_METHOD_LABELS: Readonly<Record<PayoutMethodKind, string>> = {
  sbp: 'СБП',
  card: 'Карта',
  bank_account: 'Расчетный счет',
};

/** Labels of registries and bank files by the payout method of their payments. */
export const RAIL_LABELS: Readonly<Record<PayoutMethodKind, string>> = {
  sbp: 'СБП',
  card: 'На карты',
  bank_account: 'На счета',
};

/** Payout methods by kind of partner, the default first. СБП and cards are for people, including ИП, and not for companies. */
export const PAYOUT_METHODS_OF: Readonly<Record<PartnerKind, readonly PayoutMethodKind[]>> = {
  individual: ['sbp', 'bank_account', 'card'],
  self_employed: ['sbp', 'bank_account', 'card'],
  ip: ['bank_account', 'sbp', 'card'],
  legal: ['bank_account'],
};

const NO_CARD_NUMBER = 'Номер карты вводить нельзя.';

const bank = text({ max: 100 }).refine((value) => !containsCardNumber(value), NO_CARD_NUMBER);

/**
 * Payout method of a partner. A card is a token of the payment service and its last four digits, which alone are not sufficient for a
 * transfer. A full card number is refused.
 */
export const newPayoutMethod = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('sbp'),
      phone: mobilePhone,
      bank,
      bik: optionalBik.default(''),
    }),
    z.object({
      kind: z.literal('card'),
      bank,
      last4: text({ max: 19 })
        .refine(
          (value) => !containsCardNumber(value),
          'Номер карты вводить нельзя: только последние 4 цифры.',
        )
        .refine((value) => /^\d{4}$/.test(value), 'Введите последние 4 цифры карты.'),
      token: text({ max: 200, blank: true })
        .default('')
        .refine((value) => value !== '', 'По четырем цифрам карты не заплатить. Укажите СБП или счет.')
        .refine((value) => !containsCardNumber(value), NO_CARD_NUMBER),
    }),
    z
      .object({
        kind: z.literal('bank_account'),
        bank,
        bik,
        account: accountNumber,
        corr_account: text({ max: 20, blank: true }).default(''),
        kpp: optionalKpp.default(''),
      })
      .superRefine(({ bik, account, corr_account }, ctx) => {
        const refuse = (field: string, message: string) =>
          ctx.addIssue({ code: 'custom', path: [field], message });
        if (!isBik(bik) || isTreasuryAccount(corr_account)) return;
        if (accountNumber.safeParse(account).success && !isAccount(bik, account))
          refuse('account', 'Проверьте счет и БИК: контрольный ключ не сходится.');
        if (corr_account !== '' && !isCorrespondentAccount(bik, corr_account))
          refuse(
            'corr_account',
            'Проверьте корр. счет: 20 цифр, начинается с 301 (у казначейства с 40102), контрольный ключ сходится с БИК.',
          );
      }),
  ],
  'Выберите способ выплаты: СБП, карта или счет.',
);
export type NewPayoutMethod = z.output<typeof newPayoutMethod>;

const details = {
  kind: z.enum(PAYOUT_METHOD_KINDS),
  label: z.string().describe('Readable text: «СБП, +7 916 123-45-67, Т-Банк».'),
  bank: z.string(),
  phone: z.string(),
  last4: z.string(),
  bik: z.string(),
  account: z.string(),
  corr_account: z.string().default(''),
  kpp: z.string().default(''),
};

export const payoutMethod = z.object({
  id: z.uuid(),
  ...details,
  is_default: z.boolean(),
  usable_from: z.iso
    .datetime()
    .nullable()
    .describe(
      'Payments by a new default method can be approved from this moment on: 24 hours after the change.',
    ),
  can_be_proven: z.boolean().default(false).describe("A code sent to the partner's phone can end the wait."),
  created_at: z.iso.datetime(),
});
export type PayoutMethod = z.infer<typeof payoutMethod>;
export const payoutMethods = z.object({
  results: z.array(payoutMethod),
  kinds: z
    .array(z.enum(PAYOUT_METHOD_KINDS))
    .default(['sbp', 'bank_account', 'card'])
    .describe('Kinds available for the partner, the default first.'),
});
export type PayoutMethods = z.infer<typeof payoutMethods>;

/** Code sent to the partner's phone. */
export const methodProof = z.object({ code: sixDigitCode });
export type MethodProof = z.output<typeof methodProof>;

/** Payout method, frozen when a payment is approved. */
export const methodSnapshot = z.object({
  ...details,
  payee: z.string().default('').describe('Name of the payee at the bank.'),
  inn: z.string().default(''),
});
export type MethodSnapshot = z.infer<typeof methodSnapshot>;
