import { useForm } from '@mantine/form';
import { type Link, type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { isApiFailure } from '../../../shared/api/failure.ts';
import { useApi } from '../../../shared/api/use-api.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';

const FIELDS = ['program', 'code', 'label'] as const;

/** The form of a new link, whose code is looked up when its field is left. */
export function useNewLink(partner: Partner, program: string | null, onCreated: (link: Link) => void) {
  const { call } = useApi();
  const { mutateAsync, isPending } = useWrite(partnerRoutes.createLink, [partnerRoutes.partners]);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const [freeCode, setFreeCode] = useState<string | null>(null);
  const { input, forget } = useFormDraft(`partner:${partner.id}:link`, { program, code: '', label: '' });
  const form = useForm({
    ...input,
    validate: { program: (value) => (value ? null : 'Выберите программу') },
  });

  async function checkCode() {
    const code = form.getValues().code.trim();
    setFreeCode(null);
    if (code === '') return;
    try {
      const { available } = await call(partnerRoutes.checkCode, { query: { code } });
      if (form.getValues().code.trim() !== code) return;
      if (available) setFreeCode(code);
      else form.setFieldError('code', 'Этот код занят. Придумайте другой');
    } catch (error) {
      // Whatever else went wrong, the code is checked once more when it is saved.
      if (isApiFailure(error)) form.setFieldError('code', fieldErrorsOf(error, FIELDS).fields.code);
    }
  }

  const send = form.onSubmit(async ({ program: id, code, label }) => {
    setFailure(null);
    try {
      const body = { program: id ?? '', label, ...(code.trim() && { code }) };
      const link = await mutateAsync({ params: { id: partner.id }, body });
      forget();
      onCreated(link);
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Ссылка не создана'));
    }
  });
  return { form, send, forget, checkCode, freeCode, failure, isSending: isPending };
}
