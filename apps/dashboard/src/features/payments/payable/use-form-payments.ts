import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../../../shared/api/use-api.ts';
import { keyOf } from '../../../shared/api/use-read.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { newKey } from '../action-key.ts';
import { CHANGED_BY_MONEY, type Due } from '../payment.ts';

export type Outcome = { due: Due; payment?: Payment; failure?: ErrorSentence };

/** Forms payments one by one. Those that failed may be tried again: a partner keeps its key, and is paid once. */
export function useForming() {
  const { call } = useApi();
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isRunning, setRunning] = useState(false);

  async function formOne(due: Due): Promise<Outcome> {
    const { id } = due.partner;
    const idempotencyKey = keys.current.get(id) ?? newKey();
    keys.current.set(id, idempotencyKey);
    try {
      return {
        due,
        payment: await call(paymentRoutes.createPayment, { body: { partner: id }, idempotencyKey }),
      };
    } catch (error) {
      return { due, failure: errorSentence(error, 'Выплата не сформирована') };
    }
  }

  async function form(dues: readonly Due[]): Promise<void> {
    setRunning(true);
    setOutcomes((before) => before.filter(({ due }) => !dues.includes(due)));
    for (const due of dues) {
      const outcome = await formOne(due);
      setOutcomes((before) => [...before, outcome]);
    }
    setRunning(false);
    // What came of it does not wait for the lists.
    for (const read of CHANGED_BY_MONEY) void client.invalidateQueries({ queryKey: keyOf(read) });
  }
  return { form, outcomes, isRunning };
}
