import type { DemoScene } from '../leads/leads.ts';
import { BLOCKED_DAYS } from '../partners.ts';
import { daysBefore, type LedgerEvent } from './ledger.ts';
import type { createPayouts, Payee } from './payouts.ts';

const MINUTE_MS = 60 * 1000;

/** Days before now on which all partners were paid. */
const PAYDAYS = [162, 132, 102, 72, 42, 12] as const;

/** Payments in progress. `days` is the age of the payment. */
const IN_PROGRESS = [
  { days: 9, status: 'canceled', cancel_reason: 'Партнер попросил перенести выплату' },
  { days: 7, status: 'failed', failure_reason: 'Банк вернул перевод: счет получателя закрыт' },
  { days: 4, status: 'processing' },
  { days: 3, status: 'processing' },
  { days: 3, status: 'approved' },
  { days: 2, status: 'approved' },
  { days: 2, status: 'draft' },
  { days: 1, status: 'draft' },
  { days: 1, status: 'requested', requested: true },
  { days: 0.5, status: 'requested', requested: true },
  { days: 0.2, status: 'requested', requested: true },
] as const;

/** Past payments and payments in progress. */
export function paydays(
  { now, staffId, partnerUserId }: DemoScene,
  payees: readonly Payee[],
  payouts: ReturnType<typeof createPayouts>,
): LedgerEvent[] {
  const regular = PAYDAYS.flatMap((days) =>
    payees.map((payee): LedgerEvent => {
      const { index, status } = payee.card;
      const at = new Date(daysBefore(now, days).getTime() + index * MINUTE_MS);
      const request = index === 0 && { requested: true, created_by: partnerUserId };
      const isStopped = status === 'blocked' && days < BLOCKED_DAYS;
      return {
        at,
        apply: () =>
          isStopped || payouts.payOut(payee, { status: 'paid', created_by: staffId, ...request }, at),
      };
    }),
  );
  // The demo partner has no payment in progress, so that the user can request one.
  const others = payees.filter(
    ({ card, method }) =>
      card.index !== 0 && card.status === 'active' && (method.default_since ?? now) < daysBefore(now, 10),
  );
  const inProgress = IN_PROGRESS.map(({ days, ...payout }): LedgerEvent => {
    const at = daysBefore(now, days);
    return {
      at,
      apply() {
        const payee = payouts.next(others, at);
        const created_by = payout.status === 'requested' ? null : staffId;
        if (payee !== undefined) payouts.payOut(payee, { ...payout, created_by }, at);
      },
    };
  });
  return [...regular, ...inProgress];
}
