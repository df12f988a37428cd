/** All URLs of the application, with example values for parameters. */
export const addresses = {
  forAllUsers: [
    '/',
    '/profile',
    '/referral/program',
    '/referral/program/create',
    '/referral/program/42',
    '/leads',
    '/payments',
  ],
  forOrganizations: ['/partners', '/partner/create', '/partners/42'],
  publicLink: '/ref/summer',
  invitation: '/invite/no-such-link',
  unknown: '/no/such/page',
} as const;

const support = 'Написать в техподдержку';

/** Links to the pages of the profile, in the drawer of a narrow screen. */
export const profileLabels = [
  ...['Команда', 'Организация', 'Уведомления', 'Сообщения', 'Журнал', 'Для разработчиков'],
];

/** Labels of the sidebar links from top to bottom, including the footer. */
export const sidebarLabels = {
  organization: ['Главная', 'Профиль', 'Реферальные программы', 'Партнеры', 'Лиды', 'Выплаты', support],
  otherRoles: ['Главная', 'Профиль', 'Реферальные программы', 'Лиды', 'Выплаты', support],
};
