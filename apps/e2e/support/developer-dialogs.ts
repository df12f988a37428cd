import { button, item, opening, type Place } from './openings.ts';

const WEBHOOK = button(/^Действия: https/);

const SITE_FORM = button(/^Действия: адрес для форм/);

const CRM = button('Действия: Битрикс24');

/** Dialogs of API keys, webhooks, CRM connections and events of other systems. */
export const developerDialogs: Readonly<Record<string, readonly Place[]>> = {
  'the API keys': [
    {
      address: '/profile/developers',
      openings: [
        opening('features/developers/dialogs/create-key-dialog.tsx', 'Ваш пароль', button('Создать ключ')),
        opening('features/developers/api-key-row.tsx', 'Отозвать', button(/^Действия: Касса/)),
        opening(
          'features/developers/dialogs/calls-dialog.tsx',
          'последние 100',
          button(/^Действия: Касса/),
          item('Последние вызовы'),
        ),
        opening(
          'features/developers/dialogs/revoke-key-dialog.tsx',
          'Отозвать ключ?',
          button(/^Действия: Касса/),
          item('Отозвать'),
        ),
      ],
    },
  ],
  'the CRM connections': [
    {
      address: '/profile/developers',
      openings: [
        opening(
          'features/developers/crm/dialogs/connect-dialog.tsx',
          'Долгосрочный токен',
          button('Подключить amoCRM'),
        ),
        opening('features/developers/crm/connection-row.tsx', 'Проверить связь', CRM),
        opening(
          'features/developers/crm/dialogs/settings-dialog.tsx',
          'Стадия новых сделок',
          CRM,
          item('Настроить'),
        ),
        opening(
          'features/developers/crm/dialogs/mapping-dialog.tsx',
          'Проверить на последних сделках',
          CRM,
          item('Стадии и статусы'),
        ),
        opening(
          'features/developers/crm/dialogs/events-dialog.tsx',
          'Токен приложения',
          CRM,
          item('События из CRM'),
        ),
        opening('features/developers/crm/dialogs/keys-dialog.tsx', 'Ваш пароль', CRM, item('Заменить ключ')),
        opening('features/developers/crm/dialogs/stop-dialog.tsx', 'Отключить CRM?', CRM, item('Отключить')),
      ],
    },
  ],
  'the addresses for forms of sites': [
    {
      address: '/profile/developers',
      openings: [
        opening('features/developers/site-forms/site-form-row.tsx', 'Заменить адрес', SITE_FORM),
        opening(
          'features/developers/site-forms/change-dialog.tsx',
          'Заменить адрес для форм?',
          SITE_FORM,
          item('Заменить адрес'),
        ),
      ],
    },
  ],
  'the webhooks': [
    {
      address: '/profile/developers',
      openings: [
        opening(
          'features/developers/webhooks/dialogs/create-webhook-dialog.tsx',
          'Ваш пароль',
          button('Добавить вебхук'),
        ),
        opening('features/developers/webhooks/webhook-row.tsx', 'Заменить секрет', WEBHOOK),
        opening(
          'features/developers/webhooks/dialogs/log-dialog.tsx',
          'хранятся 30 дней',
          WEBHOOK,
          item('Журнал доставки'),
        ),
        opening(
          'features/developers/webhooks/dialogs/edit-webhook-dialog.tsx',
          'О каких событиях',
          WEBHOOK,
          item('Изменить'),
        ),
        opening(
          'features/developers/webhooks/dialogs/rotate-dialog.tsx',
          'Заменить секрет?',
          WEBHOOK,
          item('Заменить секрет'),
        ),
        opening(
          'features/developers/webhooks/dialogs/stop-dialog.tsx',
          'Выключить вебхук?',
          WEBHOOK,
          item('Выключить'),
        ),
      ],
    },
  ],
  'the events of other systems': [
    {
      address: '/profile/developers/events',
      openings: [
        opening(
          'features/outside-events/reject-event-dialog.tsx',
          'Отклонить событие?',
          ['link', /^Сделка Сделка № 17/],
          button('Отклонить'),
        ),
      ],
    },
  ],
};
