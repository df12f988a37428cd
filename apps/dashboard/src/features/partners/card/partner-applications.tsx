import { Anchor, Collapse, DataList, Stack, Text, Title } from '@mantine/core';
import {
  APPLICATION_LABELS,
  type Applications,
  applicationRoutes,
  DOCUMENT_LABELS,
  PARTNER_KIND_LABELS,
  type Partner,
} from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { ApplicationDecision } from './application-decision.tsx';
import classes from './partner-card.module.css';

type Application = Applications['results'][number];
type Program = Application['program'];

const isPending = ({ status }: Application) => status === 'pending';

/** Applications of a partner and requests to join programs. Renders nothing without applications. */
export default function PartnerApplications({ partner }: { partner: Partner }) {
  const { formatMoment } = useDates();
  const { data, error, refetch } = useApiQuery(applicationRoutes.partnerApplications, {
    params: { id: partner.id },
  });
  if (error && !data)
    return <PartProblem error={error} title="Заявки не загрузились" onRetry={() => void refetch()} />;
  if (!data || data.results.length + data.requests.length === 0) return null;
  const { results, requests } = data;
  const title = results.length + requests.length === 1 ? 'Заявка' : 'Заявки';
  const undecidedPrograms = new Map(
    [...requests, ...results.filter(isPending)].map(({ program }) => [program.id, program]),
  );
  // A pending partner with one undecided application is approved or rejected in the page header.
  const isDecidedHere = partner.status !== 'pending' || undecidedPrograms.size > 1;
  const shownPrograms = new Set<string>();
  const renderDecision = (program: Program) => {
    if (!isDecidedHere || !undecidedPrograms.has(program.id) || shownPrograms.has(program.id)) return null;
    shownPrograms.add(program.id);
    return <ApplicationDecision partner={partner} program={program} />;
  };
  return (
    <section aria-label={title} className={classes['panel']}>
      <Title order={2} mb="md">
        {title}
      </Title>
      <Stack gap="lg">
        {requests.map(({ program, created_at }) => (
          <div key={program.id}>
            <Text>
              Просит место в программе «{program.name}», {formatMoment(created_at)}
            </Text>
            {renderDecision(program)}
          </div>
        ))}
        {results.map((application) => (
          <ApplicationItem key={application.id} application={application}>
            {isPending(application) && renderDecision(application.program)}
          </ApplicationItem>
        ))}
      </Stack>
    </section>
  );
}

/** Data that the applicant entered. It can differ from the partner's card. */
const describeApplicant = ({
  kind,
  company_name,
  last_name,
  first_name,
  father_name,
  email,
  inn,
}: Application['given']) =>
  [
    PARTNER_KIND_LABELS[kind],
    company_name,
    [last_name, first_name, father_name].filter(Boolean).join(' '),
    email,
    inn && `ИНН ${inn}`,
  ]
    .filter(Boolean)
    .join(', ');

type ApplicationItemProps = { application: Application; children: ReactNode };

const ApplicationItem = ({ application, children }: ApplicationItemProps) => {
  const { formatMoment } = useDates();
  const { program, status, reason, comment, is_repeat, created_at, ip, given, consents } = application;
  const facts = [
    ['Программа', program.name],
    ['Статус', APPLICATION_LABELS[status]],
    ['Причина для заявителя', reason],
    ['Комментарий для команды', comment],
    ['Указал о себе', describeApplicant(given)],
    ['Отправлена', formatMoment(created_at)],
    ['Адрес', ip],
  ].filter(([, value]) => value !== '');
  return (
    <div>
      {is_repeat && (
        <Text mb="xs">
          Карточка с этим телефоном уже была, ее данные не изменились. Проверьте, что заявку подал тот же
          человек.
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
      {children}
    </div>
  );
};

type ConsentProps = { consent: Application['consents'][number]; at: string };

/** Document accepted by the applicant: version, time and text. */
function Consent({ consent: { kind, version, sha256, text }, at }: ConsentProps) {
  const { formatMoment } = useDates();
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
