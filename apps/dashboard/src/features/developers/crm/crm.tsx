import { Paper, Stack, Text, Title } from '@mantine/core';
import { CRM_KINDS, crmRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { ConnectionRow } from './connection-row.tsx';
import { OfferRow } from './offer-row.tsx';

/** Connections of the organization to its CRMs. */
export const Crm = () => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-labelledby="crm-title">
    <Stack gap="xs">
      <div>
        <Title order={2} id="crm-title">
          CRM
        </Title>
        <Text c="dimmed">
          Новый лид сразу становится сделкой в вашей CRM, а стадия сделки меняет статус лида.
        </Text>
      </div>
      <ConnectionList />
    </Stack>
  </Paper>
);

function ConnectionList() {
  const { data, error, refetch } = useApiQuery(crmRoutes.crmConnections, {}, { isLive: true });
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Подключения CRM не загрузились" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={4} label="Подключения CRM загружаются" />
    );
  return (
    <ul className={rows['list']}>
      {CRM_KINDS.map((kind) => {
        const connection = data.results.find((one) => one.kind === kind);
        return connection === undefined ? (
          <OfferRow key={kind} kind={kind} />
        ) : (
          <ConnectionRow key={kind} connection={connection} />
        );
      })}
    </ul>
  );
}
