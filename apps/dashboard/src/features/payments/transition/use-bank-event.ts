import type { Payment } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';

type Input<Body> = { params: { id: string }; body: Body; idempotencyKey: string };

type BankEventOptions<Body> = {
  payment: Payment;
  record: (input: Input<Body>) => Promise<unknown>;
  onDone: () => void;
  /** Called when the payment has changed in the meantime. */
  onRejected: (error: Error) => void;
};

/** Records what the bank did with a payment. An unchanged body keeps its idempotency key, so a retry is applied only once. */
export function useBankEvent<Body extends object>({
  payment: { id, version },
  record,
  onDone,
  onRejected,
}: BankEventOptions<Body>) {
  // Read once: after a lost response the payment has a newer version, but a retry must send the same body.
  const [initialVersion] = useState(version);
  const { getKey } = useIdempotencyKey();
  return {
    version: initialVersion,
    send: async (body: Body) => {
      await record({ params: { id }, body, idempotencyKey: getKey(body) });
      onDone();
    },
    onConflict: (error: Error) => {
      onRejected(error);
      return null;
    },
  };
}
