import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import {
  isNearNpdLimit,
  type Partner,
  partnerRoutes,
  type TaxStatus,
  taxStatusRoutes,
} from '@referral-dashboard/api-contract';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { TAX_SECTION_ID } from '@/shared/paths.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { useHashScroll } from '@/shared/ui/page/use-hash-scroll.ts';
import { ContractFields } from './contract-fields.tsx';

const POLL_INTERVAL_MS = 5000;

/** Tax status, contract and yearly income limit of a self-employed partner. */
export default function TaxCard({ partner }: { partner: Partner }) {
  const { data, error, refetch } = useApiQuery(taxStatusRoutes.taxStatus, { params: { id: partner.id } });
  useHashScroll(TAX_SECTION_ID);
  return (
    <section aria-labelledby={TAX_SECTION_ID}>
      <Stack gap="md">
        <Title order={2} id={TAX_SECTION_ID}>
          Самозанятый
        </Title>
        {data ? (
          <>
            <TaxStatusSection partner={partner} status={data} />
            <YearlyLimit status={data} />
          </>
        ) : error ? (
          <PartProblem error={error} title="Статус не загрузился" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={3} />
        )}
        <ContractFields partner={partner} />
      </Stack>
    </section>
  );
}

function TaxStatusSection({ partner, status }: { partner: Partner; status: TaxStatus }) {
  // The key of the tax status starts with the key of the partners, so invalidating the partners includes it.
  const staleRoutes = [partnerRoutes.partners];
  const { mutate, isPending } = useApiMutation(taxStatusRoutes.checkTaxStatus, staleRoutes);
  const startCheck = () =>
    mutate(
      { params: { id: partner.id } },
      {
        onError: (error) => showErrorToast(error, 'Проверка не начата'),
      },
    );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text role="status">{describeStatus(status)}</Text>
        <PermissionGate call="checkTaxStatus">
          <Button
            variant="default"
            onClick={startCheck}
            loading={isPending}
            disabled={status.is_waiting || partner.inn === ''}
          >
            Проверить статус
          </Button>
        </PermissionGate>
      </Group>
      {partner.inn === '' && <Text c="red">Укажите ИНН: без него статус не проверить и не заплатить.</Text>}
      {status.is_waiting && <TaxStatusPolling id={partner.id} />}
      {!status.is_waiting && status.problem !== '' && (
        <Text c="dimmed">Не удалось проверить: {status.problem}</Text>
      )}
      {status.status === 'lost' && (
        <Alert color="red" title="Статус потерян">
          Выплаты остановлены: с такой выплаты вам пришлось бы платить НДФЛ и взносы.
        </Alert>
      )}
    </Stack>
  );
}

function describeStatus({ status, checked_on }: TaxStatus): string {
  if (status === null || checked_on === null) return 'Статус еще не проверен';
  const day = formatDate(checked_on);
  return status === 'active' ? `Платит НПД, проверено ${day}` : `Не платит НПД, проверено ${day}`;
}

/** Polls the tax status until the check is complete. */
function TaxStatusPolling({ id }: { id: string }) {
  useApiQuery(taxStatusRoutes.taxStatus, { params: { id } }, { refetchIntervalMs: POLL_INTERVAL_MS });
  return <Text c="dimmed">Ждет ответа налоговой: она отвечает на 2 запроса в минуту</Text>;
}

function YearlyLimit({ status: { year, paid_kop, limit_kop } }: { status: TaxStatus }) {
  const percentage = Math.min(100, (paid_kop / limit_kop) * 100);
  const isNear = isNearNpdLimit(paid_kop, limit_kop);
  return (
    <Stack gap={4}>
      <Text>
        За {year} год вы выплатили {formatMoney(paid_kop)} из {formatMoney(limit_kop)}
      </Text>
      <Progress value={percentage} color={isNear ? 'amber' : 'petrol'} aria-label="Доля годового лимита" />
      {isNear && (
        <Alert color="amber" title="Лимит НПД близко">
          Выплачено больше 80&nbsp;% годового лимита. Сверх него партнер теряет статус.
        </Alert>
      )}
      <Text c="dimmed" size="xs">
        Лимит считается по всем заказчикам партнера, здесь видна только ваша часть
      </Text>
    </Stack>
  );
}
