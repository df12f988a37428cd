import { Alert, Button, Stack, Text } from '@mantine/core';
import { type Senders, senderRoutes } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BotName, TelegramLink } from '../../../entities/telegram/telegram-link.tsx';
import { drafts } from '../drafts.ts';
import { SenderTest } from '../senders/sender-test.tsx';
import { SendersPart } from '../senders/senders-part.tsx';
import { SettingsCard } from '../settings-card.tsx';

const EditTelegram = lazy(() => import('./edit-telegram.tsx'));
const RemoveTelegram = lazy(() => import('./remove-telegram.tsx'));

/** Telegram bot of the organization. Owners only. */
export const TelegramCard = () => (
  <SendersPart title="Telegram" failed="Настройки Telegram не загрузились">
    {(senders) => <Telegram senders={senders} />}
  </SendersPart>
);

function Telegram({ senders }: { senders: Senders }) {
  const [isRemoving, setRemoving] = useState(false);
  const { source, bot, bot_id, is_unreadable, link } = senders.telegram;
  return (
    <SettingsCard
      title="Telegram"
      name="telegram"
      call="setTelegramSender"
      draft={drafts.telegram}
      isLocked={source === 'server'}
      facts={factsOf(senders.telegram)}
      form={(onClose) => <EditTelegram bot={source === 'organization' ? bot : ''} onClose={onClose} />}
    >
      <Stack gap="md" mt="md">
        {is_unreadable && (
          <Alert color="red" title="Токен бота нужно ввести заново">
            Ключ сервера изменился, и сохраненный токен больше не прочитать. Сообщения ждут отправки.
          </Alert>
        )}
        <Text c="dimmed" size="sm">
          {noteOf(senders)}
        </Text>
        {source !== 'none' && (
          <>
            {link !== 'linked' && <TelegramLink bot={{ id: bot_id, link }} />}
            <SenderTest
              route={senderRoutes.testTelegramSender}
              sent="Telegram принял сообщение. Проверьте чат с ботом."
              {...(link !== 'linked' && {
                missing: 'Сначала подключите свой Telegram к боту: тестовое сообщение придет туда.',
              })}
            >
              {source === 'organization' && (
                <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
                  Отключить бота
                </Button>
              )}
            </SenderTest>
          </>
        )}
      </Stack>
      <Suspense fallback={null}>
        {isRemoving && <RemoveTelegram bot={bot} onClose={() => setRemoving(false)} />}
      </Suspense>
    </SettingsCard>
  );
}

function factsOf({
  source,
  bot,
  is_unreadable,
}: Senders['telegram']): readonly (readonly [string, ReactNode])[] {
  const name = ['Бот', bot && <BotName name={bot} />] as const;
  switch (source) {
    case 'none':
      return [];
    case 'server':
      return [['Настройки', 'Задано в настройках сервера'], name];
    case 'organization':
      return [name, ['Токен', is_unreadable ? 'Нужно ввести заново' : 'Сохранен, показать его нельзя']];
  }
}

function noteOf({ telegram: { source }, carries_codes }: Senders) {
  if (source === 'server') return 'Изменить эти настройки может администратор сервера.';
  const account = carries_codes
    ? ''
    : ' Уведомления о входе в профиль через него не уходят: на сервере есть и другие организации.';
  const codes = 'Коды для входа и приглашения в Telegram не отправляем.';
  return source === 'none'
    ? `Бот не настроен. Через него сотрудники и партнеры будут получать уведомления. ${codes}`
    : `Через этого бота уходят уведомления тем, кто его подключил.${account} ${codes}`;
}
