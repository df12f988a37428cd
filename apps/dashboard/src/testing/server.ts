import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import {
  balance,
  homeSales,
  homeUrls,
  payoutTotals,
  series,
  startedSteps,
  summary,
  tasks,
  top,
} from './data/home.ts';
import { invitation } from './data/invitation.ts';
import { joinPage } from './data/join.ts';
import { messageSettings } from './data/messages.ts';
import { organization, senders } from './data/organization.ts';
import { BANK_FILES, bankFiles } from './data/payouts/bank-files.ts';
import { payableNow } from './data/payouts/readiness.ts';
import { RECEIPTS, taxStatus } from './data/payouts/tax-status.ts';
import { anna } from './data/people.ts';
import { referralPage } from './data/referral-page.ts';

const accounts = '/api/accounts';
export const urls = {
  login: `${accounts}/login/`,
  verify: `${accounts}/verify/`,
  refresh: `${accounts}/refresh/`,
  me: `${accounts}/users/me/`,
};

const link = '/api/public/ref/:code/';
export const linkUrls = { page: link, clicks: `${link}clicks/`, leads: `${link}leads/` };

const invitations = '/api/public/invitations/';
export const inviteUrls = { check: `${invitations}check/`, accept: `${invitations}accept/` };

const messages = '/api/messages/';
export const messageUrls = {
  list: messages,
  counts: `${messages}counts/`,
  read: `${messages}read/`,
  settings: `${messages}settings/`,
  telegram: `${messages}telegram/`,
  outbox: '/api/referral/deliveries/',
};
const join = '/api/public/join/:code/';
export const joinUrls = {
  page: join,
  apply: join,
  check: '/api/public/applications/check/',
  confirm: '/api/public/applications/confirm/',
  accept: '/api/public/applications/accept/',
};

/** Mock API with the user Анна signed in. Tests override single responses. */
export const server = setupServer(
  http.post(urls.login, () => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' })),
  http.post(urls.verify, () => HttpResponse.json({})),
  http.get(urls.me, () => HttpResponse.json(anna)),
  http.patch(urls.me, async ({ request }) =>
    HttpResponse.json({ ...anna, ...((await request.json()) as object) }),
  ),
  http.get('/api/referral/partners/shared-requisites/', () => HttpResponse.json({ results: [] })),
  http.get(homeUrls.summary, () => HttpResponse.json(summary)),
  http.get(homeUrls.series, () => HttpResponse.json(series)),
  http.get(homeUrls.sales, () => HttpResponse.json(homeSales)),
  http.get(homeUrls.tasks, () => HttpResponse.json(tasks)),
  http.get(homeUrls.top, () => HttpResponse.json(top)),
  http.get(homeUrls.totals, () => HttpResponse.json(payoutTotals)),
  http.get(homeUrls.start, () => HttpResponse.json(startedSteps(7))),
  http.get(homeUrls.balance, () => HttpResponse.json({ results: [balance] })),
  http.get(messageUrls.counts, () => HttpResponse.json({ unread: 0, groups: 0 })),
  http.get(messageUrls.list, () => HttpResponse.json({ next: null, previous: null, results: [] })),
  http.get(messageUrls.settings, () => HttpResponse.json(messageSettings)),
  http.get(`${accounts}/sessions/`, () => HttpResponse.json({ results: [] })),
  http.get('/api/referral/senders/', () => HttpResponse.json(senders)),
  http.get('/api/referral/organization/', () => HttpResponse.json(organization)),
  http.get('/api/referral/programs/:id/groups/', () => HttpResponse.json({ results: [] })),
  http.get('/api/referral/partners/:id/payable/', () => HttpResponse.json(payableNow)),
  http.get('/api/referral/partners/:id/applications/', () =>
    HttpResponse.json({ requests: [], results: [] }),
  ),
  http.get(BANK_FILES, () => HttpResponse.json(bankFiles)),
  http.get('/api/referral/banks/directory/', () =>
    HttpResponse.json({ source: 'none', banks: 0, day: null, loaded_at: null }),
  ),
  http.get('/api/referral/closed-months/', () =>
    HttpResponse.json({ closed: null, open: ['2026-10'], history: [] }),
  ),
  http.get('/api/referral/banks/search/', () => HttpResponse.json({ is_loaded: false, results: [] })),
  http.get('/api/referral/banks/', () => HttpResponse.json({ is_loaded: false, bank: null })),
  http.get(RECEIPTS, () => HttpResponse.json({ next: null, previous: null, results: [] })),
  http.get('/api/referral/partners/:id/tax-status/', () => HttpResponse.json(taxStatus)),
  http.get(joinUrls.page, () => HttpResponse.json(joinPage)),
  http.get(linkUrls.page, () => HttpResponse.json(referralPage)),
  http.post(linkUrls.clicks, () => HttpResponse.json({ click: 'click-1' })),
  http.post(inviteUrls.check, () => HttpResponse.json(invitation)),
  http.post(inviteUrls.accept, () => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' })),
  http.post(linkUrls.leads, () => HttpResponse.json({ success_text: 'Спасибо. Мы свяжемся с вами.' })),
);

/** Overrides the response of a request. */
export const respond = (
  method: 'get' | 'post' | 'patch',
  url: string,
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => server.use(http[method](url, () => HttpResponse.json(body, { status, headers })));

/** Makes a request fail with a network error. */
export const failRequest = (method: 'get' | 'post' | 'patch', url: string) =>
  server.use(http[method](url, () => HttpResponse.error()));

/** Holds the response of a request until `release`, and collects the bodies sent. */
export function holdResponse(
  method: 'post' | 'patch',
  url: string,
  body: Record<string, unknown>,
  status = 200,
) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const bodies: unknown[] = [];
  server.use(
    http[method](url, async ({ request }) => {
      bodies.push(await request.json());
      await promise;
      return HttpResponse.json(body, { status });
    }),
  );
  return { release, bodies };
}
