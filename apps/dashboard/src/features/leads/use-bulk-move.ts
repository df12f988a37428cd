import { type LeadBulkResult, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import type { Target } from '../../shared/list/use-selection.ts';
import { CHANGED_BY_LEADS } from './lead.ts';
import type { Given } from './use-lead-move.ts';

/** How many travel in one call: the progress is told between calls. */
const AT_ONCE = 25;

const NONE: LeadBulkResult = { moved: 0, refused: [] };
const sum = (a: LeadBulkResult, b: LeadBulkResult): LeadBulkResult => ({
  moved: a.moved + b.moved,
  refused: [...a.refused, ...b.refused],
});

function* partsOf(target: Target): Generator<Target> {
  if (target.ids === undefined) yield target;
  else
    for (let at = 0; at < target.ids.length; at += AT_ONCE) yield { ids: target.ids.slice(at, at + AT_ONCE) };
}

/** Moves many leads; named ones in parts, those of a filter all at once. */
export function useBulkMove() {
  const { mutateAsync } = useWrite(leadRoutes.bulkMoveLeads, CHANGED_BY_LEADS);
  const [done, setDone] = useState<number | null>(null);

  /** @throws ApiFailure when a part fails as a whole; the parts before it stay moved. */
  async function move(target: Target, to: LeadStatus, given: Given): Promise<LeadBulkResult> {
    let result = NONE;
    setDone(0);
    try {
      for (const part of partsOf(target)) {
        result = sum(result, await mutateAsync({ body: { ...part, to, ...given } }));
        setDone(result.moved + result.refused.length);
      }
      return result;
    } finally {
      setDone(null);
    }
  }
  return { move, /** How many are through; `null` while nothing runs. */ done };
}
