import { Button, Stack, Text } from '@mantine/core';
import {
  WEBHOOK_DELIVERY_LABELS,
  WEBHOOK_EVENT_LABELS,
  WEBHOOK_TEST,
  type WebhookDelivery,
  webhookRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { StatusMark } from '@/entities/status/status-mark.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { formatJson } from './format-json.ts';
import classes from './log.module.css';

const SHAPES = { waiting: 'half', sent: 'check', failed: 'cross' } as const;
const STALE = [webhookRoutes.webhooks];

type DeliveryRowProps = { delivery: WebhookDelivery; isOn: boolean; isOpen: boolean };

/** An event on its way to a webhook. Opened, it shows the last request and response. */
export function DeliveryRow({ delivery, isOn, isOpen: isOpenAtFirst }: DeliveryRowProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { formatMoment } = useDates();
  const { type, status, response_status, created_at, attempted_at } = delivery;
  return (
    <li className={classes['item']}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes['summary']}>
          <span className={classes['event']}>{WEBHOOK_EVENT_LABELS[type]}</span>
          <StatusMark shape={SHAPES[status]}>{WEBHOOK_DELIVERY_LABELS[status]}</StatusMark>
          <span className={classes['quiet']}>{formatMoment(attempted_at ?? created_at)}</span>
          <span className={classes['quiet']}>
            {response_status === null ? 'Без ответа' : `Код ${response_status}`}
          </span>
        </summary>
        {isOpen && <DeliveryDetails delivery={delivery} isOn={isOn} />}
      </details>
    </li>
  );
}

function DeliveryDetails({ delivery, isOn }: Omit<DeliveryRowProps, 'isOpen'>) {
  const { formatMoment } = useDates();
  const resend = useApiMutation(webhookRoutes.resendWebhookDelivery, STALE);
  const { id, type, status, attempts, problem, request, response, duration_ms, next_attempt_at } = delivery;
  const lines = [
    problem,
    attempts > 0 && `Попыток: ${attempts}.`,
    next_attempt_at !== null && isOn && `Следующая попытка ${formatMoment(next_attempt_at)}.`,
    next_attempt_at !== null && !isOn && 'Событие уйдет, когда вебхук включат.',
    duration_ms !== null && `Ответ за ${duration_ms}\u00a0мс.`,
  ];
  return (
    <Stack gap="xs" pb="sm">
      <Text size="sm" c="dimmed">
        {lines.filter(Boolean).join(' ')}
      </Text>
      <Body label="Запрос" text={formatJson(request)} />
      <Body label="Ответ" text={formatJson(response)} />
      {status !== 'waiting' && type !== WEBHOOK_TEST && (
        <Button
          variant="default"
          loading={resend.isPending}
          disabled={!isOn}
          onClick={() =>
            resend.mutate({ params: { id } }, { onError: (error) => showErrorToast(error, 'Не отправлено') })
          }
          style={{ alignSelf: 'flex-start' }}
        >
          Отправить еще раз
        </Button>
      )}
      {status !== 'waiting' && type !== WEBHOOK_TEST && !isOn && (
        <Text size="sm" c="dimmed">
          Чтобы отправить событие, включите вебхук.
        </Text>
      )}
    </Stack>
  );
}

const Body = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" fw={600}>
      {label}
    </Text>
    {text === '' ? (
      <Text size="sm" c="dimmed">
        Пусто
      </Text>
    ) : (
      // A long body scrolls, so the keyboard must reach it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      <section className={classes['body']} aria-label={label} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    )}
  </div>
);
