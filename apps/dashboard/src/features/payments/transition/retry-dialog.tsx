import { Text } from '@mantine/core';
import { computeUntransferred, paymentRoutes } from '@referral-dashboard/api-contract';
import { CHANGED_BY_MONEY, type PaymentDetails } from '@/entities/payment/payment.ts';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';

type RetryDialogProps = {
  payment: PaymentDetails;
  onDone: () => void;
  onFailure: (error: Error) => void;
  onClose: () => void;
};

/** Confirms that a refused transfer is sent again, and shows the requisites that it goes to. */
export default function RetryDialog({ payment, onDone, onFailure, onClose }: RetryDialogProps) {
  const { id, version, partner, method, failure_reason } = payment;
  const { mutate, isPending } = useApiMutation(paymentRoutes.retryPayment, CHANGED_BY_MONEY);
  const methods = useApiQuery(paymentRoutes.payoutMethods, { params: { id: partner.id } });
  const current = methods.data?.results.find(({ is_default }) => is_default);
  const handleConfirm = () =>
    mutate({ params: { id }, body: { version } }, { onSuccess: onDone, onError: onFailure });
  return (
    <Confirm
      isOpen
      title="Повторить перевод?"
      confirmLabel="Повторить"
      isBusy={isPending}
      isReady={methods.data !== undefined}
      failure={methods.error && explainError(methods.error, 'Реквизиты не загрузились').alert}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {methods.isPending ? (
        <TextSkeleton lines={2} label="Реквизиты загружаются" />
      ) : current === undefined ? (
        'У партнера нет основных реквизитов: сначала добавьте их.'
      ) : (
        <>
          <Text>
            {formatMoney(computeUntransferred(payment))} уйдут на реквизиты партнера:{' '}
            <Text span fw={600}>
              {formatMethod(current.label)}
            </Text>
          </Text>
          {isSameMethod(current, method) && (
            <Text mt="xs" c="var(--mantine-color-error)">
              На эти реквизиты перевод уже не прошел: {failure_reason}
            </Text>
          )}
        </>
      )}
    </Confirm>
  );
}

type Requisites = Pick<NonNullable<PaymentDetails['method']>, 'label' | 'account' | 'bik'>;

const isSameMethod = (current: Requisites, refused: Requisites | null) =>
  refused !== null &&
  current.label === refused.label &&
  current.account === refused.account &&
  current.bik === refused.bik;
