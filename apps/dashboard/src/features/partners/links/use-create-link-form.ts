import { CODE_IS_TAKEN, type Link, type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';

/** Form for a new link. When the code field loses focus, the form checks whether the code is free. */
export function useCreateLinkForm(partner: Partner, program: string | null, onCreated: (link: Link) => void) {
  const { call } = useApi();
  const { mutateAsync } = useApiMutation(partnerRoutes.createLink, [partnerRoutes.partners]);
  const [freeCode, setFreeCode] = useState<string | null>(null);
  const [initialValues] = useState({ program, code: '', label: '' });
  const contractForm = useContractForm({
    schema: partnerRoutes.createLink.body,
    saved: initialValues,
    toBody: ({ code, ...values }) => (code.trim() === '' ? values : { ...values, code }),
    messages: { program: 'Выберите программу' },
    draft: `partner:${partner.id}:link`,
    failureTitle: 'Ссылка не создана',
    send: async (body) => {
      const link = await mutateAsync({ params: { id: partner.id }, body });
      contractForm.discardDraft();
      onCreated(link);
    },
  });
  const { form } = contractForm;

  async function checkCode() {
    const code = form.getValues().code.trim();
    setFreeCode(null);
    if (code === '') return;
    try {
      const { available } = await call(partnerRoutes.checkCode, { query: { code } });
      if (form.getValues().code.trim() !== code) return;
      if (available) setFreeCode(code);
      else form.setFieldError('code', `${CODE_IS_TAKEN} Придумайте другой`);
    } catch (error) {
      // Other errors are ignored, because the server checks the code again on save.
      form.setFieldError('code', explainError(error, '', { fields: ['code'] }).fields.code);
    }
  }
  return { ...contractForm, checkCode, freeCode };
}
