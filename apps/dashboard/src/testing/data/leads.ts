import { getStates, type Lead, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '../server.ts';

const uuid = (kind: number, number: number) =>
  `0000000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;
const reference = (kind: number, number: number, name: string) => ({ id: uuid(kind, number), name });

export const windowsProgram = reference(2, 1, 'Окна для дома');
export const smirnov = reference(3, 1, 'Смирнов Алексей');

/** A lead with all fields of the organization view. */
export const createLead = (number: number, fields: Partial<Lead> = {}): Lead => ({
  id: uuid(1, number),
  number: `Л-${number}`,
  version: 1,
  organization: reference(4, 1, 'Уют'),
  program: windowsProgram,
  reward_event: 'deal_won',
  partner: smirnov,
  link: { id: uuid(5, 1), code: 'okna' },
  source: 'public_form',
  visit: {
    utm_source: 'vk',
    utm_medium: 'cpc',
    utm_campaign: 'осень',
    utm_content: '',
    utm_term: '',
    referrer_host: 'vk.com',
  },
  name: `Клиент ${number}`,
  phone: '+79161234567',
  email: '',
  company: '',
  comment: '',
  status: 'new',
  reason_code: null,
  reason_comment: '',
  deal_amount_kop: null,
  reward: null,
  paid_kop: 0,
  approved_kop: 0,
  earned_by: null,
  duplicate_of: null,
  client: null,
  cap_reached: null,
  unrewarded: false,
  client_attached: null,
  attached_to: null,
  same_email_as: null,
  self_referral: false,
  self_referral_matches: [],
  unverified: false,
  consent: null,
  created_at: '2026-08-21T11:05:00.000Z',
  updated_at: '2026-08-21T11:05:00.000Z',
  ...fields,
});

const BASE = '/api/referral/leads/';
const EMPTY_PAGE = { next: null, previous: null, results: [] };

/** Number of leads or sum of amounts by status. */
function totalsByState(leads: Lead[], getAmount: (lead: Lead) => number) {
  const sumRewards = (subset: Lead[]) => subset.reduce((sum, lead) => sum + getAmount(lead), 0);
  const states = getStates(stateMachines.lead);
  return {
    all: sumRewards(leads),
    ...Object.fromEntries(
      states.map((state) => [state, sumRewards(leads.filter(({ status }) => status === state))]),
    ),
  };
}

/** Mocks the lead routes. `queries` collects the queries of the list, `changed` the bodies of changes. */
export function serveLeads(initial: Lead[], total = initial.length) {
  const leads = initial.map((lead) => ({ ...lead }));
  const queries: Record<string, string>[] = [];
  const changes: unknown[] = [];
  const findLead = ({ id }: { id?: string }) => leads.find((lead) => lead.id === id);
  const hasState = (lead: Lead, states: string | undefined) =>
    !states || states.split(',').includes(lead.status);
  server.use(
    http.get(BASE, ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      queries.push(query);
      return HttpResponse.json({
        next: query['cursor'] ? null : 'further',
        previous: query['cursor'] ? 'before' : null,
        results: leads.filter(
          (lead) => hasState(lead, query['status']) && lead.name.includes(query['search'] ?? ''),
        ),
      });
    }),
    http.get(`${BASE}counts/`, ({ request }) => {
      const counts = totalsByState(leads, () => 1);
      const sums = totalsByState(leads, ({ reward }) => reward?.amount_kop ?? 0);
      const includesSums = new URL(request.url).searchParams.has('sums');
      return HttpResponse.json({ ...counts, all: total, ...(includesSums && { sums }) });
    }),
    http.get(`${BASE}:id/`, ({ params }) => HttpResponse.json(findLead(params))),
    http.get(`${BASE}:id/history/`, () => HttpResponse.json({ results: [] })),
    http.get(`${BASE}:id/comments/`, () => HttpResponse.json({ results: [] })),
    http.patch(`${BASE}:id/`, async ({ params, request }) => {
      const body = (await request.json()) as object;
      changes.push(body);
      return HttpResponse.json(Object.assign(findLead(params) ?? {}, body));
    }),
    http.post(`${BASE}:id/transition/`, async ({ params, request }) => {
      const body = (await request.json()) as { to: LeadStatus };
      changes.push(body);
      const lead = Object.assign(findLead(params) ?? {}, { status: body.to });
      return HttpResponse.json({ ...lead, version: 2 });
    }),
    http.get('/api/referral/programs/', () => HttpResponse.json(EMPTY_PAGE)),
    http.get('/api/referral/partners/', () => HttpResponse.json(EMPTY_PAGE)),
  );
  return { queries, changes };
}
