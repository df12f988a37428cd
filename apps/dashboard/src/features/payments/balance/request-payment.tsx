import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { paymentRoutes } from '@referral-dashboard/api-contract';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { type CardBalance, CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { ALREADY_REQUESTED, getRequestBlockers } from '@/entities/payout/request-blockers.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { REQUISITES_PARAM } from '@/shared/paths.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Button that requests payment of all available money. If it is disabled, the reason is shown next to it. */
export function RequestPayment({ card }: { card: CardBalance }) {
  const { partner, available_kop, blockers } = card;
  const { mutate, isPending, error } = useApiMutation(paymentRoutes.requestPayment, CHANGED_BY_MONEY);
  const { getKey, reset } = useIdempotencyKey();
  const reasonId = useId();
  const { linkTo } = useAddress();
  const isRequested = card.request !== null;
  const blockedReason = isRequested ? ALREADY_REQUESTED : blockers.map(({ detail }) => detail).join(' ');
  const isBlocked = isRequested || getRequestBlockers(blockers).length > 0;
  const requestPayment = () => {
    const body = { partner: partner.id };
    mutate(
      // A changed amount is a new request with a new idempotency key.
      { body, idempotencyKey: getKey({ ...body, available_kop }) },
      {
        onSuccess: ({ number, amount_kop }) => {
          reset();
          void toast.success({
            title: 'Выплата запрошена',
            description: `${number} на ${formatMoney(amount_kop)}`,
          });
        },
      },
    );
  };
  const failure = error && explainError(error, 'Выплата не запрошена').alert;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          onClick={requestPayment}
          loading={isPending}
          disabled={isBlocked}
          aria-describedby={blockedReason ? reasonId : undefined}
        >
          Запросить выплату
        </Button>
        {blockedReason && (
          <Text c="dimmed" id={reasonId} style={{ flex: '1 1 12rem' }}>
            {blockedReason}{' '}
            {blockers.some(({ code }) => code === 'no_method') && (
              <Anchor component={Link} to={linkTo({ [REQUISITES_PARAM]: partner.id })}>
                Указать реквизиты
              </Anchor>
            )}
          </Text>
        )}
      </Group>
      <ActionError failure={failure} />
    </Stack>
  );
}
