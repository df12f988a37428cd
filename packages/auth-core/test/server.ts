/** An accounts API in memory: strict rotation, reuse of a refresh token ends its whole family. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

export type Answerer = (request: Request) => Response | Promise<Response>;

export const PHONE = '+79990000001';
export const PASSWORD = 'correct horse';

export const OLGA = {
  role: 'organization',
  first_name: 'Ольга',
  last_name: 'Орлова',
  father_name: 'Олеговна',
};
export const PAVEL = { role: 'partner', first_name: 'Павел', last_name: 'Петров', father_name: 'Ильич' };
export const PAVEL_PHONE = '+79990000002';

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

export const html = (status: number) => new Response('<!doctype html><h1>Bad gateway</h1>', { status });

const expired = () => json({ detail: 'Токен недействителен или просрочен', code: 'token_not_valid' }, 401);

export function createServer() {
  const calls: Call[] = [];
  const people = new Map([
    [PHONE, { password: PASSWORD, user: { ...OLGA } }],
    [PAVEL_PHONE, { password: PASSWORD, user: { ...PAVEL } }],
  ]);
  const access = new Map<string, string>();
  const owners = new Map<string, string>();
  const refresh = new Map<string, { phone: string; family: number; spent: boolean }>();
  const revoked = new Set<number>();
  const overrides = new Map<string, Answerer>();
  let serial = 0;
  let doubleSpends = 0;

  function issue(phone: string, family: number) {
    serial += 1;
    const tokens = { access: `access-${serial}`, refresh: `refresh-${serial}` };
    access.set(tokens.access, phone);
    owners.set(tokens.access, phone);
    refresh.set(tokens.refresh, { phone, family, spent: false });
    return tokens;
  }
  const bearer = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
  const personOf = (request: Request) => people.get(access.get(bearer(request)) ?? '');

  const routes: Record<string, (request: Request, body: Record<string, string>) => Response> = {
    login(_request, { phone = '', password }) {
      if (people.get(phone)?.password !== password)
        return json({ detail: 'Неверный телефон или пароль' }, 401);
      return json(issue(phone, serial));
    },
    verify: (_request, { token = '' }) => (access.has(token) ? json({}) : expired()),
    refresh(_request, { refresh: token = '' }) {
      const entry = refresh.get(token);
      if (!entry || revoked.has(entry.family)) return expired();
      if (entry.spent) {
        doubleSpends += 1;
        revoked.add(entry.family);
        return expired();
      }
      entry.spent = true;
      return json(issue(entry.phone, entry.family));
    },
    'users/me'(request, patch) {
      const person = personOf(request);
      if (!person) return expired();
      if (request.method === 'PATCH') Object.assign(person.user, patch);
      return json(person.user);
    },
  };

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const path = /^\/api\/accounts\/(.+)\/$/.exec(pathname)?.[1] ?? pathname;
    const body = await request.clone().text();
    calls.push({ method: request.method, path, authorization: request.headers.get('authorization'), body });
    const override = overrides.get(path);
    if (override) return override(request);
    const route = routes[path];
    if (route) return route(request, body && path !== pathname ? JSON.parse(body) : {});
    return personOf(request) ? json({ path, who: personOf(request)?.user.first_name }) : expired();
  }

  return {
    calls,
    people,
    answer,
    fetch: (input: string | URL | Request, init?: RequestInit) => answer(new Request(input, init)),
    count: (path: string) => calls.filter((call) => call.path === path).length,
    doubleSpends: () => doubleSpends,
    /** Phone of the person an access token was issued to. */
    ownerOf: (token: string) => owners.get(token),
    /** Tokens of a login that happened before. */
    issue: (phone = PHONE) => issue(phone, serial),
    /** Every access token issued so far is refused from now on. */
    expireAccess: () => access.clear(),
    /** Every refresh token issued so far is refused from now on. */
    revokeAll: () => refresh.clear(),
    /** Responds to a path differently until it is reset. */
    on: (path: string, answerer: Answerer) => void overrides.set(path, answerer),
    off: (path: string) => void overrides.delete(path),
    /** The usual response after a delay. */
    slowly: (path: string, milliseconds: number) => async (request: Request) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      const body = await request.clone().text();
      return routes[path]?.(request, body ? JSON.parse(body) : {}) ?? expired();
    },
    /** Lets the calls of a path arrive and holds the responses back. */
    hold(path: string) {
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      overrides.set(path, async (request) => {
        await gate;
        const body = await request.clone().text();
        return (
          routes[path]?.(request, body ? JSON.parse(body) : {}) ?? (personOf(request) ? json({}) : expired())
        );
      });
      return {
        release() {
          overrides.delete(path);
          open();
        },
      };
    },
  };
}

export type Server = ReturnType<typeof createServer>;
