import { type ActContent, actRoutes, homeRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';
import { formatMoney } from '@/shared/format/money.ts';

/** Act as returned by its detail route. */
export type ActDetails = ResponseOf<typeof actRoutes.act>;

export type Contract = ActContent['contract'];

/** Routes to invalidate after an act changes. */
export const CHANGED_BY_ACTS = [actRoutes.acts, paymentRoutes.payments, homeRoutes.homeTasks];

/** Example: `в том числе НДФЛ 1 300,00 ₽`. Empty if no tax was withheld. */
export const taxText = ({ tax_kop }: Pick<ActDetails, 'tax_kop'>) =>
  tax_kop > 0 ? `в том числе НДФЛ ${formatMoney(tax_kop)}` : '';

/** URL that opens an act and keeps the other parameters. */
export function actUrl(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params);
  next.delete('payment');
  next.set('act', id);
  return `?${next}`;
}
