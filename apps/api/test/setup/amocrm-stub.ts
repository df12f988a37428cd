import { randomUUID } from 'node:crypto';
import { type StubCall, type StubResponse, startStub } from './crm-stub.ts';

export type AmoLead = {
  id: number;
  name: string;
  price: number;
  status_id: number;
  pipeline_id: number;
  created_at: number;
  updated_at: number;
  is_deleted: boolean;
};

const status = (id: number, name: string) => ({ id, name });
const PIPELINES = [
  {
    id: 700,
    name: 'Воронка',
    is_archive: false,
    _embedded: {
      statuses: [
        status(701, 'Первичный контакт'),
        status(702, 'Переговоры'),
        status(142, 'Успешно реализовано'),
        status(143, 'Закрыто и не реализовано'),
      ],
    },
  },
  { id: 800, name: 'Старая', is_archive: true, _embedded: { statuses: [status(801, 'Этап')] } },
];

const unauthorized: StubResponse = { status: 401, json: { title: 'Unauthorized', status: 401 } };

export const INTEGRATION = {
  client_id: 'integration',
  client_secret: 'integration secret',
  redirect_uri: 'https://example.ru/amo',
};

/** An account of amoCRM with the documented answers of its API. Refresh tokens and codes are valid once. */
export async function startAmocrm() {
  const account = {
    /** Access tokens that are valid. */
    tokens: new Set(['long-lived']),
    refreshTokens: new Set(['code-1']),
    leads: [] as AmoLead[],
    pipelines: PIPELINES,
    /** Seconds in which the search does not find a new lead, and in which the list does not have it. */
    searchLag: 0,
    listLag: 0,
  };
  const clock = { now: () => new Date() };
  let lastId = 1000;

  function add(fields: Partial<AmoLead>): AmoLead {
    lastId += 1;
    const at = Math.floor(clock.now().getTime() / 1000);
    const lead = {
      ...{ id: lastId, name: 'Сделка', price: 0, status_id: 701, pipeline_id: 700, is_deleted: false },
      ...fields,
      ...{ created_at: at, updated_at: at },
    };
    account.leads.push(lead);
    return lead;
  }

  function exchange({ refresh_token, code, ...integration }: Record<string, string>): StubResponse {
    const used = refresh_token ?? code ?? '';
    const isKnown = integration['client_secret'] === INTEGRATION.client_secret;
    if (!isKnown || !account.refreshTokens.delete(used))
      return { status: 400, json: { hint: 'invalid_grant' } };
    const [access_token, next] = [randomUUID(), randomUUID()];
    account.tokens.add(access_token);
    account.refreshTokens.add(next);
    return {
      status: 200,
      json: { token_type: 'Bearer', expires_in: 86_400, access_token, refresh_token: next },
    };
  }

  function list(query: URLSearchParams): StubResponse {
    const lag = query.has('query') ? account.searchLag : account.listLag;
    const now = Math.floor(clock.now().getTime() / 1000);
    const found = account.leads
      .filter(({ updated_at }) => updated_at + lag <= now)
      .filter(({ name, is_deleted }) => !is_deleted && name.includes(query.get('query') ?? ''))
      .toSorted((a, b) => (query.get('order[id]') === 'desc' ? b.id - a.id : a.id - b.id))
      .slice(0, Number(query.get('limit') ?? 50));
    return found.length === 0 ? { status: 204 } : { status: 200, json: { _embedded: { leads: found } } };
  }

  const stub = await startStub(({ method, path, query, body, token }: StubCall) => {
    if (path === '/oauth2/access_token') return exchange(body as Record<string, string>);
    if (!account.tokens.has(token)) return unauthorized;
    if (path === '/api/v4/leads/pipelines')
      return { status: 200, json: { _embedded: { pipelines: account.pipelines } } };
    if (path === '/api/v4/leads/complex' && method === 'POST') {
      const leads = (body as Partial<AmoLead>[]).map(add);
      return { status: 200, json: leads.map(({ id }) => ({ id, contact_id: 1, merged: false })) };
    }
    if (path === '/api/v4/leads') return list(query);
    const lead = account.leads.find(({ id }) => path === `/api/v4/leads/${id}`);
    return lead === undefined ? { status: 204 } : { status: 200, json: lead };
  });
  return Object.assign(stub, {
    account,
    clock,
    addDeal: add,
    /** Changes a deal, as an employee does. */
    changeDeal(id: number, fields: Partial<AmoLead>) {
      const lead = account.leads.find((one) => one.id === id);
      Object.assign(lead ?? {}, fields, { updated_at: Math.floor(clock.now().getTime() / 1000) });
    },
    paths: () => stub.calls.map(({ method, path }) => `${method} ${path}`),
  });
}

export type AmocrmStub = Awaited<ReturnType<typeof startAmocrm>>;
