/** Every address of the product text, with an example in place of what varies. */
export const addresses = {
  forEverybodySignedIn: [
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

/** The links of the sidebar from top to bottom, its footer last. */
export const sidebarLabels = {
  organization: ['Главная', 'Профиль', 'Реферальные программы', 'Партнеры', 'Лиды', 'Выплаты', support],
  others: ['Главная', 'Профиль', 'Реферальные программы', 'Лиды', 'Выплаты', support],
};
