import type { Blocker } from '@referral-dashboard/api-contract';

/** Shown when a payment is already requested. */
export const ALREADY_REQUESTED = 'Выплата уже запрошена.';

/**
 * Blockers that prevent a partner from requesting a payment. Changed requisites do not: they may take effect before the request is
 * decided.
 */
export const getRequestBlockers = (blockers: readonly Blocker[]) =>
  blockers.filter(({ code }) => code !== 'method_changed');
