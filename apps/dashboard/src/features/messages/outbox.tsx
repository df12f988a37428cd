import { Alert, Button, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import {
  DELIVERY_STATUS_LABELS,
  DELIVERY_STATUSES,
  type Delivery,
  MESSAGE_CHANNEL_TEXTS,
  messageRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Status } from '@/entities/status/status.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';
import { SideScroller } from '@/shared/ui/side-scroller.tsx';

const STALE_ROUTES = [messageRoutes.deliveries];
const ALL = 'all';

const STATUS_OPTIONS = [
  { value: ALL, label: 'Все' },
  ...DELIVERY_STATUSES.map((status) => ({ value: status, label: DELIVERY_STATUS_LABELS[status] })),
];

const columns: readonly RecordColumn<Delivery>[] = [
  {
    label: 'Кому',
    cell: ({ to, address, channel }) => (
      <>
        {to}
        <Text c="dimmed" size="xs">
          {MESSAGE_CHANNEL_TEXTS[channel].label}
          {address !== '' && `: ${formatPhone(address)}`}
        </Text>
      </>
    ),
  },
  {
    label: 'Сообщение',
    isWide: true,
    cell: ({ title, text }) => (
      <>
        {title}
        <Text c="dimmed" size="xs">
          {text || 'Текст известен только получателю'}
        </Text>
      </>
    ),
  },
  {
    label: 'Создано',
    cell: ({ created_at }, { formatMoment }) => formatMoment(created_at),
    isCollapsible: true,
  },
  { label: 'Статус', cell: (delivery) => <DeliveryState delivery={delivery} /> },
];

/** Messages sent by the organization, with their delivery status. */
export function Outbox() {
  const [status, setStatus] = useState<string>(ALL);
  const [cursor, setCursor] = useState('');
  const deliveriesQuery = useApiQuery(
    messageRoutes.deliveries,
    { query: { cursor, status: status === ALL ? '' : status } },
    { keepPrevious: true, isLive: true },
  );
  const handleStatusChange = (value: string) => {
    setStatus(value);
    setCursor('');
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label="Сообщения">
      <Stack gap="md">
        {deliveriesQuery.data?.is_rehearsal && (
          <Alert color="blue" title="Демонстрационный режим">
            Почта или СМС не подключены: письма и СМС никуда не уходят. Все, что ушло бы, можно прочитать
            здесь, вместе с кодами.
          </Alert>
        )}
        <SideScroller background="var(--mantine-color-body)">
          <SegmentedControl
            aria-label="Какие сообщения показать"
            data={STATUS_OPTIONS}
            value={status}
            onChange={handleStatusChange}
          />
        </SideScroller>
        <Records
          label="Сообщения"
          columns={columns}
          read={deliveriesQuery}
          onPageChange={setCursor}
          emptyText={
            status === ALL
              ? 'Сообщений пока нет: они появятся, когда сотрудникам и партнерам будет о чем сообщить.'
              : 'Таких сообщений нет.'
          }
        />
      </Stack>
    </Paper>
  );
}

function DeliveryState({ delivery: { id, status, problem, title } }: { delivery: Delivery }) {
  const resend = useApiMutation(messageRoutes.resendDelivery, STALE_ROUTES);
  return (
    <Stack gap={4} align="start">
      <Status kind="delivery" state={status} />
      {status !== 'sent' && problem !== '' && (
        <Text c="dimmed" size="xs">
          {problem}
        </Text>
      )}
      {status === 'failed' && (
        <Button
          variant="default"
          size="compact-sm"
          loading={resend.isPending}
          aria-label={`Отправить еще раз: ${title}`}
          onClick={() =>
            resend.mutate({ params: { id } }, { onError: (error) => showErrorToast(error, 'Не отправлено') })
          }
        >
          Отправить еще раз
        </Button>
      )}
    </Stack>
  );
}
