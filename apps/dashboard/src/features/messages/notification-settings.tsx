import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import {
  MESSAGE_CHANNEL_TEXTS,
  MESSAGE_CHANNELS,
  type MessageSettings,
  type MessageSettingsPatch,
  messageRoutes,
} from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { BotName, TelegramLink } from '@/entities/telegram/telegram-link.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { paths } from '@/shared/paths.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { NotificationChoices } from './notification-choices.tsx';
import { QuietHours } from './quiet-hours.tsx';

const ADDRESSES_ID = 'addresses';

type Channel = MessageSettings['channels'][number];

const ALL_CHANNELS = new Intl.ListFormat('ru').format(
  MESSAGE_CHANNELS.map((channel) => MESSAGE_CHANNEL_TEXTS[channel].label),
);
const STALE_ROUTES = [messageRoutes.messageSettings];
const paperProps = {
  withBorder: true,
  p: { base: 'md', sm: 'lg' },
  radius: 'lg',
  component: 'section',
} as const;

/** Channels and timing of the user's notifications. */
export function NotificationSettings() {
  const { data, error, refetch } = useApiQuery(messageRoutes.messageSettings, {}, { isLive: true });
  const { mutate } = useApiMutation(messageRoutes.updateMessageSettings, STALE_ROUTES, undefined, {
    isOrdered: true,
  });
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Настройки не загрузились" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton lines={8} label="Настройки загружаются" />
    );
  const save = (body: MessageSettingsPatch, onDone: (isSaved: boolean) => void = () => undefined) =>
    mutate(
      { body },
      {
        onSuccess: () => onDone(true),
        onError: (error) => {
          onDone(false);
          showErrorToast(error, 'Не удалось сохранить');
        },
      },
    );
  const configuredChannels = data.channels.filter(({ is_set_up }) => is_set_up);
  return (
    <>
      <Paper {...paperProps} id={ADDRESSES_ID} tabIndex={-1} aria-label="Куда присылать">
        <Stack gap="md">
          <Title order={2}>Куда присылать</Title>
          <Text>Все уведомления видны по колокольчику вверху страницы.</Text>
          {configuredChannels.length === 0 ? (
            <Text c="dimmed">{ALL_CHANNELS} на этом сервере пока не подключены.</Text>
          ) : (
            <Facts labelWidth={96}>
              {configuredChannels.map((channelSettings) => (
                <Fact
                  key={channelSettings.channel}
                  label={MESSAGE_CHANNEL_TEXTS[channelSettings.channel].label}
                >
                  <ChannelAddress channel={channelSettings} bots={data.bots} />
                </Fact>
              ))}
            </Facts>
          )}
        </Stack>
      </Paper>
      {configuredChannels.length > 0 && (
        <>
          <Paper {...paperProps} aria-label="О чем сообщать">
            <Stack gap="md">
              <Title order={2}>О чем сообщать</Title>
              <NotificationChoices
                settings={data}
                channels={configuredChannels}
                addressesId={ADDRESSES_ID}
                onSave={(choices, onDone) => save({ choices: [...choices] }, onDone)}
              />
              <Text c="dimmed" size="xs">
                «Раз в день» — все события дня одним сообщением в 9 утра
              </Text>
            </Stack>
          </Paper>
          <Paper {...paperProps} aria-label="Тихие часы">
            <QuietHours settings={data} onSave={save} />
          </Paper>
        </>
      )}
    </>
  );
}

type ChannelAddressProps = { channel: Channel; bots: MessageSettings['bots'] };

function ChannelAddress({ channel: { channel, address }, bots }: ChannelAddressProps) {
  if (channel === 'telegram')
    return (
      <Stack gap="md">
        {bots.map((bot) => (
          <Stack key={`${bot.id} ${bot.organization}`} gap="xs">
            <Text>
              {bot.name === '' ? 'Бот этого сервера' : <BotName name={bot.name} />}
              {bots.length > 1 && bot.organization !== '' && `, сообщения «${bot.organization}»`}
            </Text>
            <TelegramLink bot={bot} />
          </Stack>
        ))}
      </Stack>
    );
  if (address === '')
    return (
      <Anchor component={Link} to={paths.profile}>
        {MESSAGE_CHANNEL_TEXTS[channel].missingAddress}
      </Anchor>
    );
  return address.startsWith('+') ? formatPhone(address) : address;
}
