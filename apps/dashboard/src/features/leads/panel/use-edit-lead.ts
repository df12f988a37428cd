import { useForm } from '@mantine/form';
import { type Lead, type LeadPatch, leadRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { isOvertaken } from '../../../shared/api/failure.ts';
import { useApi } from '../../../shared/api/use-api.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { CHANGED_BY_LEADS, draftOf } from '../lead.ts';
import { describeConflict } from '../transition/use-lead-transition.ts';

const FIELDS = ['name', 'email', 'company', 'comment', 'deal_amount_kop'] as const;
type Values = Pick<Lead, (typeof FIELDS)[number]>;

const valuesOf = ({ name, email, company, comment, deal_amount_kop }: Lead): Values => ({
  name,
  email,
  company,
  comment,
  deal_amount_kop,
});

/** Only what differs from what the form was opened with: another's change to another field is not undone. */
const changesOf = (before: Values, typed: Values): Omit<LeadPatch, 'version'> =>
  Object.fromEntries(
    FIELDS.filter((field) => typed[field] !== before[field]).map((field) => [field, typed[field]]),
  );

/** The form of a lead's data. Somebody quicker is told of; what is typed stays, and may be saved over it. */
export function useEditLead(lead: Lead, onDone: () => void) {
  const api = useApi();
  const { mutateAsync, isPending } = useWrite(leadRoutes.updateLead, CHANGED_BY_LEADS);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const [opened] = useState(() => valuesOf(lead));
  const form = useForm<Values>({
    ...useFormDraft(draftOf(lead), opened).input,
    validate: { name: (name) => (name.trim().length >= 2 ? null : 'Введите имя, хотя бы две буквы') },
  });

  const send = form.onSubmit(async (typed) => {
    setFailure(null);
    const changes = changesOf(opened, typed);
    if (Object.keys(changes).length === 0) return onDone();
    try {
      await mutateAsync({ params: { id: lead.id }, body: { ...changes, version: lead.version } });
      void toast.success({ title: 'Лид изменен', description: `${lead.number} сохранен` });
      onDone();
    } catch (error) {
      if (isOvertaken(error))
        return setFailure({
          title: await describeConflict(api, lead),
          advice: 'Введенное на месте. Проверьте и сохраните еще раз.',
        });
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Лид не изменен'));
    }
  });
  return { form, send, failure, isSending: isPending };
}
