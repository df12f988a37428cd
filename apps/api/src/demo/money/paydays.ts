import type { DemoScene } from '../leads/leads.ts';
import { BLOCKED_DAYS, type DemoCard } from '../partners.ts';
import { daysBefore, type LedgerEvent } from './ledger.ts';
import { CHANGED_METHOD } from './payout-methods.ts';
import type { createPayouts } from './payouts.ts';

/** Days before now on which all partners were paid. */
const PAYDAYS = [162, 132, 102, 72, 42, 12] as const;
const FIRST_TRANSFER = 101;
/** Days before now on which the bank returned a payment of the last payday. */
const RETURN_DAYS = 10;

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
  { days: 1, status: 'requested' },
  { days: 0.5, status: 'requested' },
  { days: 0.2, status: 'requested' },
] as const;

/** Past payments and payments in progress to partners with a payout method. */
export function paydays(
  { now }: DemoScene,
  payees: readonly DemoCard[],
  payouts: ReturnType<typeof createPayouts>,
): LedgerEvent[] {
  const regular = PAYDAYS.map((days, index): LedgerEvent => {
    const at = daysBefore(now, days);
    const open = payees.filter(({ status }) => status !== 'blocked' || days >= BLOCKED_DAYS);
    return { at, apply: () => payouts.payAll(open, `ПП ${FIRST_TRANSFER + index}`, at) };
  });
  // The demo partner has no payment in progress, so that the user can request one.
  const others = payees.filter(
    ({ index, status }) => index !== 0 && index !== CHANGED_METHOD && status === 'active',
  );
  const inProgress = IN_PROGRESS.map(({ days, ...payout }): LedgerEvent => {
    const at = daysBefore(now, days);
    return { at, apply: () => payouts.payNext(others, payout, at) };
  });
  const at = daysBefore(now, RETURN_DAYS);
  const returned: LedgerEvent = {
    at,
    apply: () => payouts.returnLast(others, 'Счет получателя закрыт', at),
  };
  return [...regular, returned, ...inProgress];
}
