import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { type Transition, transitionTo } from './transitions.ts';
import { useLeadTransition } from './use-lead-transition.ts';

const TransitionDialog = lazy(() => import('./transition-dialog.tsx'));

type Asked = { lead: Lead; transition: Transition };

/** Starts a transition immediately, or opens a dialog if the transition requires details. */
export function useStartTransition() {
  const { run, conflict, running } = useLeadTransition();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);

  const start = (lead: Lead, to: LeadStatus) => {
    const transition = transitionTo(to, lead.status);
    setFailure(null);
    if (transition.asks) setAsked({ lead, transition });
    else run(lead, to).catch((error: unknown) => setFailure(errorSentence(error, 'Статус не изменен')));
  };
  return {
    start,
    conflict,
    failure,
    running,
    /** The caller must render this element. */
    dialog: (
      <Suspense fallback={null}>
        {asked && (
          <TransitionDialog
            transition={asked.transition}
            from={asked.lead.status}
            subject={`${asked.lead.number} ${asked.lead.name}`}
            lead={asked.lead}
            onSend={(details) => run(asked.lead, asked.transition.to, details)}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    ),
  };
}
