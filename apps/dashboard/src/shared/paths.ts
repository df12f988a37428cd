import type { To } from 'react-router-dom';

export const paths = {
  home: '/',
  monthSummary: '/summary',
  login: '/login',
  profile: '/profile',
  team: '/profile/team',
  organization: '/profile/organization',
  notifications: '/profile/notifications',
  messages: '/profile/messages',
  journal: '/profile/journal',
  developers: '/profile/developers',
  outsideEvents: '/profile/developers/events',
  programs: '/referral/program',
  programCreate: '/referral/program/create',
  program: '/referral/program/:id',
  partners: '/partners',
  partnerCreate: '/partner/create',
  partner: '/partners/:id',
  leads: '/leads',
  payments: '/payments',
  import: '/import',
  referral: '/ref/:code',
  invite: '/invite/:token',
  forgot: '/forgot',
  reset: '/reset/:token',
  setup: '/setup/:token',
  join: '/join/:code',
  application: '/join/status/:token',
} as const;

/** Location with query parameters. */
export const createLocation = (pathname: string, query: Readonly<Record<string, string>>): To => ({
  pathname,
  search: new URLSearchParams(query).toString(),
});

/** Organization page with the requisites form open. */
export const requisitesForm = { pathname: paths.organization, search: '?edit=requisites' } as const;

/** Organization page with the documents form open at the privacy policy. */
export const policyForm = { pathname: paths.organization, search: '?edit=policy' } as const;

/** Organization page with the partner terms form open. */
export const termsForm = { pathname: paths.organization, search: '?edit=terms' } as const;

/** Query parameter that opens the requisites form. Its value is the partner id. */
export const REQUISITES_PARAM = 'requisites';

/** Query parameter that opens the sales of unknown clients on the page of clients. */
export const WAITING_PARAM = 'waiting';

/** Id of the section of a partner's card with the tax status and the contract. */
export const TAX_SECTION_ID = 'tax-status';

/** Query parameter that opens the form for a new row of a list. */
export const NEW_PARAM = 'new';

/** URL of a page that opens the form for new requisites of a partner. */
export const createMethodUrl = (page: string, partner: string) => `${page}?${REQUISITES_PARAM}=${partner}`;

/** Whether the path is a public referral page, without shell and login. `/referral/…` is not public. */
export const isPublicPath = (pathname: string) => pathname.startsWith('/ref/');

/** Whether the page is open to unauthenticated users. When the session ends on it, the user is not redirected. */
export const isOpenPath = (pathname: string) =>
  isPublicPath(pathname) ||
  pathname === paths.login ||
  pathname === paths.forgot ||
  /^\/(invite|reset|setup|join)\//.test(pathname);
