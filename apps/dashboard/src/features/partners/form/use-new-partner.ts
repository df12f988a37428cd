import { type FormErrors, useForm } from '@mantine/form';
import { partnerRoutes, russianPhone } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/call.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import {
  BLANK,
  bodyOf,
  changesOf,
  PARTNER_FIELDS,
  type PartnerValues,
  phoneProblem,
  validators,
} from './partner-values.ts';

export type CreatedPartner = AnswerOf<typeof partnerRoutes.createPartner>;
export type NewPartnerValues = PartnerValues & { phone: string };

const EMPTY: NewPartnerValues = { ...BLANK, phone: '' };
const FIELDS = [...PARTNER_FIELDS, 'phone'] as const;

/** The form of a new partner. */
export function useNewPartner(onCreated: (partner: CreatedPartner) => void) {
  const { mutateAsync, isPending } = useWrite(partnerRoutes.createPartner, [partnerRoutes.partners]);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const { input, forget } = useFormDraft('partner', EMPTY, ['inn']);
  const form = useForm<NewPartnerValues>({
    ...input,
    validate: { ...validators, phone: phoneProblem },
    validateInputOnBlur: true,
  });

  const focusFirst = (errors: FormErrors) => {
    const field = FIELDS.find((name) => errors[name]);
    if (field) form.getInputNode(field)?.focus();
  };

  const save = form.onSubmit(async ({ phone, ...typed }) => {
    if (isPending) return;
    setFailure(null);
    try {
      const body = { ...bodyOf(typed), phone: russianPhone(phone) ?? phone };
      const partner = await mutateAsync({ body });
      forget();
      onCreated(partner);
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      focusFirst(fields);
      if (rest) setFailure({ title: 'Партнер не добавлен', advice: rest });
      else if (Object.keys(fields).length === 0) setFailure(errorSentence(error, 'Партнер не добавлен'));
    }
  }, focusFirst);

  const { phone, ...rest } = form.getValues();
  const isDirty = phone !== '' || Object.keys(changesOf(EMPTY, rest)).length > 0;
  return { form, save, failure, isSaving: isPending, isDirty, forget };
}
