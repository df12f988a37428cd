import { Button, Divider, List, Stack, Text } from '@mantine/core';
import type { RecoveryWays } from '@referral-dashboard/api-contract';
import { useAuthFetch } from '@referral-dashboard/react-auth';
import { Link } from 'react-router-dom';
import { fetchJson } from '@/shared/api/fetch-json.ts';
import { usePublicQuery } from '@/shared/api/use-public-query.ts';
import { paths } from '@/shared/paths.ts';
import { RecoveryByCode } from './recovery-by-code.tsx';

const NO_CHANNELS: RecoveryWays = { channels: [] };

/** Password recovery options: a code if a channel is configured, and a link from the organization's owner. */
export function ForgottenPassword({ onSignIn }: { onSignIn: () => void }) {
  const fetch = useAuthFetch();
  // Without the channels the other options are left.
  const { data: { channels } = NO_CHANNELS } = usePublicQuery<RecoveryWays>(['recovery'], (signal) =>
    fetchJson(fetch, '/api/public/recovery/', { signal }),
  );
  return (
    <Stack gap="md">
      {channels.length > 0 && (
        <>
          <RecoveryByCode channels={channels} onSignIn={onSignIn} />
          <Divider />
          <Text fw={600}>Нет кода или подтвержденной почты?</Text>
        </>
      )}
      <OtherOptions />
      <Button h={44} fullWidth variant="default" component={Link} to={paths.login}>
        Вернуться ко входу
      </Button>
    </Stack>
  );
}

const OtherOptions = () => (
  <>
    <Text>Попросите ссылку для нового пароля:</Text>
    <List spacing="xs" size="sm">
      <List.Item>партнер — у организации, с которой работает;</List.Item>
      <List.Item>сотрудник — у владельца, она создается на странице «Команда»;</List.Item>
      <List.Item>единственный владелец — у администратора сервера.</List.Item>
    </List>
  </>
);
