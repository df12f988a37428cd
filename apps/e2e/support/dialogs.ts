import { companyDialogs } from './company-dialogs.ts';
import { all, button, item, narrow, opening, type Place, wide } from './openings.ts';

/** All dialogs, drawers, menus and panels of an organization, by the page that opens them. */
export const organizationDialogs: Readonly<Record<string, readonly Place[]>> = {
  'the home page': [
    {
      address: '/',
      openings: [
        opening('entities/figures/period/period-choice.tsx', 'пн', button(/^Период/)),
        narrow('app/layout/sidebar/menu-drawer.tsx', 'Профиль', button(/меню/i)),
        wide('app/layout/top-bar/user-menu.tsx', 'Журнал', button('Меню профиля')),
        opening('app/layout/top-bar/bell-drawer.tsx', 'Уведомления', button(/^Уведомления/)),
        wide('features/search/search-dialog.tsx', 'Добавить партнера', button('Найти')),
        narrow('features/search/search-dialog.tsx', 'Добавить партнера', button(/меню/i), button('Найти')),
        wide('features/search/search-dialog.tsx', 'Партнеры', button('Найти'), [
          'combobox',
          'Поиск по всему',
        ]),
        wide('app/layout/search/shortcuts-dialog.tsx', 'В списках', button('Найти'), [
          'option',
          'Сочетания клавиш',
        ]),
      ],
    },
  ],
  'the leads': [
    {
      address: '/leads',
      openings: [
        opening('shared/list/views/views-menu.tsx', 'Название вида', button('Сохраненные виды')),
        opening('shared/list/filters/filter-menu.tsx', 'Показать', button('Фильтры')),
        opening('shared/list/filters/period-field.tsx', 'пн', button('Фильтры'), button('Создан')),
        wide('shared/list/table/view-menu.tsx', 'Плотная', button('Столбцы и плотность')),
        narrow('shared/list/view-switch.tsx', 'Клиенты', button(/^Вид: /)),
        opening('shared/list/export/export-menu.tsx', 'CSV', button('Экспорт')),
        narrow('entities/import/import-link.tsx', 'Загрузить из файла', button('Другие действия')),
        opening('features/leads/form/create-lead-dialog.tsx', 'Новый лид', button('Добавить лид')),
        opening('features/leads/form/create-lead-dialog.tsx', 'Ремонт', button('Добавить лид'), [
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
      address: '/leads?status=in_progress',
      openings: [
        wide(
          'features/leads/transition/bulk/bulk-confirm-dialog.tsx',
          'Подтвердить',
          all,
          button('Подтвердить'),
        ),
      ],
    },
    {
      // Won leads allow no bulk transition, so all are refused and the results dialog opens.
      address: '/leads?status=won',
      openings: [
        wide(
          'features/leads/transition/bulk/bulk-transition.tsx',
          'дублем',
          all,
          button('Другие действия с выбранными'),
        ),
        wide(
          'features/leads/transition/bulk/bulk-result.tsx',
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
        opening(
          'features/leads/panel/delete-comment-dialog.tsx',
          'никто не прочитает',
          button(/^Удалить комментарий/),
        ),
        opening('features/leads/form/edit-lead-dialog.tsx', 'Изменить: Л-', button('Изменить')),
        opening('features/leads/transfer/transfer-lead-dialog.tsx', 'Передать лид Л-', button(/^Передать /)),
        opening('shared/list/panel/panel.tsx', 'Лид создан'),
      ],
    },
    {
      address: ({ qualifiedLead }) => `/leads?id=${qualifiedLead}`,
      openings: [
        opening(
          'features/leads/transition/transition-dialog.tsx',
          'перейдет в статус «Сделка»',
          button('Закрыть сделкой'),
        ),
      ],
    },
  ],
  'the clients': [
    {
      address: () => '/leads?view=clients',
      openings: [
        opening('features/clients/sale/bulk/bulk-dialog.tsx', 'Добавить продажи', button('Добавить продажи')),
        opening(
          'features/clients/waiting/waiting-dialog.tsx',
          'Связать с клиентом',
          button(/^Не сопоставлено/),
        ),
      ],
    },
  ],
  'a client': [
    {
      address: ({ client }) => `/leads?view=clients&id=${client}`,
      openings: [
        opening('features/clients/form/edit-client-dialog.tsx', 'Изменить: К-', button('Изменить')),
        opening('features/clients/sale/create-sale-dialog.tsx', 'Новая продажа', button('Добавить продажу')),
        opening(
          'features/clients/sale/sale-fields.tsx',
          'пн',
          button('Добавить продажу'),
          button('Дата оплаты'),
        ),
        opening('features/clients/sale/sale-actions.tsx', 'Записать возврат', button(/^Действия: П-/)),
        opening(
          'features/clients/sale/edit-sale-dialog.tsx',
          'Изменить: П-',
          button(/^Действия: П-/),
          item('Изменить'),
        ),
        opening(
          'features/clients/sale/refund-dialog.tsx',
          'Можно вернуть до',
          button(/^Действия: П-/),
          item('Записать возврат'),
        ),
        opening(
          'features/clients/transfer/transfer-client-dialog.tsx',
          'Передать клиента К-',
          button('Передать другому'),
        ),
      ],
    },
  ],
  'the partners': [
    {
      address: '/partners',
      openings: [
        opening('shared/list/filters/day-field.tsx', 'пн', button('Фильтры'), button('Суммы на дату')),
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
        opening(
          'features/partners/links/add-to-program-dialog.tsx',
          'без заявки',
          button('Добавить в программу'),
        ),
        opening('features/partners/links/create-link-dialog.tsx', 'Код', button('Новая ссылка')),
        opening('entities/link/qr-dialog.tsx', 'Скачать', button(/^QR-код/)),
        opening('features/partners/links/partner-link.tsx', 'Отключить', button(/^Действия со ссылкой/)),
        opening('features/payout-methods/create-method-dialog.tsx', 'Новые реквизиты', button('Добавить')),
        opening(
          'features/payout-methods/method-row.tsx',
          'Удалить реквизиты?',
          button(/^Действия: /),
          item('Удалить'),
        ),
      ],
    },
    {
      address: ({ card }) => `/partners/${card}?tab=terms`,
      openings: [
        opening(
          'features/partners/terms/personal-terms-dialog.tsx',
          'Видит только ваша команда',
          button(/^Личная ставка: /),
        ),
      ],
    },
  ],
  ...companyDialogs,
};

/** Dialogs of a partner that differ from those of an organization. */
export const partnerDialogs: readonly Place[] = [
  { address: '/', openings: [opening('entities/link/qr-dialog.tsx', 'Скачать', button('QR-код'))] },
  {
    address: '/leads',
    openings: [opening('features/leads/form/create-lead-dialog.tsx', 'Новый лид', button('Добавить лид'))],
  },
  {
    address: ({ program }) => `/referral/program/${program}`,
    openings: [
      opening('features/programs/partner/program-link.tsx', 'Переименовать', button(/^Действия со ссылкой/)),
      opening(
        'entities/link/rename-link-dialog.tsx',
        'Переименовать ссылку',
        button(/^Действия со ссылкой/),
        item('Переименовать'),
      ),
      opening(
        'features/programs/partner/partner-program.tsx',
        'Начисленное останется за вами',
        button('Выйти из программы'),
      ),
    ],
  },
  {
    address: '/payments?tab=statement',
    openings: [opening('features/partner-statements/statement-panel.tsx', 'пн', button('Период'))],
  },
  {
    address: ({ act }) => `/payments?act=${act}`,
    openings: [opening('entities/payment/reason-dialog.tsx', 'прочитает, что не так', button('Возразить'))],
  },
];
