import { Stack, Text } from '@mantine/core';
import { type ApiKey, type ApiKeyCalls, apiKeyRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';
import classes from '../developers.module.css';

type Call = ApiKeyCalls['results'][number];

const COLUMNS: readonly RecordColumn<Call>[] = [
  {
    label: 'Вызов',
    cell: ({ method, path }) => (
      <span className={classes['code']}>
        {method} {path}
      </span>
    ),
  },
  { label: 'Когда', cell: ({ at }, { formatMoment }) => formatMoment(at), isCollapsible: true },
  { label: 'Время', cell: ({ duration_ms }) => `${duration_ms}\u00a0мс`, isCollapsible: true },
  { label: 'Код', cell: ({ status }) => status, isNumeric: true },
];

/** The last calls of a key. */
export default function CallsDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { data, ...query } = useApiQuery(apiKeyRoutes.apiKeyCalls, { params: { id: apiKey.id } });
  return (
    <Dialog opened onClose={onClose} title={`Последние вызовы: ${apiKey.name}`} size="xl">
      <Stack gap="md">
        <Text c="dimmed">Хранятся последние 100 вызовов. Вызовы сверх предела сюда не попадают.</Text>
        <Records
          label="Последние вызовы"
          columns={COLUMNS}
          read={{ data: toPage(data?.results), ...query }}
          emptyText="Вызовов не было"
        />
      </Stack>
    </Dialog>
  );
}
