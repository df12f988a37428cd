import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { useApi } from '@/shared/api/use-api.ts';
import { buildQueryKey } from '@/shared/api/use-api-query.ts';
import { createIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import type { Payable } from './payable.ts';

export type FormedPayment = { payable: Payable; payment?: Payment; failure?: ErrorText };

/** Creates payments one by one. A retry uses the same idempotency key, so a partner cannot be paid twice. */
export function usePaymentRun() {
  const { call } = useApi();
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [outcomes, setOutcomes] = useState<readonly FormedPayment[]>([]);
  const [isRunning, setRunning] = useState(false);

  async function createPayment(payable: Payable): Promise<FormedPayment> {
    const { id } = payable;
    const idempotencyKey = keys.current.get(id) ?? createIdempotencyKey();
    keys.current.set(id, idempotencyKey);
    try {
      return {
        payable,
        payment: await call(paymentRoutes.createPayment, { body: { partner: id }, idempotencyKey }),
      };
    } catch (error) {
      return { payable, failure: explainError(error, 'Выплата не сформирована').alert };
    }
  }

  async function run(payables: readonly Payable[]): Promise<void> {
    setRunning(true);
    setOutcomes((before) => before.filter(({ payable }) => !payables.includes(payable)));
    try {
      for (const payable of payables) {
        const outcome = await createPayment(payable);
        setOutcomes((before) => [...before, outcome]);
      }
    } finally {
      setRunning(false);
    }
    // Not awaited, so that the outcome is shown before the lists are refetched.
    for (const read of CHANGED_BY_MONEY) void client.invalidateQueries({ queryKey: buildQueryKey(read) });
  }
  return { run, outcomes, isRunning };
}
