import { useForm } from '@mantine/form';
import { leadRoutes, russianPhone } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { type AnyLead, CHANGED_BY_LEADS, NEW_LEAD } from '../lead.ts';

const BLANK = {
  program: null as string | null,
  partner: null as string | null,
  name: '',
  phone: '',
  email: '',
  company: '',
  comment: '',
};
export type NewLeadValues = typeof BLANK;
const FIELDS = Object.keys(BLANK) as (keyof NewLeadValues)[];

const validate = {
  program: (program: string | null) => (program ? null : 'Выберите программу'),
  name: (name: string) => (name.trim().length >= 2 ? null : 'Введите имя, хотя бы две буквы'),
  phone: (phone: string) => (russianPhone(phone) ? null : 'Введите номер полностью: +7 и 10 цифр'),
};

/** The form of a new lead. */
export function useNewLead(onCreated: (lead: AnyLead) => void) {
  const { mutateAsync, isPending } = useWrite(leadRoutes.createLead, CHANGED_BY_LEADS);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const form = useForm<NewLeadValues>({
    ...useFormDraft(NEW_LEAD, BLANK).input,
    validate,
    validateInputOnBlur: true,
  });

  const send = form.onSubmit(async ({ program, partner, ...contact }) => {
    setFailure(null);
    try {
      onCreated(
        await mutateAsync({ body: { ...contact, program: program ?? '', ...(partner && { partner }) } }),
      );
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Лид не добавлен'));
    }
  });
  return { form, send, failure, isSending: isPending };
}
