import { Button, List, Stack, Text } from '@mantine/core';
import type { RecoveryWays } from '@referral-dashboard/api-contract';
import { useAuthFetch } from '@referral-dashboard/react-auth';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ask } from '../../shared/api/ask.ts';
import { paths } from '../../shared/paths.ts';
import { RecoveryByCode } from './recovery-by-code.tsx';

/** Ways to send a code; nothing while they are not known. A server that does not tell has none. */
function useWays(): RecoveryWays['channels'] | undefined {
  const fetch = useAuthFetch();
  const [channels, setChannels] = useState<RecoveryWays['channels']>();
  useEffect(() => {
    let isLeft = false;
    const tell = (found: RecoveryWays['channels']) => {
      if (!isLeft) setChannels(found);
    };
    ask(fetch, '/api/public/recovery/').then(
      (ways) => tell((ways as RecoveryWays).channels),
      () => tell([]),
    );
    return () => {
      isLeft = true;
    };
  }, [fetch]);
  return channels;
}

/** Ways back in for who forgot the password: a code where one can be sent, else whom to ask. */
export function ForgottenPassword({ onEntered }: { onEntered: () => void }) {
  const channels = useWays();
  return (
    <Stack gap="md">
      {channels !== undefined && channels.length > 0 ? (
        <RecoveryByCode channels={channels} onEntered={onEntered} />
      ) : (
        <WhomToAsk />
      )}
      <Button h={44} fullWidth variant="default" component={Link} to={paths.login}>
        Вернуться ко входу
      </Button>
    </Stack>
  );
}

const WhomToAsk = () => (
  <>
    <Text>Новый пароль можно задать по ссылке, которую создаст владелец организации:</Text>
    <List spacing="xs">
      <List.Item>
        партнер просит ее у компании, чью программу рекомендует: ссылку создают в карточке партнера;
      </List.Item>
      <List.Item>сотрудник просит у владельца: ссылку создают на странице «Команда»;</List.Item>
      <List.Item>владелец, если он один, обращается к тому, кто обслуживает этот сервер.</List.Item>
    </List>
  </>
);
