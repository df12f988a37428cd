import { Button, Stack } from '@mantine/core';
import type { Program } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { IconAffiliate } from '@/shared/ui/icons.ts';
import { CopyLink } from '@/shared/ui/link-buttons.tsx';
import { LinkSection, useNewestLinks } from './link-section.tsx';

type State = { title: string; advice: string };

const NO_LEADS = 'Лидов пока нет';

const STATES: Record<Exclude<Program['effective_status'], 'active'>, State> = {
  draft: {
    title: 'Программа еще не включена',
    advice: 'Включите ее и добавьте партнеров: переходы, лиды и сделки появятся здесь',
  },
  scheduled: { title: NO_LEADS, advice: 'Программа начнет принимать заявки в первый день' },
  paused: {
    title: NO_LEADS,
    advice: 'Программа приостановлена. Возобновите ее, чтобы ссылки принимали заявки',
  },
  ended: {
    title: NO_LEADS,
    advice: 'Срок программы закончился. Измените последний день на вкладке «Условия»',
  },
  archived: { title: 'Лидов не было', advice: 'Программа в архиве. Вернуть ее можно в меню действий' },
};

type EmptyOverviewProps = { program: Program; onOpenTerms: () => void };

/** Overview of a program without visits and leads: what to do next. */
export default function EmptyOverview(props: EmptyOverviewProps) {
  const { id, figures } = props.program;
  return (
    <Stack gap="md">
      <EmptyNotice {...props} />
      {figures.partners > 0 && <LinkSection program={id} />}
    </Stack>
  );
}

function EmptyNotice({ program, onOpenTerms }: EmptyOverviewProps) {
  const { effective_status, figures } = program;
  if (effective_status === 'active')
    return figures.partners === 0 ? (
      <Empty
        title={NO_LEADS}
        advice="Переходы и лиды появятся здесь, когда партнер поделится своей ссылкой"
      />
    ) : (
      <Empty
        title={NO_LEADS}
        advice="Поделитесь ссылкой программы: лиды появятся здесь сразу"
        action={<CopyNewestLink program={program.id} />}
      />
    );
  const hasTerms = effective_status === 'draft' || effective_status === 'ended';
  return (
    <Empty
      {...STATES[effective_status]}
      action={
        hasTerms && (
          <Button variant="default" onClick={onOpenTerms}>
            Открыть условия
          </Button>
        )
      }
    />
  );
}

const Empty = ({ title, advice, action }: State & { action?: ReactNode }) => (
  <Notice icon={<IconAffiliate size={32} stroke={1.75} />} title={title} actions={action} hasMotif>
    {advice}
  </Notice>
);

/** Copies the newest working link. */
function CopyNewestLink({ program }: { program: string }) {
  const { data } = useNewestLinks(program);
  const link = data?.results.find(({ active }) => active);
  if (link === undefined) return null;
  return <CopyLink url={window.location.origin + link.path} label="Скопировать ссылку" width={212} />;
}
