import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import {
  WEBHOOK_DELIVERY_LABELS,
  WEBHOOK_DELIVERY_STATUSES,
  type Webhook,
  webhookRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { PageButtons } from '@/shared/ui/page-buttons.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { SideScroller } from '@/shared/ui/side-scroller.tsx';
import { DeliveryRow } from './delivery-row.tsx';

const ALL = 'all';
const OPTIONS = [
  { value: ALL, label: 'Все' },
  ...WEBHOOK_DELIVERY_STATUSES.map((status) => ({ value: status, label: WEBHOOK_DELIVERY_LABELS[status] })),
];

const REFETCH_MS = 5000;

type LogDialogProps = {
  webhook: Webhook;
  /** Delivery whose request and response are open. */
  deliveryId?: string | undefined;
  onClose: () => void;
};

/** Events of a webhook, with their requests and responses. */
export default function LogDialog({ webhook, deliveryId, onClose }: LogDialogProps) {
  const [status, setStatus] = useState<string>(ALL);
  const [cursor, setCursor] = useState('');
  const { data, error, refetch } = useApiQuery(
    webhookRoutes.webhookDeliveries,
    { params: { id: webhook.id }, query: { cursor, status: status === ALL ? '' : status } },
    { keepPrevious: true, isLive: true, refetchIntervalMs: REFETCH_MS },
  );
  const changeStatus = (value: string) => {
    setStatus(value);
    setCursor('');
  };
  return (
    <Dialog opened onClose={onClose} title={`Журнал доставки: ${new URL(webhook.url).host}`} size="xl">
      <Stack gap="md">
        <Text c="dimmed">События и ответы хранятся 30 дней.</Text>
        <SideScroller background="var(--mantine-color-body)">
          <SegmentedControl
            aria-label="Какие события показать"
            data={OPTIONS}
            value={status}
            onChange={changeStatus}
          />
        </SideScroller>
        {data === undefined ? (
          error ? (
            <PartProblem error={error} title="Журнал не загрузился" onRetry={() => void refetch()} />
          ) : (
            <TextSkeleton lines={6} label="Журнал загружается" />
          )
        ) : data.results.length === 0 ? (
          <Text c="dimmed">
            {status === ALL
              ? 'Событий еще не было. Отправьте проверку: она появится здесь вместе с ответом.'
              : 'Таких событий нет.'}
          </Text>
        ) : (
          <>
            <ul className={rows['list']} aria-label="События">
              {data.results.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isOn={webhook.is_on}
                  isOpen={delivery.id === deliveryId}
                />
              ))}
            </ul>
            {(data.next ?? data.previous) !== null && (
              <Group justify="flex-end" gap="xs">
                <PageButtons previous={data.previous} next={data.next} onPageChange={setCursor} />
              </Group>
            )}
          </>
        )}
      </Stack>
    </Dialog>
  );
}
