import { Alert, Button, Stack, Text } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { useFinalPayment } from './use-final-payment.ts';

/** Available money of a blocked or archived partner that is not in a payment, with a button to pay it. */
export function FinalPaymentNotice({ partner }: { partner: Partner }) {
  const { status, balance } = partner;
  const { createFinalPayment, isPending } = useFinalPayment(partner);
  const canCreatePayment = useIsPermitted('createPayment');
  if ((status !== 'blocked' && status !== 'archived') || balance.available_kop <= 0) return null;
  return (
    <Alert color="amber" title={`Не выплачено ${formatMoney(balance.available_kop)}`}>
      <Stack gap="xs" align="flex-start">
        <Text>
          {canCreatePayment
            ? 'Сформируйте финальную выплату на всю доступную сумму. Минимальная выплата не учитывается.'
            : 'Финальную выплату сформирует владелец или бухгалтер.'}
        </Text>
        {canCreatePayment && (
          <Button variant="default" loading={isPending} onClick={() => createFinalPayment()}>
            Сформировать финальную выплату
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
