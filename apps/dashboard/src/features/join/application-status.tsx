import { Anchor, Stack, Text, Title } from '@mantine/core';
import { APPLICATION_LABELS, type ApplicationState } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { SecretLink } from '../../shared/entry/secret-link.tsx';
import { formatMoment } from '../../shared/format/date.ts';
import { paths } from '../../shared/paths.ts';

const NEXT: Record<ApplicationState['status'], string> = {
  pending: 'Компания еще не решила. Загляните сюда позже.',
  approved: 'Компания пришлет вам ссылку для входа. Если вход у вас уже есть, войдите.',
  rejected: 'Вы можете подать заявку снова, когда причина отпадет.',
};

/** State of an application, for whoever holds its link. */
export const ApplicationStatus = ({ token }: { token: string }) => (
  <SecretLink<ApplicationState>
    url="/api/public/applications/check/"
    token={token}
    failed="Заявка не открылась"
    gone="Такой заявки нет"
  >
    {({ status, reason, organization, program, created_at }) => (
      <Stack gap="md">
        <Title order={2}>{APPLICATION_LABELS[status]}</Title>
        <Text>
          {organization}, программа «{program}». Заявка от {formatMoment(created_at)}.
        </Text>
        {reason && <Text style={{ overflowWrap: 'anywhere' }}>Причина: {reason}</Text>}
        <Text c="dimmed">{NEXT[status]}</Text>
        <Anchor component={Link} to={paths.login}>
          Войти
        </Anchor>
      </Stack>
    )}
  </SecretLink>
);
