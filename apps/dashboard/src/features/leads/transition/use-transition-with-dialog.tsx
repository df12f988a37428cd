import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { createTransition, type Transition } from './transitions.ts';
import { useLeadTransition } from './use-lead-transition.ts';

const TransitionDialog = lazy(() => import('./transition-dialog.tsx'));

type PendingTransition = { lead: Lead; transition: Transition };

/** Starts a transition immediately, or opens a dialog if the transition requires details. */
export function useTransitionWithDialog() {
  const { run, conflict, running } = useLeadTransition();
  const [pending, setPending] = useState<PendingTransition | null>(null);
  const [failure, setFailure] = useState<ErrorText | null>(null);

  const start = (lead: Lead, to: LeadStatus) => {
    const transition = createTransition(to, lead.status);
    setFailure(null);
    if (transition.needsDetails) setPending({ lead, transition });
    else run(lead, to).catch((error: unknown) => setFailure(explainError(error, 'Статус не изменен').alert));
  };
  return {
    start,
    conflict,
    failure,
    running,
    /** The caller must render this element. */
    dialog: (
      <Suspense fallback={null}>
        {pending && (
          <TransitionDialog
            transition={pending.transition}
            from={pending.lead.status}
            subject={`${pending.lead.number} ${pending.lead.name}`}
            lead={pending.lead}
            onSend={(details) => run(pending.lead, pending.transition.to, details)}
            onClose={() => setPending(null)}
          />
        )}
      </Suspense>
    ),
  };
}
