import {
  type Lead,
  type LeadStatus,
  type LeadTransition,
  leadRoutes,
} from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { statusLabels } from '@/entities/status/labels.ts';
import type { Api } from '@/shared/api/client.ts';
import { isConflict } from '@/shared/api/failure.ts';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import type { Dates } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { moveInColumns } from '../board-columns.ts';
import { LEAD_DEPENDENT_ROUTES } from '../lead.ts';
import { UNDO_FAILED_TITLE, UNDO_TITLE, useUndo } from './use-undo.ts';

export type TransitionDetails = Omit<LeadTransition, 'to' | 'version'>;

/**
 * Loads and describes a conflicting change: author, time and new status.
 * Example: «Лид уже изменен: Петрова М. С., 14:05, теперь «Подтвержден»».
 *
 * @throws ApiFailure if the change cannot be loaded.
 */
export async function describeConflict({ call }: Api, { id }: Lead, { formatTime }: Dates): Promise<string> {
  const params = { id };
  const [lead, { results }] = await Promise.all([
    call(leadRoutes.lead, { params }),
    call(leadRoutes.leadHistory, { params }),
  ]);
  const lastEvent = results.at(-1);
  const author = lastEvent && 'actor' in lastEvent && lastEvent.actor;
  const time = lastEvent && formatTime(lastEvent.at);
  const label = statusLabels.lead[lead.status];
  return `Лид уже изменен: ${[author, time, `теперь «${label}»`].filter(Boolean).join(', ')}`;
}

/** An undo does not restore a canceled reward. */
const canUndo = (lead: Lead, movedLead: Lead) => lead.reward === null || movedLead.reward !== null;

/** Runs one lead transition at a time. The server rejects a transition from an outdated version. */
export function useLeadTransition() {
  const dates = useDates();
  const api = useApi();
  const { mutateAsync, isPending, variables } = useApiMutation(
    leadRoutes.transitionLead,
    LEAD_DEPENDENT_ROUTES,
    moveInColumns,
  );
  const undo = useUndo();
  const [conflict, setConflict] = useState<string | null>(null);
  /** Blocks a second click before the button is rendered as loading. */
  const isBusy = useRef(false);

  /** Undoes the transition of a lead from a status. Shows a toast on success and on failure. */
  async function undoTransition(movedLead: Lead, from: LeadStatus): Promise<void> {
    const { undone, refused, problem } = await undo([movedLead]);
    if (undone.length > 0)
      return toast.success({
        title: UNDO_TITLE,
        description: `Лид ${movedLead.number} снова «${statusLabels.lead[from]}»`,
      });
    return toast.error({
      title: problem?.title ?? UNDO_FAILED_TITLE,
      description: refused[0]?.detail ?? problem?.advice ?? 'Откройте лид и проверьте его статус',
    });
  }

  /** Version conflicts are reported through `conflict`. @throws ApiFailure for all other errors. */
  async function run(lead: Lead, to: LeadStatus, details: TransitionDetails = {}): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setConflict(null);
    try {
      const body = { to, version: lead.version, ...details };
      const movedLead = await mutateAsync({ params: { id: lead.id }, body });
      void toast.success({
        title: 'Статус изменен',
        description: `Лид ${movedLead.number} теперь «${statusLabels.lead[movedLead.status]}»`,
        ...(canUndo(lead, movedLead) && { onUndo: () => void undoTransition(movedLead, lead.status) }),
      });
    } catch (error) {
      if (!isConflict(error)) throw error;
      setConflict(
        await describeConflict(api, lead, dates).catch(
          () => explainError(error, 'Статус не изменен').alert.title,
        ),
      );
    } finally {
      isBusy.current = false;
    }
  }
  return {
    run,
    conflict,
    /** Lead and target status of the pending request, or null. */
    running: isPending ? { id: variables.params.id, to: variables.body.to } : null,
  };
}
