import type { Backend, Credentials, Tokens } from '../backend.ts';
import { AuthError } from '../errors.ts';
import { type Fetch, platform } from '../platform.ts';
import type { User } from '../state.ts';
import { claimsOf, fakeJwt } from './fake-jwt.ts';

/** Names of the calls of a back end. */
type CallName = 'login' | 'refresh' | 'user' | 'verify' | 'update' | 'logout';

export interface FakeBackendOptions {
  /** The person who signs in. Default: an organization called Olga. */
  readonly user?: object;
  /** The only right password; left out, any is. */
  readonly password?: string;
  /** Seconds that an access token lasts. Default: 300. */
  readonly lifetime?: number;
}

export interface FakeBackend extends Backend<Credentials, User> {
  /** For `createAuth({ fetch })`: answers `auth.fetch` with 200 and `{ path, user }` to a good token, else with 401. */
  readonly fetch: Fetch;
  /** Calls in their order; requests of `fetch` as `GET /path`. */
  readonly calls: readonly string[];
  /** The next calls of that name fail so: with an HTTP status, or, 0, without an answer. */
  fail(name: CallName, status: number, detail?: string): void;
  /** They succeed again. */
  mend(name: CallName): void;
  /** Every access token given so far is refused from now on. */
  expireAccess(): void;
  /** Every token given so far is refused from now on. */
  endSessions(): void;
}

const OLGA = {
  id: 1,
  role: 'organization',
  first_name: 'Olga',
  last_name: 'Orlova',
  father_name: 'Olegovna',
};

type FakeResponse = new (body: string, init: { status: number; headers: Record<string, string> }) => object;

/** An API in memory, as a `backend`, with a `fetch` of its own: tokens expire, rotate, and are spent once. */
export function fakeBackend({
  user: first = OLGA,
  password,
  lifetime = 300,
}: FakeBackendOptions = {}): FakeBackend {
  const calls: string[] = [];
  const failures = new Map<CallName, { readonly status: number; readonly detail: string | undefined }>();
  const spent = new Set<unknown>();
  const changed = new Map<string, object>();
  let serial = 0;
  let accessSince = 0;
  let sessionsSince = 0;

  const refuse = (status: number, detail: string | null): never => {
    throw new AuthError(status >= 400 && status < 500 ? 'refused' : 'unreachable', detail ?? '', {
      status: status || null,
      detail,
    });
  };
  const answer = async <T>(name: CallName, work: () => T): Promise<T> => {
    calls.push(name);
    const failure = failures.get(name);
    if (failure) refuse(failure.status, failure.detail ?? null);
    return work();
  };
  const give = (user: object): Tokens => {
    serial += 1;
    const exp = Math.floor(Date.now() / 1000) + lifetime;
    return {
      access: fakeJwt({ type: 'access', user, exp, serial }),
      refresh: fakeJwt({ type: 'refresh', user, serial }),
    };
  };
  /** Whose a good token is. */
  const ownerOf = (token: string, type: 'access' | 'refresh'): object | undefined => {
    const claims = claimsOf(token);
    const since = type === 'access' ? Math.max(accessSince, sessionsSince) : sessionsSince;
    const isGood =
      claims.type === type && Number(claims.serial) >= since && !(Number(claims.exp) * 1000 <= Date.now());
    if (!isGood) return undefined;
    const user = claims.user as object;
    return changed.get(JSON.stringify(user)) ?? user;
  };
  const claimed = (token: string) => claimsOf(token).user as object;
  const owned = (token: string) => ownerOf(token, 'access') ?? refuse(401, 'The token is not valid');

  const backend = {
    login: (credentials: { readonly password?: string }) =>
      answer('login', () =>
        password === undefined || credentials.password === password
          ? give(first)
          : refuse(401, 'No account with these credentials'),
      ),
    refresh: (refresh: string | null) =>
      answer('refresh', () => {
        if (refresh === null || spent.has(refresh) || !ownerOf(refresh, 'refresh'))
          return refuse(401, 'The token is not valid');
        spent.add(refresh);
        return give(claimed(refresh));
      }),
    user: (access: string) => answer('user', () => owned(access)),
    verify: (access: string) => answer('verify', () => !!owned(access)),
    update: (patch: object, access: string) =>
      answer('update', () => {
        const next = { ...owned(access), ...patch };
        changed.set(JSON.stringify(claimed(access)), next);
        return next;
      }),
    logout: () => answer('logout', () => undefined),
  };

  const fetch = async (
    input: string | { url?: string },
    init: { method?: string; headers?: unknown } = {},
  ) => {
    const { url = String(input), method = 'GET' } = input as { url?: string; method?: string };
    const { pathname } = new platform.URL(url, 'http://fake') as unknown as { pathname: string };
    calls.push(`${init.method ?? method} ${pathname}`);
    const headers = new platform.Headers(init.headers ?? (input as { headers?: unknown }).headers);
    const user = ownerOf(headers.get('authorization')?.replace(/^Bearer /, '') ?? '', 'access');
    const body = user ? { path: pathname, user } : { detail: 'The token is not valid' };
    const { Response } = globalThis as unknown as { Response: FakeResponse };
    return new Response(JSON.stringify(body), {
      status: user ? 200 : 401,
      headers: { 'Content-Type': 'application/json' },
    });
  };

  return {
    ...(backend as unknown as Backend<Credentials, User>),
    fetch: fetch as unknown as Fetch,
    calls,
    fail: (name, status, detail) => void failures.set(name, { status, detail }),
    mend: (name) => void failures.delete(name),
    expireAccess() {
      accessSince = serial + 1;
    },
    endSessions() {
      sessionsSince = serial + 1;
    },
  };
}
