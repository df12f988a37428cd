import type { Blocker } from '@referral-dashboard/api-contract';

/** Reason not to ask once more. */
export const ASKED = 'Выплата уже запрошена.';

/** Blockers that keep a partner from asking for its money. New requisites do not: by the time it is answered they may be in force. */
export const hindrancesOf = (blockers: readonly Blocker[]) =>
  blockers.filter(({ code }) => code !== 'method_changed');
