import { Alert, Button, Stack, Text } from '@mantine/core';
import { type Senders, senderRoutes } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BotName, TelegramLink } from '@/entities/telegram/telegram-link.tsx';
import { draftKeys } from '../draft-keys.ts';
import { SenderTest } from '../senders/sender-test.tsx';
import { SendersSection } from '../senders/senders-section.tsx';
import { SettingsCard } from '../settings-card.tsx';

const EditTelegramDialog = lazy(() => import('./edit-telegram-dialog.tsx'));
const RemoveTelegramDialog = lazy(() => import('./remove-telegram-dialog.tsx'));

/** Telegram bot of the organization. Owners only. */
export const TelegramCard = () => (
  <SendersSection title="Telegram" errorTitle="Настройки Telegram не загрузились">
    {(senders) => <Telegram senders={senders} />}
  </SendersSection>
);

function Telegram({ senders }: { senders: Senders }) {
  const [isRemoveOpen, setRemoveOpen] = useState(false);
  const { source, bot, bot_id, is_unreadable, link } = senders.telegram;
  return (
    <SettingsCard
      title="Telegram"
      name="telegram"
      call="setTelegramSender"
      draft={draftKeys.telegram}
      isLocked={source === 'server'}
      facts={getFacts(senders.telegram)}
      form={(onClose) => <EditTelegramDialog bot={source === 'organization' ? bot : ''} onClose={onClose} />}
    >
      <Stack gap="md" mt="md">
        {is_unreadable && (
          <Alert color="red" title="Токен бота нужно ввести заново">
            Ключ сервера изменился, и сохраненный токен больше не прочитать. Сообщения ждут отправки.
          </Alert>
        )}
        <Text c="dimmed" size="sm">
          {getNote(senders)}
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
                <Button variant="subtle" color="red" onClick={() => setRemoveOpen(true)}>
                  Отключить бота
                </Button>
              )}
            </SenderTest>
          </>
        )}
      </Stack>
      <Suspense fallback={null}>
        {isRemoveOpen && <RemoveTelegramDialog bot={bot} onClose={() => setRemoveOpen(false)} />}
      </Suspense>
    </SettingsCard>
  );
}

function getFacts({
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

function getNote({ telegram: { source }, carries_codes }: Senders) {
  if (source === 'server') return 'Изменить эти настройки может администратор сервера.';
  const loginNotice = carries_codes
    ? ''
    : ' Уведомления о входе в профиль через него не уходят: на сервере есть и другие организации.';
  const codesNotice = 'Коды для входа и приглашения в Telegram не отправляем.';
  return source === 'none'
    ? `Бот не настроен. Через него сотрудники и партнеры будут получать уведомления. ${codesNotice}`
    : `Через этого бота уходят уведомления тем, кто его подключил.${loginNotice} ${codesNotice}`;
}
