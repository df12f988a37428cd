import { Alert, Button, Stack, Text } from '@mantine/core';
import { MAIL_ENCRYPTION_LABELS, type Senders, senderRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { draftKeys } from '../draft-keys.ts';
import { SenderTest } from '../senders/sender-test.tsx';
import { SendersSection } from '../senders/senders-section.tsx';
import { SettingsCard } from '../settings-card.tsx';

const EditMailDialog = lazy(() => import('./edit-mail-dialog.tsx'));
const RemoveMailDialog = lazy(() => import('./remove-mail-dialog.tsx'));

/** Mail server of the organization. Owners only. */
export const MailCard = () => (
  <SendersSection title="Почта" errorTitle="Настройки почты не загрузились">
    {(senders) => <Mail senders={senders} />}
  </SendersSection>
);

function Mail({ senders }: { senders: Senders }) {
  const [isRemoveOpen, setRemoveOpen] = useState(false);
  const { source, is_unreadable } = senders.email;
  return (
    <SettingsCard
      title="Почта"
      name="mail"
      call="setEmailSender"
      draft={draftKeys.mail}
      isLocked={source === 'server'}
      facts={getFacts(senders.email)}
      form={(onClose) => <EditMailDialog mail={senders.email} onClose={onClose} />}
    >
      <Stack gap="md" mt="md">
        {is_unreadable && (
          <Alert color="red" title="Пароль почты нужно ввести заново">
            Ключ сервера изменился, и сохраненный пароль больше не прочитать. Сообщения ждут отправки.
          </Alert>
        )}
        <Text c="dimmed" size="sm">
          {getNote(senders)}
        </Text>
        {source !== 'none' && (
          <SenderTest
            route={senderRoutes.testEmailSender}
            sent={`Почтовый сервер принял сообщение. Проверьте почту ${senders.test_address}.`}
            {...(senders.test_address === '' && {
              missing: 'Укажите почту в профиле: тестовое сообщение придет на нее.',
            })}
          >
            {source === 'organization' && (
              <Button variant="subtle" color="red" onClick={() => setRemoveOpen(true)}>
                Отключить почту
              </Button>
            )}
          </SenderTest>
        )}
      </Stack>
      <Suspense fallback={null}>
        {isRemoveOpen && <RemoveMailDialog host={senders.email.host} onClose={() => setRemoveOpen(false)} />}
      </Suspense>
    </SettingsCard>
  );
}

function getFacts(mail: Senders['email']): readonly (readonly [string, string])[] {
  const sender = mail.from_name === '' ? mail.from_address : `${mail.from_name}, ${mail.from_address}`;
  switch (mail.source) {
    case 'none':
      return [];
    case 'server':
      return [
        ['Настройки', 'Задано в настройках сервера'],
        ['Отправитель', sender],
      ];
    case 'organization':
      return [
        ['Сервер', `${mail.host}, порт ${mail.port}`],
        ['Шифрование', MAIL_ENCRYPTION_LABELS[mail.encryption]],
        ['Имя пользователя', mail.user === '' ? 'Вход не нужен' : mail.user],
        ['Пароль', describePassword(mail)],
        ['Отправитель', sender],
      ];
  }
}

function describePassword({ has_password, is_unreadable }: Senders['email']) {
  if (is_unreadable) return 'Нужно ввести заново';
  return has_password ? 'Сохранен, показать его нельзя' : 'Не нужен';
}

function getNote({ email: { source }, carries_codes }: Senders) {
  if (source === 'server') return 'Изменить эти настройки может администратор сервера.';
  const codes = carries_codes
    ? 'приглашения, уведомления и коды для входа'
    : 'приглашения и уведомления организации. Коды для входа через нее не уходят: на сервере есть и другие организации';
  return source === 'none'
    ? `Почта не настроена. Через нее будут уходить ${codes}.`
    : `Через эту почту уходят ${codes}.`;
}
