import { Button, DataList, Group, Paper, Title } from '@mantine/core';
import { organizationRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Permitted } from '../../shared/api/permitted.tsx';
import { useRead } from '../../shared/api/use-read.ts';
import { useDraftDialog } from '../../shared/drafts/use-draft-dialog.ts';
import { countOf } from '../../shared/format/count.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { organizationFacts } from '../../shared/paths.ts';
import { PartProblem } from '../../shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '../../shared/ui/feedback/text-skeleton.tsx';
import { ORGANIZATION_DRAFT } from './draft.ts';

const EditOrganization = lazy(() => import('./edit-organization.tsx'));

const DAYS = ['день', 'дня', 'дней'] as const;

/** The organization's requisites, and what its programs and payments go by where they say nothing else. */
export function OrganizationFacts() {
  const { data, error, refetch } = useRead(organizationRoutes.organization, {});
  const dialog = useDraftDialog(ORGANIZATION_DRAFT);
  const sheet = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${organizationFacts.hash}`) sheet.current?.scrollIntoView();
  }, [hash]);
  const facts = data && [
    ['Название', data.name],
    ['Юридическое лицо', data.legal_name],
    ['ИНН', data.inn],
    ['Сайт', data.site],
    ['Политика данных', data.privacy_policy_url],
    ['Удержание', countOf(data.default_hold_days, DAYS)],
    ['Наименьшая выплата', formatMoney(data.default_min_payout_kop)],
  ];
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      component="section"
      aria-label="Реквизиты организации"
      ref={sheet}
      style={{ scrollMarginTop: '5rem' }}
    >
      <Group justify="space-between" mb="md">
        <Title order={2}>Реквизиты организации</Title>
        <Permitted call="updateOrganization">
          <Button variant="default" onClick={dialog.open} style={data ? undefined : { visibility: 'hidden' }}>
            Изменить
          </Button>
        </Permitted>
      </Group>
      {facts && (
        <DataList labelWidth={160} gap="xs">
          {facts.map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>
                {value || 'Не указано'}
              </DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      )}
      {!data && !error && <TextSkeleton lines={7} />}
      {!data && error && (
        <PartProblem error={error} what="Реквизиты не загрузились" onRetry={() => void refetch()} />
      )}
      <Suspense fallback={null}>
        {data && dialog.isOpen && <EditOrganization organization={data} onClose={dialog.close} />}
      </Suspense>
    </Paper>
  );
}
