import { type LeadUndo, type LeadUndoResult, leadRoutes } from '@referral-dashboard/api-contract';
import { useApi } from '@/shared/api/use-api.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { LEAD_BATCH_SIZE } from '../lead.ts';
import { useLeadReload } from '../use-lead-reload.ts';

export const UNDO_TITLE = 'Перемещение отменено';
export const UNDO_FAILED_TITLE = 'Перемещение не отменено';

/** Result of an undo. Leads that are neither undone nor refused keep their new status. */
export type UndoOutcome = LeadUndoResult & {
  /** Error that ended the undo before all leads were processed. */
  problem: ErrorText | null;
};

/** Undoes the last transition of leads. `version` is the version after that transition. */
export function useUndo() {
  const { call } = useApi();
  const reload = useLeadReload();
  return async (leads: LeadUndo['leads']): Promise<UndoOutcome> => {
    const outcome: UndoOutcome = { undone: [], refused: [], problem: null };
    try {
      for (let offset = 0; offset < leads.length; offset += LEAD_BATCH_SIZE) {
        const batch = leads
          .slice(offset, offset + LEAD_BATCH_SIZE)
          .map(({ id, version }) => ({ id, version }));
        const { undone, refused } = await call(leadRoutes.undoLeadTransitions, { body: { leads: batch } });
        outcome.undone.push(...undone);
        outcome.refused.push(...refused);
      }
    } catch (error) {
      outcome.problem = explainError(error, UNDO_FAILED_TITLE).alert;
    }
    await reload();
    return outcome;
  };
}
