import { useForm } from '@mantine/form';
import { type NewPayoutMethod, partnerRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import { toast } from '../../shared/ui/toast/toast.ts';
import { type MethodValues, validators } from './method-fields.ts';

const BLANK: MethodValues = { kind: 'sbp', phone: '', bank: '', last4: '', bik: '', account: '' };
const FIELDS = Object.keys(BLANK) as (keyof MethodValues)[];

/** As it is sent: what belongs to another kind is left behind. */
function bodyOf({ kind, bank, phone, last4, bik, account }: MethodValues): NewPayoutMethod {
  if (kind === 'sbp') return { kind, bank, phone };
  if (kind === 'card') return { kind, bank, last4, token: '' };
  return { kind, bank, bik, account };
}

/** The form of a new way to pay a partner. */
export function useNewMethod(id: string, onCreated: () => void) {
  const { mutateAsync, isPending } = useWrite(paymentRoutes.createPayoutMethod, [
    partnerRoutes.partners,
    paymentRoutes.payments,
  ]);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const form = useForm<MethodValues>({
    initialValues: BLANK,
    validate: validators,
    validateInputOnBlur: true,
  });

  const send = form.onSubmit(async (typed) => {
    setFailure(null);
    try {
      const method = await mutateAsync({ params: { id }, body: bodyOf(typed) });
      onCreated();
      void toast.success({ title: 'Реквизиты добавлены', description: method.label });
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Реквизиты не добавлены'));
    }
  });
  return { form, send, failure, isSending: isPending };
}
