import { Anchor, Collapse, DataList, Stack, Text, Title } from '@mantine/core';
import {
  APPLICATION_LABELS,
  type Applications,
  applicationRoutes,
  DOCUMENT_LABELS,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useRead } from '../../../shared/api/use-read.ts';
import { formatMoment } from '../../../shared/format/date.ts';
import { PartProblem } from '../../../shared/ui/feedback/part-problem.tsx';
import classes from './partner-card.module.css';

type Application = Applications['results'][number];

/** Applications of a partner who came by himself, with what he agreed to. Nothing for those who were invited. */
export function PartnerApplications({ id }: { id: string }) {
  const { data, error, refetch } = useRead(applicationRoutes.partnerApplications, { params: { id } });
  if (error && !data)
    return <PartProblem error={error} what="Заявка не загрузилась" onRetry={() => void refetch()} />;
  if (!data || data.results.length === 0) return null;
  return (
    <section aria-label="Заявка" className={classes['sheet']}>
      <Title order={2} mb="md">
        Заявка
      </Title>
      <Stack gap="lg">
        {data.results.map((application) => (
          <OneApplication key={application.id} application={application} />
        ))}
      </Stack>
    </section>
  );
}

const OneApplication = ({ application }: { application: Application }) => {
  const { program, status, reason, is_repeat, created_at, ip, consents } = application;
  const facts = [
    ['Программа', program.name],
    ['Состояние', APPLICATION_LABELS[status]],
    ['Причина', reason],
    ['Отправлена', formatMoment(created_at)],
    ['Адрес', ip],
  ].filter(([, value]) => value !== '');
  return (
    <div>
      {is_repeat && (
        <Text mb="xs">
          Карточка с этим телефоном уже была. Заявка ничего в ней не изменила: если это тот же человек,
          добавьте его в программу.
        </Text>
      )}
      <DataList labelWidth={128} gap="xs">
        {facts.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
        {consents.map((consent) => (
          <Consent key={consent.kind} consent={consent} at={created_at} />
        ))}
      </DataList>
    </div>
  );
};

type ConsentProps = { consent: Application['consents'][number]; at: string };

/** A document that was agreed to: its version, when, and its text. */
function Consent({ consent: { kind, version, sha256, text }, at }: ConsentProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DataList.Item>
      <DataList.ItemLabel>{DOCUMENT_LABELS[kind]}</DataList.ItemLabel>
      <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>
        <div>
          Версия {version}, {formatMoment(at)}{' '}
          <Anchor component="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Скрыть текст' : 'Показать текст'}
          </Anchor>
          <Collapse expanded={isOpen}>
            <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>
            <Text c="dimmed" size="xs">
              SHA-256: {sha256}
            </Text>
          </Collapse>
        </div>
      </DataList.ItemValue>
    </DataList.Item>
  );
}
