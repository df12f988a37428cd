/** Every address of the product, spelled once. */
export const paths = {
  home: '/',
  login: '/login',
  profile: '/profile',
  team: '/profile/team',
  organization: '/profile/organization',
  notifications: '/profile/notifications',
  messages: '/profile/messages',
  journal: '/profile/journal',
  programs: '/referral/program',
  programCreate: '/referral/program/create',
  program: '/referral/program/:id',
  partners: '/partners',
  partnerCreate: '/partner/create',
  partner: '/partners/:id',
  leads: '/leads',
  payments: '/payments',
  referral: '/ref/:code',
  invite: '/invite/:token',
  forgot: '/forgot',
  reset: '/reset/:token',
  setup: '/setup/:token',
  join: '/join/:code',
  application: '/join/status/:token',
} as const;

/** The organization's page with the form of its requisites open. */
export const requisitesForm = { pathname: paths.organization, search: '?edit=requisites' } as const;

/** The organization's page with the form of its documents open at the privacy policy. */
export const policyForm = { pathname: paths.organization, search: '?edit=policy' } as const;

/** The organization's page with the form of its terms for partners open. */
export const termsForm = { pathname: paths.organization, search: '?edit=terms' } as const;

/** Parameter of the address that opens the form of requisites: the partner whose they are. */
export const NEW_METHOD = 'requisites';

/** Parameter of the address of a list that opens the form of a new row. */
export const NEW = 'new';

/** A page with requisites on it, the form for new ones of that partner open. */
export const newMethodForm = (page: string, partner: string) => `${page}?${NEW_METHOD}=${partner}`;

/** Public pages of referral links: no shell, no login. `/referral/…` is not one of them. */
export const isPublicPath = (pathname: string) => pathname.startsWith('/ref/');

/** Pages for anybody: a session that ends while one is open takes the person nowhere else. */
export const isOpenPath = (pathname: string) =>
  isPublicPath(pathname) ||
  pathname === paths.login ||
  pathname === paths.forgot ||
  /^\/(invite|reset|setup|join)\//.test(pathname);
