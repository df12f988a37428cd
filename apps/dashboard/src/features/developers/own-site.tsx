import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type OwnSite as OwnSiteState, ownSiteRoutes } from '@referral-dashboard/api-contract';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import type { Dates } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import classes from './developers.module.css';
import { SiteForms } from './site-forms/site-forms.tsx';

const FIELDS = '<input type="hidden" name="ref"> <input type="hidden" name="click_id">';

const getScript = (days: number) =>
  `<script src="${location.origin}/snippet.js" data-days="${days}" defer></script>`;

/** How to send leads from the organization's own site, and whether it works. */
export function OwnSite() {
  const { data, error, refetch } = useApiQuery(ownSiteRoutes.ownSite, {});
  const canManageForms = useIsPermitted('siteForms');
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} radius="lg" aria-label="Свой сайт">
      <Stack gap="md">
        <div>
          <Title order={2}>Свой сайт</Title>
          <Text c="dimmed">Ссылки партнеров открывают ваш сайт, когда это выбрано в условиях программы</Text>
        </div>
        {data !== undefined ? (
          <Steps state={data} />
        ) : error ? (
          <PartProblem error={error} title="Данные о сайте не загрузились" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={6} />
        )}
        {canManageForms && <SiteForms />}
      </Stack>
    </Paper>
  );
}

function Steps({ state }: { state: OwnSiteState }) {
  const dates = useDates();
  const canCreateKeys = useIsPermitted('createApiKey');
  return (
    <>
      <Sample title="Скрипт на все страницы сайта" target="скрипт" text={getScript(state.days)} />
      <Sample title="Скрытые поля в форму заявки" target="скрытые поля" text={FIELDS} />
      <Text>
        Если у сайта свой сервер, он передает поля формы вызовом{' '}
        <span className={classes['code']}>POST /api/public/conversions/</span> с ключом, у которого есть право
        «Лиды: запись».{!canCreateKeys && ' Ключ создает владелец организации.'}{' '}
        <Anchor href="/api/docs/" target="_blank" rel="noreferrer" underline="always">
          Описание вызова
        </Anchor>
      </Text>
      <div role="status">
        {describeState(state, dates).map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </div>
    </>
  );
}

function describeState({ programs, last_click_at, last_lead }: OwnSiteState, { formatMoment }: Dates) {
  return [
    programs.length === 0 && 'Ни одна программа пока не открывает ваш сайт.',
    last_click_at === null
      ? 'Переходов на сайт пока не было.'
      : `Последний переход: ${formatMoment(last_click_at)}.`,
    describeLead(last_lead, formatMoment),
  ].filter((line) => line !== false);
}

function describeLead(last: OwnSiteState['last_lead'], formatMoment: Dates['formatMoment']): string {
  if (last === null) return 'Заявок с сайта пока не было.';
  const { at, lead, partner } = last;
  return partner === null
    ? `Последняя заявка: ${formatMoment(at)}, лид ${lead.number}, без партнера.`
    : `Последняя заявка: ${formatMoment(at)}, лид ${lead.number}, партнер ${partner.name}.`;
}

type SampleProps = { title: string; target: string; text: string };

const Sample = ({ title, target, text }: SampleProps) => (
  <div>
    <Group justify="space-between" wrap="nowrap" mb={4}>
      <Text fw={600}>{title}</Text>
      <CopyIcon target={target} text={text} />
    </Group>
    <pre className={classes['secret']}>{text}</pre>
  </div>
);
