import { useForm } from '@mantine/form';
import { accrualRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { isPassing } from '../../../shared/api/failure.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { useActionKey } from '../action-key.ts';
import { CHANGED_BY_MONEY, NEW_ACCRUAL } from '../payment.ts';

const BLANK = {
  partner: null as string | null,
  kind: 'bonus' as 'bonus' | 'correction',
  amount_kop: null as number | null,
  program: null as string | null,
  explanation: '',
};
export type NewAccrualValues = typeof BLANK;
const FIELDS = Object.keys(BLANK) as (keyof NewAccrualValues)[];

function sumProblem(kop: number | null, { kind }: NewAccrualValues): string | null {
  if (!kop) return 'Введите сумму';
  return kind === 'bonus' && kop < 0 ? 'Бонус не бывает отрицательным: внесите поправку' : null;
}

const validate = {
  partner: (partner: string | null) => (partner ? null : 'Выберите партнера'),
  amount_kop: sumProblem,
  explanation: (text: string) => (text.trim() ? null : 'Объясните партнеру, за что эта сумма'),
};

/** The form of an accrual entered by hand. */
export function useNewAccrual(onDone: () => void) {
  const { mutateAsync, isPending } = useWrite(accrualRoutes.createAccrual, CHANGED_BY_MONEY);
  const { keyOf } = useActionKey();
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const { input, forget } = useFormDraft(NEW_ACCRUAL, BLANK);
  const form = useForm<NewAccrualValues>({ ...input, validate });

  const send = form.onSubmit(async ({ partner, kind, amount_kop, program, explanation }) => {
    setFailure(null);
    try {
      const body = { partner: partner ?? '', kind, amount_kop: amount_kop ?? 0, program, explanation };
      const { number } = await mutateAsync({ body, idempotencyKey: keyOf(body) });
      onDone();
      void toast.success({ title: 'Начисление внесено', description: `${number} доступно к выплате` });
    } catch (error) {
      // It may have been entered all the same: after a reload it is not offered anew, under another key.
      if (isPassing(error)) forget();
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Начисление не внесено'));
    }
  });
  return { form, send, failure, isSending: isPending };
}
