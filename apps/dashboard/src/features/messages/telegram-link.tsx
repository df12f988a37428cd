import { Anchor, Button, Stack, Text } from '@mantine/core';
import { messageRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../shared/api/use-write.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { toast } from '../../shared/ui/toast/toast.ts';

const STALE = [messageRoutes.messageSettings];

function tell(error: unknown) {
  const { title, advice } = errorSentence(error, 'Не получилось');
  void toast.error({ title, description: advice || 'Повторите попытку' });
}

/** The way to the bot and back: its link works once, for a quarter of an hour. */
export function TelegramLink({ isLinked }: { isLinked: boolean }) {
  const begin = useWrite(messageRoutes.linkTelegram, []);
  const end = useWrite(messageRoutes.unlinkTelegram, STALE);
  if (isLinked)
    return (
      <Button
        variant="default"
        w="fit-content"
        loading={end.isPending}
        onClick={() => end.mutate({}, { onError: tell, onSuccess: () => begin.reset() })}
      >
        Отключить Telegram
      </Button>
    );
  if (begin.data === undefined)
    return (
      <Button
        variant="default"
        w="fit-content"
        loading={begin.isPending}
        onClick={() => begin.mutate({}, { onError: tell })}
      >
        Подключить Telegram
      </Button>
    );
  return (
    <Stack gap={4}>
      <Anchor href={begin.data.url} target="_blank" rel="noreferrer">
        Открыть бота в Telegram
      </Anchor>
      <Text c="dimmed" size="xs">
        Нажмите в боте «Запустить» и вернитесь сюда. Ссылка действует 15 минут и только один раз.
      </Text>
    </Stack>
  );
}
