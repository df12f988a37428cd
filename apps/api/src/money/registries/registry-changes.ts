import { type MethodSnapshot, type PaymentStatus, stateMachines } from '@referral-dashboard/api-contract';
import { formatRubles } from '../../platform/russian-format.ts';

/** Requisites whose change counts as a change of the payout method. */
const REQUISITES = ['kind', 'phone', 'bik', 'account', 'corr_account'] as const;

/** Statuses in which a payment can be added to a registry. */
export const REGISTERED_STATES = ['draft', 'failed', 'approved'] as const satisfies readonly PaymentStatus[];

export const mayBeRegistered = (status: PaymentStatus) =>
  (REGISTERED_STATES as readonly PaymentStatus[]).includes(status);

type Line = { amount_kop: number; method: MethodSnapshot };
type Now = { status: PaymentStatus; amount_kop: number; method: Partial<Record<string, unknown>> | null };

/** Returns the changes of a payment since it was added to a draft registry, in Russian. */
export function describeLineChanges(line: Line, now: Now): string[] {
  const { status, amount_kop, method } = now;
  if (!mayBeRegistered(status)) return [`Статус выплаты теперь «${stateMachines.payment.labels[status]}».`];
  return [
    ...(amount_kop === line.amount_kop
      ? []
      : [`Сумма была ${formatRubles(line.amount_kop)}, стала ${formatRubles(amount_kop)}.`]),
    ...(REQUISITES.every((field) => (method?.[field] ?? '') === (line.method[field] ?? ''))
      ? []
      : ['Реквизиты партнера изменились.']),
  ];
}
