import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { API_KEY_CALLS_PER_MINUTE, type ApiKey, apiKeyRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { ApiKeyRow } from './api-key-row.tsx';
import { Crm } from './crm/crm.tsx';
import classes from './developers.module.css';
import { IncomingEvents } from './incoming-events.tsx';
import { OwnSite } from './own-site.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

const paperProps = {
  withBorder: true,
  p: { base: 'md', sm: 'lg' },
  radius: 'lg',
  component: 'section',
} as const;

/** API keys and webhooks of the organization, and how to use them. */
export const Developers = () => (
  <>
    <Paper {...paperProps} aria-label="Ключи API">
      <Stack gap="xs">
        <Title order={2}>Ключи API</Title>
        <KeyList />
      </Stack>
    </Paper>
    <OwnSite />
    <Crm />
    <Webhooks />
    <IncomingEvents />
    <Paper {...paperProps} aria-label="Документация">
      <Stack gap="xs">
        <Title order={2}>Документация</Title>
        <Text>
          Ключ передают в заголовке <span className={classes['code']}>Authorization: Bearer ref_live_…</span>
        </Text>
        <Text>Действия ключа видны в журнале под его названием.</Text>
        <Text>
          По одному ключу можно сделать {API_KEY_CALLS_PER_MINUTE} вызовов в минуту. Сверх этого сервер
          отвечает кодом 429 и пишет в заголовке Retry-After, сколько секунд подождать.
        </Text>
        <Text>
          Запросы вебхуков подписаны по стандарту Standard Webhooks. Проверяйте подпись готовой библиотекой и
          отвечайте кодом 200 за 10 секунд: иначе трое суток будем повторять запрос.
        </Text>
        <Anchor href="/api/docs/" target="_blank" rel="noreferrer" underline="always">
          Описание всех вызовов
        </Anchor>
      </Stack>
    </Paper>
  </>
);

function KeyList() {
  const { data, error, refetch } = useApiQuery(apiKeyRoutes.apiKeys, {});
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Ключи не загрузились" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={4} />
    );
  return data.results.length === 0 ? <NoKeys /> : <Keys keys={data.results} />;
}

const NoKeys = () => (
  <Text c="dimmed">
    Ключ нужен, чтобы сайт, касса или CRM сами передавали лидов и продажи и забирали начисления. Создайте
    отдельный ключ для каждой программы: тогда любой можно отозвать, не затронув остальные.
  </Text>
);

const Keys = ({ keys }: { keys: readonly ApiKey[] }) => (
  <ul className={rows['list']}>
    {keys.map((apiKey) => (
      <ApiKeyRow key={apiKey.id} apiKey={apiKey} />
    ))}
  </ul>
);
