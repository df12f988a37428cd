import {
  type Lead,
  type LeadStatus,
  type LeadTransition,
  leadRoutes,
} from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { statusLabels } from '../../../entities/status/labels.ts';
import type { Api } from '../../../shared/api/client.ts';
import { isOvertaken } from '../../../shared/api/failure.ts';
import { useApi } from '../../../shared/api/use-api.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { formatTime } from '../../../shared/format/date.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { placeInColumns } from '../columns.ts';
import { CHANGED_BY_LEADS } from '../lead.ts';
import { canGoBack } from './transitions.ts';

export type TransitionDetails = Omit<LeadTransition, 'to' | 'version'>;

/** Comment and toast title of an undone transition. */
export const UNDONE = 'Перемещение отменено';

/**
 * Loads and describes a conflicting change: author, time and new status.
 * Example: «Лид уже изменен: Петрова М. С., 14:05, теперь «Подтвержден»».
 */
export async function describeConflict({ call }: Api, { id }: Lead): Promise<string> {
  const params = { id };
  const [lead, { results }] = await Promise.all([
    call(leadRoutes.lead, { params }),
    call(leadRoutes.leadHistory, { params }),
  ]);
  const last = results.at(-1);
  const who = last && 'actor' in last && last.actor;
  const when = last && formatTime(last.at);
  const label = statusLabels.lead[lead.status];
  return `Лид уже изменен: ${[who, when, `теперь «${label}»`].filter(Boolean).join(', ')}`;
}

/** Runs one lead transition at a time. The server rejects a transition from an outdated version. */
export function useLeadTransition() {
  const api = useApi();
  const { mutateAsync, isPending, variables } = useWrite(
    leadRoutes.transitionLead,
    CHANGED_BY_LEADS,
    placeInColumns,
  );
  const [conflict, setConflict] = useState<string | null>(null);
  /** Blocks a second click before the button is rendered as loading. */
  const isBusy = useRef(false);

  /** Undoes the last transition. Shows a toast on success and on failure. */
  async function takeBack({ id, number }: Lead, body: LeadTransition): Promise<void> {
    try {
      const back = await mutateAsync({ params: { id }, body });
      void toast.success({
        title: UNDONE,
        description: `Лид ${number} снова «${statusLabels.lead[back.status]}»`,
      });
    } catch (error) {
      const { title, advice } = errorSentence(error, 'Перемещение не отменено');
      void toast.error({ title, description: advice || 'Откройте лид: его уже изменили' });
    }
  }

  /** Version conflicts are reported through `conflict`. @throws ApiFailure for all other errors. */
  async function run(lead: Lead, to: LeadStatus, details: TransitionDetails = {}): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setConflict(null);
    try {
      const body = { to, version: lead.version, ...details };
      const moved = await mutateAsync({ params: { id: lead.id }, body });
      const undo = {
        to: lead.status,
        version: moved.version,
        reason_comment: UNDONE,
        ...(lead.reason_code && { reason_code: lead.reason_code }),
      };
      void toast.success({
        title: 'Статус изменен',
        description: `Лид ${moved.number} теперь «${statusLabels.lead[moved.status]}»`,
        ...(canGoBack(lead.status, moved.status) && { onUndo: () => void takeBack(moved, undo) }),
      });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      setConflict(await describeConflict(api, lead));
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
