import { developerDialogs } from './developer-dialogs.ts';
import { all, button, item, narrow, opening, type Place, wide } from './openings.ts';

/** Dialogs of programs, profile, organization, team and payments. */
export const companyDialogs: Readonly<Record<string, readonly Place[]>> = {
  'a program and the profile': [
    {
      address: ({ program }) => `/referral/program/${program}?tab=terms`,
      openings: [opening('shared/ui/form/fields/day-field.tsx', 'пн', ['textbox', 'Первый день'])],
    },
    {
      address: ({ program }) => `/referral/program/${program}`,
      openings: [
        opening(
          'features/programs/page/program-actions.tsx',
          'Создать копию',
          button('Действия с программой'),
        ),
        opening(
          'features/programs/page/transition-dialog.tsx',
          'Приостановить программу?',
          button('Действия с программой'),
          item('Приостановить'),
        ),
      ],
    },
    {
      address: ({ program }) => `/referral/program/${program}?tab=partners`,
      openings: [
        opening('features/programs/related/join-link.tsx', 'QR-код ссылки', button('QR-код')),
        opening(
          'features/programs/related/enrollment-row.tsx',
          'Закрыть участие?',
          button(/^Действия: /),
          item(/^Закрыть участие/),
        ),
        opening('features/programs/groups/group-dialog.tsx', 'Новая группа', button('Добавить группу')),
      ],
    },
    {
      address: '/profile',
      openings: [
        opening('features/account/security/password-dialog.tsx', 'Не короче 10', button('Сменить пароль')),
        opening(
          'features/account/security/phone-dialog.tsx',
          'Пришлем на него код',
          button('Сменить телефон'),
        ),
        wide(
          'shared/ui/form/unsaved-changes.tsx',
          'Уйти без сохранения?',
          ['textbox', 'Имя'],
          ['link', /^Лиды/],
        ),
      ],
    },
  ],
  'the organization': [
    {
      address: '/profile/organization',
      openings: [
        opening(
          'features/organization/edit-requisites-dialog.tsx',
          'Юридическое лицо',
          button('Изменить: Реквизиты организации'),
        ),
        opening('features/organization/edit-bank-dialog.tsx', 'БИК', button('Изменить: Банк')),
        opening(
          'features/organization/mail/edit-mail-dialog.tsx',
          'Адрес отправителя',
          button('Изменить: Почта'),
        ),
        opening(
          'features/organization/telegram/edit-telegram-dialog.tsx',
          'Токен бота',
          button('Изменить: Telegram'),
        ),
        opening(
          'features/organization/bank-files/edit-payment-order-dialog.tsx',
          'Код вида дохода',
          button('Изменить: Файлы для банка'),
        ),
        opening(
          'features/organization/bank-files/edit-template-dialog.tsx',
          'Колонки',
          button('Добавить шаблон'),
        ),
        opening(
          'features/organization/bank-files/delete-template-dialog.tsx',
          'Удалить шаблон?',
          button(/^Удалить шаблон/),
        ),
        opening(
          'features/organization/edit-terms-dialog.tsx',
          'Удержание',
          button('Изменить: Работа с партнерами'),
        ),
        opening(
          'features/organization/edit-appearance-dialog.tsx',
          'Цвет',
          button('Изменить: Публичные страницы'),
        ),
        opening(
          'features/organization/documents/edit-documents-dialog.tsx',
          'Оферта',
          button('Изменить: Документы для партнеров'),
        ),
      ],
    },
  ],
  'the team': [
    {
      address: '/profile/team',
      openings: [
        opening('features/team/dialogs/invite-dialog.tsx', 'Должность', button('Пригласить сотрудника')),
        opening('features/team/employee-row.tsx', 'Изменить должность', button(/^Действия: Громов/)),
        opening(
          'features/team/dialogs/position-dialog.tsx',
          'Доступно все',
          button(/^Действия: Громов/),
          item('Изменить должность'),
        ),
        opening(
          'features/team/dialogs/switch-dialog.tsx',
          'Отключить сотрудника?',
          button(/^Действия: Громов/),
          item('Отключить'),
        ),
        opening(
          'entities/sign-in/phone-dialog.tsx',
          'Новый телефон',
          button(/^Действия: Громов/),
          item('Изменить телефон'),
        ),
        opening('features/team/invitation-row.tsx', 'Отозвать', button(/^Действия с приглашением/)),
        opening(
          'features/team/dialogs/revoke-dialog.tsx',
          'больше нельзя',
          button(/^Действия с приглашением/),
          item('Отозвать'),
        ),
      ],
    },
  ],
  ...developerDialogs,
  'the payments': [
    {
      address: '/payments',
      openings: [
        narrow('features/payments/payable/payable-list.tsx', 'Реестр на всех', button('Другие действия')),
        opening('features/payments/payable/form-payments.tsx', 'Итого', all, button('Сформировать выплаты')),
        opening('entities/payment/form-registries-dialog.tsx', 'отдельно счета', all, button('В реестр')),
        opening('features/payments/figures/totals-day.tsx', 'пн', button('Суммы на дату')),
      ],
    },
    {
      address: '/payments?tab=accruals',
      openings: [
        opening(
          'features/accruals/create-accrual-dialog.tsx',
          'прочитает партнер',
          button('Бонус или поправка'),
        ),
      ],
    },
    {
      address: '/payments?tab=acts',
      openings: [opening('features/acts/form-acts-dialog.tsx', 'За месяц', button('Сформировать за месяц'))],
    },
    {
      address: '/payments?tab=taxes',
      openings: [opening('features/taxes/close-month-dialog.tsx', 'включительно', button('Закрыть'))],
    },
    {
      address: ({ act }) => `/payments?act=${act}`,
      openings: [opening('features/acts/act-file.tsx', 'Excel', button('Скачать'))],
    },
    {
      address: ({ accrual }) => `/payments?tab=accruals&id=${accrual}`,
      openings: [
        opening('entities/payment/reason-dialog.tsx', 'сможете только вы', button('Отменить начисление')),
        opening('entities/payment/reason-dialog.tsx', 'Пока начисление проверяют', button('На проверку')),
      ],
    },
    {
      address: ({ registry }) => `/payments?registry=${registry}`,
      openings: [
        opening('features/registries/registry-file.tsx', 'Excel', button('Файл для банка')),
        opening(
          'features/registries/mark-registry-paid-dialog.tsx',
          'что ждет банка',
          button('Отметить выплаченными'),
        ),
        opening(
          'features/registries/mark-registry-paid-dialog.tsx',
          'пн',
          button('Отметить выплаченными'),
          button('Дата перевода'),
        ),
      ],
    },
    {
      address: ({ toAccount }) => `/payments?payment=${toAccount}`,
      openings: [opening('features/payments/page/payment-qr.tsx', 'Отсканируйте', button('Код для оплаты'))],
    },
    {
      address: ({ approved }) => `/payments?payment=${approved}`,
      openings: [
        opening(
          'features/payments/transition/mark-paid-dialog.tsx',
          'Номер перевода',
          button('Отметить выплаченной'),
        ),
        opening(
          'features/payments/transition/mark-paid-dialog.tsx',
          'пн',
          button('Отметить выплаченной'),
          button('Дата перевода'),
        ),
      ],
    },
    {
      address: ({ processing }) => `/payments?payment=${processing}`,
      openings: [
        opening('entities/payment/reason-dialog.tsx', 'останутся за выплатой', button('Перевод не прошел')),
      ],
    },
    {
      address: ({ failed }) => `/payments?payment=${failed}`,
      openings: [
        opening('features/payments/transition/retry-dialog.tsx', 'Повторить перевод?', button('Повторить')),
      ],
    },
    {
      address: '/payments?tab=receipts',
      openings: [
        opening(
          'features/receipts/remind-dialog.tsx',
          'напомните сами',
          button(/^(Напомнить: |Кому напомнить)/),
        ),
      ],
    },
  ],
};
