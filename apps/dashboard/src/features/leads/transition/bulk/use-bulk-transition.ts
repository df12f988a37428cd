import { type LeadBulkResult, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { LEAD_BATCH_SIZE } from '@/features/leads/lead.ts';
import { useLeadReload } from '@/features/leads/use-lead-reload.ts';
import type { InputOf } from '@/shared/api/call.ts';
import { useApi } from '@/shared/api/use-api.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import type { BulkTarget } from '@/shared/list/selection/use-selection.ts';
import type { TransitionDetails } from '../use-lead-transition.ts';

/** Outcome of a bulk transition. Leads that are neither moved nor refused keep their status. */
export type Outcome = Pick<LeadBulkResult, 'moved' | 'changed' | 'refused'> & {
  total: number;
  isStopped: boolean;
  /** Error that ended the transition before all leads were processed. */
  problem: ErrorText | null;
};
type Progress = { done: number; total: number; isStopping: boolean };

/** Moves many leads in batches. */
export function useBulkTransition() {
  const { call } = useApi();
  const reload = useLeadReload();
  const isStopped = useRef(false);
  const [progress, setProgress] = useState<Progress | null>(null);

  const send = (body: InputOf<typeof leadRoutes.bulkMoveLeads>['body']): Promise<LeadBulkResult> =>
    call(leadRoutes.bulkMoveLeads, { body });

  /**
   * Moves the first batch and returns a function for the others.
   *
   * @throws ApiFailure if the first batch fails; then no lead is moved.
   */
  async function begin(
    target: BulkTarget,
    to: LeadStatus,
    details: TransitionDetails,
  ): Promise<() => Promise<Outcome>> {
    const total = target.expected_count ?? target.ids.length;
    const outcome: Outcome = {
      moved: 0,
      changed: [],
      refused: [],
      total,
      isStopped: false,
      problem: null,
    };
    let nextTarget: BulkTarget | null = target;
    isStopped.current = false;
    setProgress({ done: 0, total, isStopping: false });

    const runBatch = async (batch: BulkTarget) => {
      const {
        moved,
        changed,
        refused,
        left: remainingIds,
      } = await send({ ...batch, limit: LEAD_BATCH_SIZE, to, ...details });
      outcome.moved += moved;
      outcome.changed = [...outcome.changed, ...changed];
      outcome.refused = [...outcome.refused, ...refused];
      nextTarget = remainingIds.length > 0 ? { ids: remainingIds } : null;
      setProgress({ done: total - remainingIds.length, total, isStopping: isStopped.current });
    };
    const finish = () => reload().finally(() => setProgress(null));

    try {
      await runBatch(target);
    } catch (error) {
      await finish();
      throw error;
    }
    return async () => {
      try {
        while (nextTarget && !isStopped.current) await runBatch(nextTarget);
        outcome.isStopped = nextTarget !== null;
      } catch (error) {
        outcome.problem = explainError(error, 'Изменены не все').alert;
      }
      await finish();
      return outcome;
    };
  }

  return {
    begin,
    /** Null if no transition is running. */
    progress,
    /** Stops after the current batch. */
    stop: () => {
      isStopped.current = true;
      setProgress((current) => current && { ...current, isStopping: true });
    },
  };
}
