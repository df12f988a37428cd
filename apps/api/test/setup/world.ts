import { randomUUID } from 'node:crypto';
import type {
  ApiScope,
  CreatedApiKey,
  CreatedPartner,
  Lead,
  Link,
  Position,
  Program,
  User,
} from '@referral-dashboard/api-contract';
import { moscowDay } from '../../src/money/tax-status/moscow.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../src/testing.ts';
import { type ClientResponse, createClient } from './client.ts';
import { createInn } from './inn.ts';

/** A client with or without an access token. */
export type Caller = ReturnType<typeof createCaller>;

export function createCaller(server: Pick<TestServer, 'url'>, access?: string) {
  const { request } = createClient(server);
  const headers: Record<string, string> = access === undefined ? {} : { authorization: `Bearer ${access}` };
  const send = (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<ClientResponse> =>
    request(path, {
      method,
      headers: {
        'idempotency-key': randomUUID(),
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    send,
    headers,
    /** Sends a body without serializing it. */
    sendText: (
      method: string,
      path: string,
      body: string,
      type = 'application/json',
    ): Promise<ClientResponse> =>
      request(path, { method, headers: { ...headers, 'content-type': type }, body }),
    get: (path: string) => send('GET', path),
    /** Returns the raw response, for types other than JSON. */
    open: (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, { headers, ...init }),
    post: (path: string, body: unknown = {}, more?: Record<string, string>) => send('POST', path, body, more),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    delete: (path: string) => send('DELETE', path),
  };
}

/** Returns the body of a successful response. @throws Error for other statuses. */
export function ok<Body>({ status, body }: ClientResponse): Body {
  if (status >= 300) throw new Error(`responded ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

// Tests move the clock far ahead without signing in again.
const YEARS = 10 * 365 * 24 * 60 * 60;

export const api = '/api/referral';

/** Approves the current version of a payment or a registry. */
export async function approve(by: Caller, address: string): Promise<ClientResponse> {
  const { version } = ok<{ version: number }>(await by.get(address));
  return by.post(`${address}approve/`, { version });
}

/** Returns the token of an invitation URL. */
export const getInvitationToken = (url: string) => new URL(url).pathname.replace('/invite/', '');

const READY = {
  reward: { kind: 'fixed', fixed_kop: 50_000 },
  landing: { title: 'Окна со скидкой' },
  consent_text: 'Согласен на обработку персональных данных.',
  join_policy: 'open',
};

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Starts a server with one organization and returns helpers that create its data. Names and phones are unique. */
export async function createWorld(options: TestServerOptions = {}) {
  const server = await startTestServer({
    frozenClock: true,
    accessTtl: YEARS,
    sessionMaxDays: 3650,
    ...options,
    people: [],
  });
  let lastNumber = 0;
  const next = () => {
    lastNumber += 1;
    return lastNumber;
  };
  const phone = () => `+7916${String(1_000_000 + next())}`;
  const password = 'a password for tests';

  async function signIn(number: string, word = password): Promise<Caller> {
    await server.resetLimits();
    const { login } = createClient(server);
    return createCaller(
      server,
      ok<{ access: string }>(await login({ phone: number, password: word })).access,
    );
  }
  async function organization(): Promise<Caller> {
    const number = phone();
    const { id } = await server.createUser({ phone: number, password, role: 'organization' });
    const { organization_id } = await server.findUser(number);
    await server.db
      .updateTable('organizations')
      .set({ privacy_policy_url: 'https://example.ru/privacy', name: `Организация ${id.slice(-4)}` })
      .where('id', '=', organization_id)
      .execute();
    return signIn(number);
  }

  /** Creates an employee of the organization of `by`. @returns the signed-in employee. */
  async function employee(position: Position, by = boss): Promise<Caller> {
    const number = phone();
    const { organization: own } = ok<User>(await by.get('/api/accounts/users/me/'));
    await server.createUser({
      phone: number,
      password,
      role: 'organization',
      position,
      ...(own && { organization: own.id }),
    });
    return signIn(number);
  }

  /** Creates an API key of the caller's organization. */
  const apiKey = async (scopes: readonly ApiScope[], by: Caller, more: object = {}) =>
    ok<CreatedApiKey>(
      await by.post(`${api}/api-keys/`, { name: `Ключ ${next()}`, scopes, password, ...more }),
    );

  const anonymous = createCaller(server);
  const boss = await organization();
  const draft = async (more: object = {}, by = boss) =>
    ok<Program>(await by.post(`${api}/programs/`, { name: `Программа ${next()}`, ...more }));
  const program = async (more: object = {}, by = boss) => {
    const { id } = await draft({ ...READY, ...more }, by);
    return ok<Program>(await by.post(`${api}/programs/${id}/activate/`));
  };
  /** Invites a sole proprietor: no tax is withheld from their payments. */
  const invited = async (more: object = {}, by = boss) =>
    ok<CreatedPartner>(
      await by.post(`${api}/partners/`, {
        phone: phone(),
        first_name: 'Олег',
        last_name: 'Петров',
        ...('kind' in more || 'inn' in more ? { kind: 'ip' } : { kind: 'ip', inn: createInn(next()) }),
        ...more,
      }),
    );
  /** Accepts an invitation with a new password, or with the caller's session when `body` has no password. */
  const accept = (url: string, body: object = { password }, by = anonymous) =>
    by.post('/api/public/invitations/accept/', { token: getInvitationToken(url), ...body });
  /** Creates a partner who accepted the invitation. @returns the card and the signed-in partner. */
  const partner = async (more: object = {}, by = boss) => {
    const { invitation, ...card } = await invited(more, by);
    await server.resetLimits();
    const { access } = ok<{ access: string }>(await accept(invitation.url));
    return { card, caller: createCaller(server, access) };
  };
  const enroll = async (programId: string, partnerId: string, by = boss): Promise<Link> => {
    ok(await by.post(`${api}/programs/${programId}/enrollments/`, { partner: partnerId }));
    const links = ok<{ results: Link[] }>(await by.get(`${api}/partners/${partnerId}/links/`)).results;
    const link = links.find((one) => one.program.id === programId);
    if (link === undefined) throw new Error('an active enrollment has no link');
    return link;
  };
  const lead = async (programId: string, more: object = {}, by = boss) =>
    ok<Lead>(
      await by.post(`${api}/leads/`, { name: 'Иван Клиентов', phone: phone(), program: programId, ...more }),
    );

  return {
    server,
    boss,
    /** Returns the date in Moscow, as `2026-11-21`. */
    today: () => moscowDay(server.now()),
    phone,
    password,
    signIn,
    organization,
    employee,
    apiKey,
    draft,
    program,
    invited,
    accept,
    partner,
    enroll,
    lead,
    anonymous,
    stop: () => server.stop(),
  };
}
