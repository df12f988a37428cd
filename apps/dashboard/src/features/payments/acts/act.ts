import { type ActContent, actRoutes, homeRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import type { AnswerOf } from '../../../shared/api/call.ts';
import { formatMoney } from '../../../shared/format/money.ts';

/** An act as its page reads it. */
export type OpenAct = AnswerOf<typeof actRoutes.act>;

export type Contract = ActContent['contract'];

/** Reads that a change of an act makes stale. */
export const CHANGED_BY_ACTS = [actRoutes.acts, paymentRoutes.payments, homeRoutes.homeTasks];

/** `в том числе НДФЛ 1 300,00 ₽`; empty where no tax was withheld. */
export const taxText = ({ tax_kop }: Pick<OpenAct, 'tax_kop'>) =>
  tax_kop > 0 ? `в том числе НДФЛ ${formatMoney(tax_kop)}` : '';

/** The finished months before a day, the latest first. */
export function monthsBefore(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 2 - ago, 1)).toISOString().slice(0, 7),
  );
}

/** The address of an act, opened over the current page. */
export function addressOfAct(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.delete('payment');
  after.set('act', id);
  return `?${after}`;
}
