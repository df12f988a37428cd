import { getStates, type PartnerHistory, stateMachines } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import { type Actor, formatActor } from '../../audit/index.ts';

const status = z.enum(getStates(stateMachines.partner)).nullable().catch(null);

/** Diff in audit entries of a card. A new card has its initial status under `status`. */
const diffOfCard = z.object({
  from: status,
  to: status,
  status,
  reason: z.string().catch(''),
  changed: z.array(z.string()).catch([]),
});

type Entry = Actor & { id: string; at: Date; diff: Record<string, unknown> };

export function entryView({ id, at, diff, ...actor }: Entry): PartnerHistory['results'][number] {
  const { from, to, status: initial, reason, changed } = diffOfCard.parse(diff);
  return {
    id,
    at: at.toISOString(),
    actor: formatActor(actor),
    from_status: from,
    to_status: to ?? initial,
    reason,
    changed,
  };
}
