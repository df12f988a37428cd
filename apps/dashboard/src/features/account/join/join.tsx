import { Alert, Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type JoinPage, writtenSupport } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatReward } from '@/entities/program/format-reward.ts';
import { serverUrl } from '@/shared/env.ts';
import { paths } from '@/shared/paths.ts';
import { JoinForm } from './join-form.tsx';
import { JoinSent } from './join-sent.tsx';
import { PhoneVerification } from './phone-verification.tsx';
import type { SentApplication } from './use-join-form.ts';
import { useJoinPage } from './use-join-page.ts';

/** Page where visitors apply to become partners. */
export function Join({ code }: { code: string }) {
  const { page, failure, reload } = useJoinPage(code);
  const [sent, setSent] = useState<SentApplication | null>(null);
  if (failure !== null)
    return (
      <Stack gap="md">
        <Alert role="alert" color="red" title="Страница не открылась">
          {failure}
        </Alert>
        <Button h={44} fullWidth onClick={reload}>
          Повторить
        </Button>
      </Stack>
    );
  if (page === undefined)
    return (
      <Stack gap="md" role="status" aria-label="Страница загружается">
        <Skeleton height={14} width="92%" />
        <Skeleton height={14} width="60%" />
        <Skeleton height={42} mt="xs" />
        <Skeleton height={42} />
        <Skeleton height={44} />
      </Stack>
    );
  if (page === null)
    return (
      <Stack gap="md">
        <Notice title="Такой ссылки нет" text="Проверьте адрес или попросите ссылку еще раз." />
        <Button component={Link} to={paths.login} variant="default" h={44} fullWidth>
          Войти
        </Button>
      </Stack>
    );
  if (sent?.proof === 'code') return <PhoneVerification page={page} token={sent.token} />;
  if (sent !== null) return <JoinSent page={page} token={sent.token} />;
  return (
    <Stack gap="md">
      <JoinFacts page={page} />
      {page.state === 'open' ? (
        <JoinForm code={code} page={page} onSent={setSent} onStale={reload} />
      ) : (
        <Notice
          title="Заявки не принимаются"
          text="Программа сейчас не принимает новых партнеров. Уточните у того, кто прислал ссылку."
        />
      )}
    </Stack>
  );
}

const Notice = ({ title, text }: { title: string; text: string }) => (
  <Stack gap="xs">
    <Title order={2}>{title}</Title>
    <Text>{text}</Text>
  </Stack>
);

/** Organization, reward and payment terms of the program. */
const JoinFacts = ({ page: { organization, program, payment_terms } }: { page: JoinPage }) => (
  <Stack gap="xs">
    {organization.logo_path && (
      <img src={serverUrl(organization.logo_path)} alt="" style={{ maxHeight: 48, maxWidth: '60%' }} />
    )}
    <Text size="md">
      <b>{organization.name}</b> приглашает партнеров в программу «{program.name}».
    </Text>
    {program.reward && (
      <Text size="lg" fw={600}>
        {formatReward(program)}
      </Text>
    )}
    {program.description && (
      <Text c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {program.description}
      </Text>
    )}
    {payment_terms && (
      <Text c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {payment_terms}
      </Text>
    )}
    {organization.support_url && (
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Вопросы: <Anchor href={organization.support_url}>{writtenSupport(organization.support_url)}</Anchor>
      </Text>
    )}
  </Stack>
);
