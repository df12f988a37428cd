import { Button, Group, Text } from '@mantine/core';
import { type LeadBulkResult, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '@/shared/api/use-api.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { BulkTarget } from '@/shared/list/selection/use-selection.ts';

const TO_PARTNERS = ['', 'одному партнеру', 'двум партнерам', 'трем партнерам', 'четырем партнерам'];
const FROM_PARTNERS = ['', 'одного партнера', 'двух партнеров', 'трех партнеров', 'четырех партнеров'];

/** Example: «Начислится 12 000,00 ₽ трем партнерам.» */
export function describeBulkEffect(effect: NonNullable<LeadBulkResult['effect']>, to: LeadStatus): string {
  const { accrued, withdrawn } = effect;
  const recipients =
    TO_PARTNERS[accrued.partners] ?? formatCount(accrued.partners, ['партнеру', 'партнерам', 'партнерам']);
  const owners =
    FROM_PARTNERS[withdrawn.partners] ??
    formatCount(withdrawn.partners, ['партнера', 'партнеров', 'партнеров']);
  const sentences = [
    accrued.sum_kop > 0 && `Начислится ${formatMoney(accrued.sum_kop)} ${recipients}.`,
    withdrawn.sum_kop > 0 &&
      `Снимется ${formatMoney(withdrawn.sum_kop)} у ${owners}: невыплаченное отменится, выплаченное вычтем из следующих выплат.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : to === 'qualified' ? 'Начислений не будет.' : '';
}

/** Dry run of a bulk transition: the server computes the effect without changing leads. */
export function useEffectPreview(target: BulkTarget, to: LeadStatus) {
  const { call } = useApi();
  return useQuery({
    queryKey: ['lead transition preview', target, to],
    queryFn: () => call(leadRoutes.bulkMoveLeads, { body: { ...target, to, dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

type BulkEffectProps = { preview: ReturnType<typeof useEffectPreview>; to: LeadStatus };

/** Effect of a bulk transition on rewards, shown before confirmation. */
export function BulkEffect({ preview: { data, error, isPending, refetch }, to }: BulkEffectProps) {
  if (isPending) return <Text c="dimmed">Считаем начисления…</Text>;
  if (data === undefined) {
    const { sentence } = explainError(error, 'Начисления не посчитаны');
    return (
      <Group role="alert" gap="xs">
        <Text>{sentence}</Text>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Повторить
        </Button>
      </Group>
    );
  }
  const sentences = data.effect && describeBulkEffect(data.effect, to);
  const refusedCount = data.refused.length;
  return (
    <div role="status">
      {sentences && <Text fw={600}>{sentences}</Text>}
      {refusedCount > 0 && (
        <Text c="dimmed">
          {`${formatCount(refusedCount, ['лид останется как был', 'лида останутся как были', 'лидов останутся как были'])}: из их статуса так не перейти.`}
        </Text>
      )}
    </div>
  );
}
