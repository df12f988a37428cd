import { type LeadUndo, type LeadUndoResult, leadRoutes } from '@referral-dashboard/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '@/shared/api/use-api.ts';
import { buildQueryKey } from '@/shared/api/use-api-query.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { LEAD_DEPENDENT_ROUTES } from '../lead.ts';

export const UNDO_TITLE = 'Перемещение отменено';
export const UNDO_FAILED_TITLE = 'Перемещение не отменено';

/** Leads per request. */
const BATCH_SIZE = 25;

/** Result of an undo. Leads that are neither undone nor refused keep their new status. */
export type UndoOutcome = LeadUndoResult & {
  /** Error that ended the undo before all leads were processed. */
  problem: ErrorText | null;
};

/** Undoes the last transition of leads. `version` is the version after that transition. */
export function useUndo() {
  const { call } = useApi();
  const client = useQueryClient();
  return async (leads: LeadUndo['leads']): Promise<UndoOutcome> => {
    const outcome: UndoOutcome = { undone: [], refused: [], problem: null };
    try {
      for (let offset = 0; offset < leads.length; offset += BATCH_SIZE) {
        const batch = leads.slice(offset, offset + BATCH_SIZE).map(({ id, version }) => ({ id, version }));
        const { undone, refused } = await call(leadRoutes.undoLeadTransitions, { body: { leads: batch } });
        outcome.undone.push(...undone);
        outcome.refused.push(...refused);
      }
    } catch (error) {
      outcome.problem = explainError(error, UNDO_FAILED_TITLE).alert;
    }
    await Promise.all(
      LEAD_DEPENDENT_ROUTES.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })),
    );
    return outcome;
  };
}
