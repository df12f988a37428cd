import { Button, Divider, List, Stack, Text } from '@mantine/core';
import type { RecoveryWays } from '@referral-dashboard/api-contract';
import { useAuthFetch } from '@referral-dashboard/react-auth';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { fetchJson } from '../../shared/api/fetch-json.ts';
import { paths } from '../../shared/paths.ts';
import { RecoveryByCode } from './recovery-by-code.tsx';

/** Recovery channels; `undefined` while loading, empty after an error. */
function useWays(): RecoveryWays['channels'] | undefined {
  const fetch = useAuthFetch();
  const [channels, setChannels] = useState<RecoveryWays['channels']>();
  useEffect(() => {
    let isLeft = false;
    const tell = (found: RecoveryWays['channels']) => {
      if (!isLeft) setChannels(found);
    };
    fetchJson(fetch, '/api/public/recovery/').then(
      (ways) => tell((ways as RecoveryWays).channels),
      () => tell([]),
    );
    return () => {
      isLeft = true;
    };
  }, [fetch]);
  return channels;
}

/** Password recovery options: a code if a channel is configured, and a link from the organization's owner. */
export function ForgottenPassword({ onEntered }: { onEntered: () => void }) {
  const channels = useWays();
  return (
    <Stack gap="md">
      {channels !== undefined && channels.length > 0 && (
        <>
          <RecoveryByCode channels={channels} onEntered={onEntered} />
          <Divider />
          <Text fw={600}>Нет кода или подтвержденной почты?</Text>
        </>
      )}
      <WhomToAsk />
      <Button h={44} fullWidth variant="default" component={Link} to={paths.login}>
        Вернуться ко входу
      </Button>
    </Stack>
  );
}

const WhomToAsk = () => (
  <>
    <Text>Попросите ссылку для нового пароля:</Text>
    <List spacing="xs" size="sm">
      <List.Item>партнер — у организации, с которой работает;</List.Item>
      <List.Item>сотрудник — у владельца, она создается на странице «Команда»;</List.Item>
      <List.Item>единственный владелец — у администратора сервера.</List.Item>
    </List>
  </>
);
