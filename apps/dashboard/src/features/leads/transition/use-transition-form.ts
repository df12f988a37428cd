import { useForm } from '@mantine/form';
import {
  type Lead,
  type LeadReason,
  type LeadStatus,
  reasonProblems,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import type { Transition } from './transitions.ts';
import type { TransitionDetails } from './use-lead-transition.ts';

type Values = { reason_code: LeadReason | null; reason_comment: string; deal_amount_kop: number | null };

const FIELDS = ['reason_code', 'reason_comment', 'deal_amount_kop'] as const;

/** The form of a transition; the contract's own rules about the reason are checked before anything is sent. */
export function useTransitionForm(
  { to }: Transition,
  from: LeadStatus | null,
  lead: Lead | undefined,
  onSend: (details: TransitionDetails) => Promise<void>,
  onClose: () => void,
) {
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const [isSending, setSending] = useState(false);
  const { input, forget } = useFormDraft<Values>(`move:${lead?.id ?? 'many'}:${to}`, {
    ...{ reason_code: null, reason_comment: '' },
    deal_amount_kop: lead?.deal_amount_kop ?? null,
  });
  const close = () => {
    forget();
    onClose();
  };
  const form = useForm<Values>({
    ...input,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(reasonProblems({ from: from ?? 'new', to, ...trimmed(values) })).map(
          ([field, sentences]) => [field, sentences.join(' ')],
        ),
      ),
  });

  const send = form.onSubmit(async (values) => {
    setSending(true);
    setFailure(null);
    try {
      await onSend(detailsOf(values, to));
      close();
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Статус не изменен'));
    }
    setSending(false);
  });
  return { form, send, close, failure, isSending };
}

const trimmed = (values: Values) => ({ ...values, reason_comment: values.reason_comment.trim() });

function detailsOf(values: Values, to: LeadStatus): TransitionDetails {
  const { reason_code, reason_comment, deal_amount_kop } = trimmed(values);
  if (to === 'won') return deal_amount_kop === null ? {} : { deal_amount_kop };
  return { reason_comment, ...(reason_code && { reason_code }) };
}
