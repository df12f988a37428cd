import { type LeadBulkResult, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { InputOf } from '../../../shared/api/call.ts';
import { useApi } from '../../../shared/api/use-api.ts';
import { keyOf } from '../../../shared/api/use-read.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import type { Target } from '../../../shared/list/selection/use-selection.ts';
import { CHANGED_BY_LEADS } from '../lead.ts';
import { wayBack } from './transitions.ts';
import { type TransitionDetails, UNDONE } from './use-lead-transition.ts';

/** Leads per request. Between requests the progress is updated and the user can stop. */
const AT_ONCE = 25;

type Changed = LeadBulkResult['changed'];

/** Outcome of a bulk transition. Leads that are neither moved nor refused keep their status. */
export type Outcome = Pick<LeadBulkResult, 'moved' | 'changed' | 'refused'> & {
  total: number;
  isStopped: boolean;
  /** Error that ended the transition before all leads were processed. */
  problem: ErrorSentence | null;
};
type Progress = { done: number; total: number; isStopping: boolean };

/** Moves many leads in batches. */
export function useBulkTransition() {
  const { call } = useApi();
  const client = useQueryClient();
  const isStopped = useRef(false);
  const [progress, setProgress] = useState<Progress | null>(null);

  const send = (body: InputOf<typeof leadRoutes.bulkMoveLeads>['body']): Promise<LeadBulkResult> =>
    call(leadRoutes.bulkMoveLeads, { body });
  const refresh = () =>
    Promise.all(CHANGED_BY_LEADS.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));

  /**
   * Moves the first batch and returns a function for the others.
   *
   * @throws ApiFailure if the first batch fails; then no lead is moved.
   */
  async function begin(
    target: Target,
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
    let next: Target | null = target;
    isStopped.current = false;
    setProgress({ done: 0, total, isStopping: false });

    const takePart = async (part: Target) => {
      const { moved, changed, refused, left } = await send({ ...part, limit: AT_ONCE, to, ...details });
      outcome.moved += moved;
      outcome.changed = [...outcome.changed, ...changed];
      outcome.refused = [...outcome.refused, ...refused];
      next = left.length > 0 ? { ids: left } : null;
      setProgress({ done: total - left.length, total, isStopping: isStopped.current });
    };
    const end = async () => {
      await refresh();
      setProgress(null);
    };

    try {
      await takePart(target);
    } catch (error) {
      await end();
      throw error;
    }
    return async () => {
      try {
        while (next && !isStopped.current) await takePart(next);
        outcome.isStopped = next !== null;
      } catch (error) {
        outcome.problem = errorSentence(error, 'Изменены не все');
      }
      await end();
      return outcome;
    };
  }

  /**
   * Moves leads back to their previous status. Leads that have changed since then are skipped.
   *
   * @returns the number of leads moved back.
   */
  async function undo(changed: Changed, from: LeadStatus): Promise<number> {
    let undone = 0;
    try {
      for (const [to, leads] of Map.groupBy(changed, (lead) => wayBack(lead.from, from))) {
        for (let first = 0; to !== null && first < leads.length; first += AT_ONCE) {
          const ids = leads.slice(first, first + AT_ONCE).map(({ id }) => id);
          const { moved } = await send({ ids, from, to, reason_comment: UNDONE });
          undone += moved;
        }
      }
    } finally {
      await refresh();
    }
    return undone;
  }
  return {
    begin,
    undo,
    /** Null if no transition is running. */
    progress,
    /** Stops after the current batch. */
    stop: () => {
      isStopped.current = true;
      setProgress((now) => now && { ...now, isStopping: true });
    },
  };
}
