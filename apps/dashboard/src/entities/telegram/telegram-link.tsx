import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type MessageSettings, messageRoutes, senderRoutes } from '@referral-dashboard/api-contract';
import { Fragment } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';

const STALE_ROUTES = [messageRoutes.messageSettings, senderRoutes.senders];

type Bot = Pick<MessageSettings['bots'][number], 'id' | 'link'>;

const showFailure = (error: unknown) => showErrorToast(error, 'Не получилось');

/** Link to a bot. A long name wraps after an underscore. */
export const BotName = ({ name }: { name: string }) => (
  <Anchor href={`https://t.me/${name}`} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
    @
    {name.split('_').map((part, index) => (
      <Fragment key={index}>
        {index > 0 && (
          <>
            _<wbr />
          </>
        )}
        {part}
      </Fragment>
    ))}
  </Anchor>
);

/** Links the user's Telegram account to a bot, or unlinks it. The link works once and expires after 15 minutes. */
export function TelegramLink({ bot: { id, link } }: { bot: Bot }) {
  const linking = useApiMutation(messageRoutes.linkTelegram, []);
  const unlinking = useApiMutation(messageRoutes.unlinkTelegram, STALE_ROUTES);
  const query = { bot: id };
  const unlinkButton = (
    <Button
      variant={link === 'linked' ? 'default' : 'subtle'}
      color="gray"
      w="fit-content"
      loading={unlinking.isPending}
      onClick={() => unlinking.mutate({ query }, { onError: showFailure, onSuccess: () => linking.reset() })}
    >
      Отключить Telegram
    </Button>
  );
  if (link === 'linked') return unlinkButton;
  return (
    <Stack gap="xs">
      {link === 'former' && <Text>Бот сменился: подключите Telegram заново.</Text>}
      {linking.data === undefined ? (
        <Group gap="xs">
          <Button
            variant="default"
            w="fit-content"
            loading={linking.isPending}
            onClick={() => linking.mutate({ query }, { onError: showFailure })}
          >
            {link === 'former' ? 'Подключить заново' : 'Подключить Telegram'}
          </Button>
          {link === 'former' && unlinkButton}
        </Group>
      ) : (
        <Stack gap={4}>
          <Anchor href={linking.data.url} target="_blank" rel="noreferrer">
            Открыть бота в Telegram
          </Anchor>
          <Text c="dimmed" size="xs">
            Нажмите в боте «Запустить» и вернитесь сюда. Ссылка действует 15 минут и только один раз.
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
