import type { Link, ListedPartner, Partner, PayoutMethod } from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '../server.ts';

export const PARTNERS = '/api/referral/partners/';

/** Card of the partner Смирнов. */
export const smirnov: ListedPartner = {
  id: '01a2b3c4-0000-7000-8000-000000000001',
  version: 1,
  kind: 'self_employed',
  name: 'Смирнов Алексей',
  last_name: 'Смирнов',
  first_name: 'Алексей',
  father_name: '',
  company_name: '',
  phone: '+79161234567',
  email: '',
  inn: '',
  status: 'active',
  sign_in: 'on',
  status_reason: '',
  invitation: null,
  tags: [],
  contract_kind: 'services',
  contract_number: '',
  contract_date: null,
  employment: 'none',
  employed_until: null,
  tax_residence: 'resident',
  note: '',
  min_payout_kop: null,
  balance: {
    earned_kop: 1_250_000,
    hold_kop: 420_000,
    review_kop: 0,
    available_kop: 330_000,
    reserved_kop: 0,
    paid_kop: 500_000,
  },
  figures: { programs: 1, clicks: 120, leads: 40, won: 5 },
  activity: { weekly_leads: [0, 0, 1, 3, 2, 4, 0, 5, 6, 4, 4, 5], deal_share_bps: 2_500 },
  last_lead_at: '2026-08-21T11:05:00Z',
  created_at: '2026-03-01T09:00:00Z',
  updated_at: '2026-03-01T09:00:00Z',
};

const NO_COUNTS = { invited: 0, pending: 0, active: 0, rejected: 0, blocked: 0, archived: 0 };

/** Mocks the partner list; the search matches phones and names. Returns the queries of the list. */
export function servePartners(partners: readonly ListedPartner[]) {
  const queries: URLSearchParams[] = [];
  server.use(
    // The form of a new partner offers programs.
    http.get('/api/referral/programs/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
    http.get(PARTNERS, ({ request }) => {
      const { searchParams } = new URL(request.url);
      queries.push(searchParams);
      const search = searchParams.get('search') ?? '';
      const results = partners.filter(({ phone, name }) => `${phone} ${name}`.includes(search));
      return HttpResponse.json({ next: null, previous: null, results });
    }),
    http.get(`${PARTNERS}counts/`, () => {
      const counts: Record<string, number> = { ...NO_COUNTS, all: partners.length };
      for (const { status } of partners) counts[status] = (counts[status] ?? 0) + 1;
      return HttpResponse.json(counts);
    }),
  );
  return queries;
}

/** A link of the partner Смирнов. */
export const smirnovLink: Link = {
  id: '01a2b3c4-0000-7000-8000-000000000011',
  code: 'okna',
  path: '/ref/okna',
  label: '',
  active: true,
  program: { id: '01a2b3c4-0000-7000-8000-000000000021', name: 'Окна для дома' },
  partner: { id: smirnov.id, name: smirnov.name },
  clicks: 120,
  unique_clicks: 90,
  leads: 40,
  created_at: '2026-03-01T09:00:00Z',
};

const entry = {
  at: '2026-08-21T11:05:00Z',
  actor: 'Иванова А. П.',
  from_status: null,
  to_status: null,
  reason: '',
  changed: [] as string[],
};
const history = [
  { ...entry, id: smirnovLink.id, from_status: 'active', to_status: 'blocked', reason: 'Накрутка' },
  { ...entry, id: smirnov.id, changed: ['email', 'note', 'contract_date', 'sign_in'] },
];

/** URL of the partner's card in the API. */
export const SMIRNOV_URL = `${PARTNERS}${smirnov.id}/`;

/** Mocks the card of the partner Смирнов. Links and payout methods are empty by default. */
export function servePartner({
  partner = smirnov,
  links = [],
  methods = [],
}: {
  partner?: Partner;
  links?: readonly Link[];
  methods?: readonly PayoutMethod[];
} = {}) {
  const page = (results: readonly unknown[]) => () =>
    HttpResponse.json({ next: null, previous: null, results });
  server.use(
    http.get(SMIRNOV_URL, () => HttpResponse.json(partner)),
    http.get(`${SMIRNOV_URL}links/`, page(links)),
    http.get(`${SMIRNOV_URL}payout-methods/`, () => HttpResponse.json({ results: methods })),
    http.get(`${SMIRNOV_URL}history/`, () => HttpResponse.json({ results: history })),
    http.get('/api/referral/programs/', page([])),
  );
}
