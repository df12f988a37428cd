import {
  type Lead,
  type LeadReason,
  type LeadStatus,
  leadRoutes,
  reasonProblems,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import type { Transition } from './transitions.ts';
import type { TransitionDetails } from './use-lead-transition.ts';

type Values = { reason_code: LeadReason | null; reason_comment: string; deal_amount_kop: number | null };

const detailsSchema = leadRoutes.transitionLead.body.omit({ to: true, version: true });

function toBody({ reason_code, reason_comment, deal_amount_kop }: Values, to: LeadStatus) {
  if (to === 'won') return deal_amount_kop === null ? {} : { deal_amount_kop };
  return reason_code === null ? { reason_comment } : { reason_comment, reason_code };
}

export function useTransitionForm(
  { to }: Transition,
  from: LeadStatus | null,
  lead: Lead | undefined,
  onSend: (detailsSchema: TransitionDetails) => Promise<void>,
  onClose: () => void,
) {
  const [initialValues] = useState<Values>({
    reason_code: null,
    reason_comment: '',
    deal_amount_kop: lead?.deal_amount_kop ?? null,
  });
  const { discardDraft, ...form } = useContractForm({
    schema: detailsSchema,
    saved: initialValues,
    toBody: (values) => toBody(values, to),
    rules: ({ reason_code, reason_comment }) =>
      Object.fromEntries(
        Object.entries(
          reasonProblems({ from: from ?? 'new', to, reason_code, reason_comment: reason_comment.trim() }),
        ).map(([field, sentences]) => [field, sentences.join(' ')]),
      ),
    draft: `move:${lead?.id ?? 'many'}:${to}`,
    failureTitle: 'Статус не изменен',
    send: async (body) => {
      await onSend(body);
      close();
    },
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return { ...form, close };
}
