import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { APPLICATION_LABELS, type ApplicationState } from '@referral-dashboard/api-contract';
import { useUser } from '@referral-dashboard/react-auth';
import { Link } from 'react-router-dom';
import { useDates } from '@/shared/format/use-dates.ts';
import { paths } from '@/shared/paths.ts';
import { SecretLink } from '@/shared/secret-link/secret-link.tsx';
import { ApplicantSignIn } from './applicant-sign-in.tsx';

const NEXT_STEPS = {
  pending: 'Компания еще не решила. Загляните сюда позже: решение появится на этой странице.',
  rejected: 'Вы можете подать заявку снова, когда причина отпадет.',
  link: 'Компания пришлет вам ссылку для входа. Если вход у вас уже есть, войдите.',
  sign_in: 'Вход уже есть: войдите с телефоном и паролем.',
};

type ApplicationStatusProps = { token: string; onSignIn: () => void };

/** Status of an application, opened by its secret link. An approved partner signs in here for the first time. */
export function ApplicationStatus({ token, onSignIn }: ApplicationStatusProps) {
  const { formatMoment } = useDates();
  return (
    <SecretLink<ApplicationState>
      url="/api/public/applications/check/"
      token={token}
      failureTitle="Заявка не открылась"
      expiredTitle="Такой заявки нет"
    >
      {({ status, reason, entry, organization, program, created_at }) => (
        <Stack gap="md">
          <Title order={2}>{APPLICATION_LABELS[status]}</Title>
          <Text>
            {organization}, программа «{program}». Заявка от {formatMoment(created_at)}.
          </Text>
          {reason && <Text style={{ overflowWrap: 'anywhere' }}>Причина: {reason}</Text>}
          {status === 'approved' && entry === 'password' ? (
            <ApplicantSignIn token={token} onSignIn={onSignIn} />
          ) : (
            <>
              <Text c="dimmed">
                {NEXT_STEPS[status === 'approved' ? (entry as 'link' | 'sign_in') : status]}
              </Text>
              <SignInLink isMain={entry === 'sign_in'} />
            </>
          )}
        </Stack>
      )}
    </SecretLink>
  );
}

/** Link to the dashboard home page, or to the login page for anonymous users. */
function SignInLink({ isMain }: { isMain: boolean }) {
  const user = useUser();
  const [label, to] = user ? ['На главную', paths.home] : ['Войти', paths.login];
  if (!isMain)
    return (
      <Anchor component={Link} to={to}>
        {label}
      </Anchor>
    );
  return (
    <Button component={Link} to={to} h={44} fullWidth>
      {label}
    </Button>
  );
}
