import { all, button, item, narrow, opening, type Place, wide } from './openings.ts';

/** Every dialog, drawer, menu and panel of an organization, by the page it opens from. */
export const organizationDialogs: Readonly<Record<string, readonly Place[]>> = {
  'the home page': [
    {
      address: '/',
      openings: [
        opening('features/home/period/period-choice.tsx', 'пн', button(/^Период/)),
        narrow('app/layout/sidebar/menu-drawer.tsx', 'Профиль', button(/меню/i)),
        opening('app/layout/top-bar/bell-drawer.tsx', 'Уведомления', button(/^Уведомления/)),
      ],
    },
  ],
  'the leads': [
    {
      address: '/leads',
      openings: [
        opening('shared/list/filters/filter-menu.tsx', 'Показать', button('Фильтры')),
        opening('shared/list/filters/period-field.tsx', 'пн', button('Фильтры'), button('Создан')),
        wide('shared/list/table/view-menu.tsx', 'Плотная', button('Столбцы и плотность')),
        opening('shared/list/export/export-menu.tsx', 'CSV', button('Экспорт')),
        opening('features/leads/list/new-lead.tsx', 'Новый лид', button('Добавить лида')),
        opening('features/leads/list/new-lead.tsx', 'Ремонт', button('Добавить лида'), [
          'combobox',
          'Программа',
        ]),
      ],
    },
    {
      address: '/leads?view=board',
      openings: [wide('features/leads/board/board-card.tsx', 'Переместить в', button(/^Переместить: /))],
    },
    {
      // Deals that are made go nowhere from here: all of them are refused.
      address: '/leads?status=won',
      openings: [
        wide(
          'features/leads/transition/bulk-transition.tsx',
          'дублем',
          all,
          button('Другие действия с выбранными'),
        ),
        wide(
          'features/leads/transition/bulk-result.tsx',
          'Остальные как были',
          all,
          button('Взять в работу'),
        ),
      ],
    },
  ],
  'a lead': [
    {
      address: ({ newLead }) => `/leads?id=${newLead}`,
      openings: [
        opening('features/leads/transition/lead-transitions.tsx', 'Отклонить', button('Другие действия')),
        opening(
          'features/leads/transition/transition-dialog.tsx',
          'Спам',
          button('Другие действия'),
          item('Отклонить'),
        ),
        opening('features/leads/panel/edit-lead.tsx', 'Изменить: Л-', button('Изменить')),
        opening('shared/list/panel/panel.tsx', 'Лид создан'),
      ],
    },
    {
      address: ({ qualifiedLead }) => `/leads?id=${qualifiedLead}`,
      openings: [
        opening(
          'features/leads/transition/transition-dialog.tsx',
          'Вознаграждение начислится',
          button('Закрыть сделкой'),
        ),
      ],
    },
  ],
  'a partner’s card': [
    {
      address: ({ invited }) => `/partners/${invited}`,
      openings: [
        opening('entities/one-time-link/link-dialog.tsx', 'Прежняя', button('Создать новую ссылку')),
        opening(
          'entities/one-time-link/link-dialog.tsx',
          'показана один раз',
          button('Создать новую ссылку'),
          button('Создать ссылку'),
        ),
        opening('features/partners/invitation/revoke-dialog.tsx', 'больше нельзя', button('Отозвать')),
      ],
    },
    {
      address: ({ card }) => `/partners/${card}`,
      openings: [
        opening('features/partners/transition/partner-transitions.tsx', 'В архив', button('Другие действия')),
        opening(
          'features/partners/transition/transition-dialog.tsx',
          'Заблокировать партнера?',
          button('Другие действия'),
          item('Заблокировать'),
        ),
        opening(
          'features/partners/transition/sign-in-dialog.tsx',
          'Отключить вход?',
          button('Другие действия'),
          item('Отключить вход'),
        ),
        opening('features/partners/links/add-to-program.tsx', 'без заявки', button('Добавить в программу')),
        opening('features/partners/links/new-link.tsx', 'Код', button('Новая ссылка')),
        opening('entities/link/qr-dialog.tsx', 'Скачать', button(/^QR-код/)),
        opening('features/partners/links/partner-link.tsx', 'Отключить', button(/^Действия со ссылкой/)),
        opening('features/payout-methods/new-method.tsx', 'Новые реквизиты', button('Добавить')),
        opening(
          'features/payout-methods/method-row.tsx',
          'Удалить реквизиты?',
          button(/^Действия: /),
          item('Удалить'),
        ),
      ],
    },
  ],
  'a program and the profile': [
    {
      address: ({ program }) => `/referral/program/${program}`,
      openings: [
        opening('features/programs/form/fields/day-field.tsx', 'пн', ['textbox', 'Первый день']),
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
      ],
    },
    {
      address: '/profile',
      openings: [
        opening('features/security/password-dialog.tsx', 'Не короче 10', button('Сменить пароль')),
        opening('features/security/phone-dialog.tsx', 'Пришлем на него код', button('Сменить телефон')),
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
          'features/organization/edit-requisites.tsx',
          'Юридическое лицо',
          button('Изменить: Реквизиты организации'),
        ),
        opening('features/organization/edit-bank.tsx', 'БИК', button('Изменить: Банк')),
        opening('features/organization/edit-terms.tsx', 'Удержание', button('Изменить: Работа с партнерами')),
        opening('features/organization/edit-looks.tsx', 'Цвет', button('Изменить: Публичные страницы')),
        opening(
          'features/organization/edit-documents.tsx',
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
  'the payments': [
    {
      address: '/payments',
      openings: [
        opening('features/payments/payable/form-payments.tsx', 'Итого', all, button('Сформировать выплаты')),
      ],
    },
    {
      address: '/payments?tab=accruals',
      openings: [
        opening(
          'features/payments/accruals/new-accrual.tsx',
          'прочитает партнер',
          button('Бонус или поправка'),
        ),
      ],
    },
    {
      address: ({ accrual }) => `/payments?tab=accruals&id=${accrual}`,
      openings: [
        opening('features/payments/reason-dialog.tsx', 'пока вы не вернете', button('Отменить начисление')),
        opening('features/payments/reason-dialog.tsx', 'Пока начисление проверяют', button('На проверку')),
      ],
    },
    {
      address: ({ approved }) => `/payments?payment=${approved}`,
      openings: [
        opening('features/payments/payments/mark-paid.tsx', 'Номер перевода', button('Отметить выплаченной')),
        opening(
          'features/payments/payments/mark-paid.tsx',
          'пн',
          button('Отметить выплаченной'),
          button('Дата перевода'),
        ),
      ],
    },
    {
      address: ({ processing }) => `/payments?payment=${processing}`,
      openings: [
        opening('features/payments/reason-dialog.tsx', 'останутся за выплатой', button('Перевод не прошел')),
      ],
    },
  ],
};

/** Those of a partner that differ. */
export const partnerDialogs: readonly Place[] = [
  { address: '/', openings: [opening('entities/link/qr-dialog.tsx', 'Скачать', button('QR-код'))] },
  {
    address: '/leads',
    openings: [opening('features/leads/list/new-lead.tsx', 'Новый лид', button('Добавить лида'))],
  },
  {
    address: ({ program }) => `/referral/program/${program}`,
    openings: [
      opening('features/programs/partner/your-link.tsx', 'Переименовать', button(/^Действия со ссылкой/)),
      opening(
        'entities/link/rename-link.tsx',
        'Переименовать ссылку',
        button(/^Действия со ссылкой/),
        item('Переименовать'),
      ),
      opening(
        'features/programs/partner/program-of-partner.tsx',
        'Начисленное останется за вами',
        button('Выйти из программы'),
      ),
    ],
  },
  {
    address: '/payments?tab=statement',
    openings: [opening('features/payments/statement/statement.tsx', 'пн', button('Период'))],
  },
];
