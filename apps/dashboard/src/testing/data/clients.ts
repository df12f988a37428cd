import type { Attachment, Client, Sale } from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '../server.ts';
import { createLead, smirnov, windowsProgram } from './leads.ts';
import { createPercentReward } from './programs.ts';

export const CLIENTS = '/api/referral/clients/';
export const SALES = '/api/referral/sales/';

const uuid = (kind: number, number: number) =>
  `000001${kind}0-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const createAttachment = (fields: Partial<Attachment> = {}): Attachment => ({
  id: uuid(2, 1),
  program: windowsProgram,
  partner: smirnov,
  starts_at: '2026-08-01',
  ends_at: '2099-12-05',
  closed_at: null,
  close_reason: '',
  cause: 'lead',
  lead: { id: createLead(1).id, number: 'Л-1' },
  reward: createPercentReward(750),
  reward_event: 'deal_won',
  ...fields,
});

/** A client with all fields of the organization view. */
export const createClient = (number: number, fields: Partial<Client> = {}): Client => ({
  id: uuid(1, number),
  number: `К-${number}`,
  version: 1,
  name: `Клиент ${number}`,
  phone: '+79161234567',
  email: '',
  inn: '',
  external_id: null,
  created_at: '2026-08-21T11:05:00.000Z',
  attachments: [createAttachment()],
  sales: 1,
  revenue_kop: 12_500_000,
  reward_kop: 937_501,
  last_sale_on: '2026-08-21',
  ...fields,
});

/** A sale of the first client, for the first lead. */
export const createSale = (number: number, fields: Partial<Sale> = {}): Sale => ({
  id: uuid(3, number),
  number: `П-${number}`,
  version: 1,
  client: { id: uuid(1, 1), name: 'Клиент 1' },
  program: windowsProgram,
  partner: smirnov,
  lead: null,
  amount_kop: 12_500_000,
  refunded_kop: 0,
  vat_kop: null,
  paid_on: '2026-08-21',
  product: '',
  source: 'manual',
  external_id: null,
  comment: '',
  refund_of: null,
  reward_kop: 937_501,
  cap_reached: null,
  unrewarded: false,
  canceled_at: null,
  created_at: '2026-08-21T11:05:00.000Z',
  ...fields,
});

const EMPTY_PAGE = { next: null, previous: null, results: [] };

/** Mocks the routes of clients and their sales. `queries` collects the queries of the list, `bodies` the sent bodies. */
export function serveClients(clients: readonly object[], sales: readonly object[] = []) {
  const queries: Record<string, string>[] = [];
  const bodies: unknown[] = [];
  const find = (id: unknown) => clients.find((client) => 'id' in client && client.id === id) ?? {};
  const collect = async ({ request }: { request: Request }) => void bodies.push(await request.json());
  server.use(
    http.get(CLIENTS, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ ...EMPTY_PAGE, results: clients });
    }),
    http.get(`${CLIENTS}:id/`, ({ params }) => HttpResponse.json(find(params['id']))),
    http.get(`${CLIENTS}:id/history/`, () => HttpResponse.json({ results: [] })),
    http.patch(`${CLIENTS}:id/`, async (call) => {
      await collect(call);
      return HttpResponse.json(find(call.params['id']));
    }),
    http.post(`${CLIENTS}:id/transfer/`, async (call) => {
      await collect(call);
      return HttpResponse.json(find(call.params['id']));
    }),
    http.get('/api/referral/waiting-sales/count/', () => HttpResponse.json({ count: 0 })),
    http.get(SALES, () => HttpResponse.json({ ...EMPTY_PAGE, results: sales })),
    http.post(SALES, async (call) => {
      await collect(call);
      return HttpResponse.json(createSale(9), { status: 201 });
    }),
    http.patch(`${SALES}:id/`, async (call) => {
      await collect(call);
      return HttpResponse.json(sales[0] ?? {});
    }),
    http.post(`${SALES}:id/refund/`, async (call) => {
      await collect(call);
      return HttpResponse.json(sales[0] ?? {});
    }),
    http.get('/api/referral/programs/', () => HttpResponse.json(EMPTY_PAGE)),
    http.get('/api/referral/programs/:id/', () => HttpResponse.json({}, { status: 404 })),
    http.get('/api/referral/partners/', () => HttpResponse.json(EMPTY_PAGE)),
  );
  return { queries, bodies };
}
