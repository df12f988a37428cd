import { AuthError } from '../errors.ts';
import type { Backend, Tokens } from '../options.ts';
import type { Fetch } from '../platform.ts';
import type { User } from '../state.ts';
import { claimsOf, fakeJwt } from './fake-jwt.ts';

export interface FakeBackendOptions {
  /** The user of every login. Default: `{ id: 1, role: 'admin', name: 'Ann' }`. */
  readonly user?: object;
  /** The only correct password. Default: any. */
  readonly password?: string;
  /** Seconds that an access token is valid. Default: 300. */
  readonly lifetime?: number;
}

/** Accepts any credentials; checks their `password` if the options name one. */
export interface FakeBackend extends Backend<object, User> {
  /** For `createAuth({ fetch })`: 200 and `{ path, user }` for a valid token, else 401. */
  readonly fetch: Fetch;
  /** Names of the calls in order; requests of `fetch` as `GET /path`. */
  readonly calls: readonly string[];
  /** Makes a call fail: with an HTTP status, or without a response (0). */
  fail(name: keyof Backend, status: number, detail?: string): void;
  /** Makes a call succeed again. */
  recover(name: keyof Backend): void;
  /** Refuses every access token issued so far. */
  expireAccess(): void;
  /** Refuses every token issued so far. */
  endSessions(): void;
}

const ANN = { id: 1, role: 'admin', name: 'Ann' };

/** A server in memory, as a `backend` and a `fetch`: tokens expire, rotate, and are spent once. */
export function fakeBackend({
  user: first = ANN,
  password,
  lifetime = 300,
}: FakeBackendOptions = {}): FakeBackend {
  const calls: string[] = [];
  const failures = new Map<keyof Backend, { readonly status: number; readonly detail: string | undefined }>();
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
  const respond = async <T>(name: keyof Backend, work: () => T): Promise<T> => {
    calls.push(name);
    const failure = failures.get(name);
    if (failure) refuse(failure.status, failure.detail ?? null);
    return work();
  };
  const issue = (user: object): Tokens => {
    serial += 1;
    const exp = Math.floor(Date.now() / 1000) + lifetime;
    return {
      accessToken: fakeJwt({ type: 'access', user, exp, serial }),
      refreshToken: fakeJwt({ type: 'refresh', user, serial }),
    };
  };
  /** The user of a valid token. */
  const ownerOf = (token: string, type: 'access' | 'refresh'): object | undefined => {
    const claims = claimsOf(token);
    const since = type === 'access' ? Math.max(accessSince, sessionsSince) : sessionsSince;
    const isValid =
      claims.type === type && Number(claims.serial) >= since && !(Number(claims.exp) * 1000 <= Date.now());
    if (!isValid) return undefined;
    const user = claims.user as object;
    return changed.get(JSON.stringify(user)) ?? user;
  };
  const claimed = (token: string) => claimsOf(token).user as object;
  const owned = (token: string) => ownerOf(token, 'access') ?? refuse(401, 'The token is not valid');

  const backend = {
    login: (credentials: { readonly password?: string }) =>
      respond('login', () =>
        password === undefined || credentials.password === password
          ? issue(first)
          : refuse(401, 'No account with these credentials'),
      ),
    refresh: (refresh: string | null) =>
      respond('refresh', () => {
        if (refresh === null || spent.has(refresh) || !ownerOf(refresh, 'refresh'))
          return refuse(401, 'The token is not valid');
        spent.add(refresh);
        return issue(claimed(refresh));
      }),
    getUser: (access: string) => respond('getUser', () => owned(access)),
    verify: (access: string) => respond('verify', () => !!owned(access)),
    updateUser: (patch: object, access: string) =>
      respond('updateUser', () => {
        const next = { ...owned(access), ...patch };
        changed.set(JSON.stringify(claimed(access)), next);
        return next;
      }),
    logout: () => respond('logout', () => undefined),
  };

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, 'http://fake'), init);
    const { pathname } = new URL(request.url);
    calls.push(`${request.method} ${pathname}`);
    const user = ownerOf(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '', 'access');
    const body = user ? { path: pathname, user } : { detail: 'The token is not valid' };
    return Response.json(body, { status: user ? 200 : 401 });
  };

  return {
    ...(backend as unknown as Backend<object, User>),
    fetch,
    calls,
    fail: (name, status, detail) => void failures.set(name, { status, detail }),
    recover: (name) => void failures.delete(name),
    expireAccess() {
      accessSince = serial + 1;
    },
    endSessions() {
      sessionsSince = serial + 1;
    },
  };
}
