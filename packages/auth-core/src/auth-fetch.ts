/**
 * Owns requests with the access token: which addresses may receive it, `auth.fetch`, `withToken`, and the rule
 * that a 401 is followed by one refresh and one retry. An endpoint that refuses fresh tokens is given no further
 * refresh for 30 seconds.
 */
import { AuthError } from './errors.ts';
import {
  type AnyResponse,
  abortReason,
  expiresIn,
  type FetchLike,
  orAborted,
  platform,
  type RequestInitLike,
  type RequestLike,
  type ResponseLike,
  type Warn,
} from './platform.ts';
import type { Refresh } from './refresh.ts';
import { canRefresh, type Session, type Stored } from './session.ts';

/** The outcome of a call: a value, or an error to throw. */
export interface Attempt<T> {
  /** A refresh may help. */
  readonly isUnauthorized: boolean;
  take(): T;
}

/** Undefined where the origin is unknown or not an http(s) one: then no token goes there. */
function parseUrl(text: string, base?: string): { origin: string; href: string } | undefined {
  try {
    const { origin, href } = new platform.URL(text, base);
    return /^https?:/.test(origin) ? { origin, href } : undefined;
  } catch {
    return undefined;
  }
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

export type Address = ReturnType<typeof createAddress>;

/**
 * Resolves addresses against the page's address, once, and never by `fetch`: a `<base href>` would send tokens and
 * passwords to another origin.
 */
export function createAddress(baseUrl: string, origins: readonly string[], warn: Warn) {
  const page = () => platform.location?.href;
  let absolute: string | undefined;
  let own: (string | undefined)[] | undefined;
  let hasWarned = false;

  const unusable = (why: string) =>
    new AuthError('misconfigured', `auth: the baseUrl ${JSON.stringify(baseUrl)} ${why}`);

  /**
   * The base address, absolute, without a trailing slash. Throws `misconfigured` where it cannot be one; `isStrict`: also
   * where it is not an http(s) address.
   */
  const base = (isStrict?: boolean): string => {
    if (absolute === undefined) {
      let text = baseUrl;
      try {
        if (!ABSOLUTE.test(text)) text = new platform.URL(text || '/', page()).href;
      } catch {
        throw unusable('is relative, and there is no page here: give an absolute http(s) address');
      }
      absolute = text.replace(/[?#].*$|\/+$/, '').replace(/\/+$/, '');
    }
    if (isStrict && !/^https?:/i.test(absolute))
      throw unusable(`is ${absolute} here, not an http(s) address`);
    return absolute;
  };

  return {
    base,
    /** A relative address is appended to the base. `isOwn`: it may receive the token. */
    locate(text: string): { readonly url: string; readonly isOwn: boolean } {
      const isAbsolute = ABSOLUTE.test(text) || /^[\\/]{2}/.test(text);
      let prefix = '';
      try {
        prefix = base();
      } catch (error) {
        if (!isAbsolute) throw error;
      }
      const url = isAbsolute ? text : `${prefix}/${text.replace(/^\//, '')}`;
      const target = parseUrl(url, page());
      own ??= [`${prefix}/`, ...origins].map((one) => parseUrl(one)?.origin);
      const isKnown = target && own[0];
      if (!isKnown && !hasWarned) {
        hasWarned = true;
        warn('no token is sent where an origin is not known to be an http(s) one', url.split(/[?#]/)[0]);
      }
      return { url: target?.href ?? url, isOwn: !!isKnown && own.includes(target?.origin) };
    },
  };
}

interface SendOptions {
  /** The body can be read only once: no retry. */
  readonly isOneShot?: boolean;
  /** A request of the caller: it carries no token while no user is signed in. */
  readonly isGuarded?: boolean;
  /** Name of the endpoint for the cooldown. */
  readonly endpoint?: string;
}

const COOLDOWN_MS = 30_000;

/** Takes the place of an endpoint where the clock, not a server, finds each new token expired. */
const CLOCK = 'clock';

export type Authorized = ReturnType<typeof createAuthorized>;

/**
 * @param refreshAhead Milliseconds before its expiry at which a token is refreshed.
 * @param isAnonymous Startup has found that no user is signed in.
 */
export function createAuthorized(
  session: Session,
  refresh: Refresh,
  refreshAhead: number | undefined,
  isAnonymous: () => boolean,
) {
  /** Endpoints that refused a token which a refresh had just brought, and a token that they accepted since. */
  const refusals = new Map<string, { at: number; token: string | null; accepted: string | null }>();
  const isRecent = ({ at }: { at: number }) => Math.abs(Date.now() - at) < COOLDOWN_MS;
  const isCoolingDown = (endpoint: string, token: string) => {
    const refusal = refusals.get(endpoint);
    return (
      !!refusal &&
      isRecent(refusal) &&
      (token === refusal.token || token !== refusal.accepted) &&
      // An expired token is refreshed also if the endpoint refused it before.
      (endpoint === CLOCK || !(expiresIn(token) <= 0))
    );
  };
  const noteRefusal = (endpoint: string, token: string | null) => {
    for (const [key, refusal] of refusals) if (!isRecent(refusal)) refusals.delete(key);
    refusals.set(endpoint, { at: Date.now(), token, accepted: null });
  };
  const tokenIn = ({ accessToken }: Stored, isGuarded: boolean | undefined) =>
    isGuarded && isAnonymous() ? null : accessToken;

  const refreshExpiring = async (now: Stored, margin: number): Promise<Stored> => {
    const { accessToken, generation } = now;
    if (!accessToken || !(expiresIn(accessToken) <= margin) || isCoolingDown(CLOCK, accessToken)) return now;
    await refresh.renew(now);
    const next = session.current();
    // By this clock new tokens have expired, too: refreshing each time does not help.
    if (next.accessToken && expiresIn(next.accessToken) <= margin) noteRefusal(CLOCK, next.accessToken);
    return generation === next.generation ? next : now;
  };

  return {
    /** Sends with the stored access token; when it is refused, once more with a newer one. */
    async send<T>(
      attempt: (accessToken: string | null) => Promise<Attempt<T>>,
      { isOneShot, isGuarded, endpoint = '' }: SendOptions = {},
    ): Promise<Attempt<T>> {
      let seen = await session.read();
      if (refreshAhead !== undefined && tokenIn(seen, isGuarded)) {
        const before = seen;
        seen = await refreshExpiring(before, refreshAhead).catch(() => before);
      }
      const token = tokenIn(seen, isGuarded);
      const first = await attempt(token);
      if (!first.isUnauthorized) {
        const refusal = refusals.get(endpoint);
        if (refusal) refusal.accepted = token;
        return first;
      }
      if (isOneShot || !token || isCoolingDown(endpoint, token)) return first;
      const isNewer = await refresh.renew(seen);
      const now = session.current();
      if (seen.generation !== now.generation) return first;
      if (!isNewer) {
        noteRefusal(endpoint, token);
        return first;
      }
      const second = await attempt(now.accessToken);
      if (second.isUnauthorized) noteRefusal(endpoint, now.accessToken);
      return second;
    },
    /** The access token, refreshed first when it has expired. */
    async getToken(): Promise<string | null> {
      const seen = await session.read();
      if (!tokenIn(seen, true)) return null;
      const { generation } = await refreshExpiring(seen, refreshAhead ?? 0);
      const now = session.current();
      return generation === now.generation && seen.generation === generation ? tokenIn(now, true) : null;
    },
  };
}

/** Recognizes an answer that needs a new token: a response, or what another client returned or threw. */
export type IsUnauthorized = (answer: unknown) => Promise<boolean> | boolean;

/** The option, or its default. A check that throws has not recognized anything. */
export const createIsUnauthorized =
  (check: ((response: AnyResponse) => boolean | Promise<boolean>) | undefined): IsUnauthorized =>
  async (answer) => {
    const { status, response } = (answer ?? {}) as { status?: unknown; response?: { status?: unknown } };
    if (!check) return (response?.status ?? status) === 401;
    try {
      return await check(answer as AnyResponse);
    } catch {
      return false;
    }
  };

/** Streams, also old ones of Node, can be read once. */
const isStream = (body: unknown) =>
  typeof body === 'object' &&
  !!body &&
  ('getReader' in body || 'pipe' in body || Symbol.asyncIterator in body);

/** A copy of another Request, or of an instance of a class, would lose fields. */
const isPlain = (init: object) =>
  [Object.prototype, null].includes(Object.getPrototypeOf(init) as object | null);

/** Cancels an unread body: it keeps its connection busy, or its bytes in memory. */
const discard = (message: { readonly body?: RequestLike['body'] } | undefined) => {
  message?.body?.cancel?.().catch(() => {});
};

/** @param isUnauthorized Undefined: status 401. */
export function createAuthFetch(
  address: Address,
  fetch: FetchLike,
  authorized: Authorized,
  session: Session,
  isUnauthorized: IsUnauthorized | undefined,
): FetchLike {
  return async (input, given) => {
    const isRequest = !!(input as Partial<RequestLike>).url;
    const { url, isOwn } = address.locate(isRequest ? (input as RequestLike).url : String(input));
    const isExotic = given && !isPlain(given);
    const init = isExotic ? undefined : given;
    const request = isExotic
      ? new platform.Request(isRequest ? input : url, given)
      : isRequest
        ? (input as RequestLike)
        : undefined;
    const headers = new platform.Headers(init?.headers ?? request?.headers);
    if (headers.has('Authorization') || !isOwn) return fetch(request ?? url, init);

    const signal = init?.signal === undefined ? request?.signal : init.signal;
    if (signal?.aborted) throw abortReason(signal);
    let copy = request;
    let previous: ResponseLike | undefined;
    const attempt = async (accessToken: string | null): Promise<Attempt<ResponseLike>> => {
      if (signal?.aborted) throw abortReason(signal);
      const sent = copy;
      if (previous && request && !sent) return answer(previous, false);
      // The copy for a retry holds the whole body: only where a retry can follow.
      copy = previous || !accessToken || !canRefresh(session.current()) ? undefined : request?.clone();
      const own = previous ? new platform.Headers(headers) : headers;
      if (accessToken) own.set('Authorization', `Bearer ${accessToken}`);
      discard(previous);
      const response = await fetch(sent ?? url, { ...init, headers: own } satisfies RequestInitLike);
      previous = response;
      return answer(
        response,
        isUnauthorized ? await isUnauthorized(response.clone()) : response.status === 401,
      );
    };
    const answer = (response: ResponseLike, unauthorized: boolean) => ({
      isUnauthorized: unauthorized,
      take: () => response,
    });
    const [endpoint = url] = url.split(/[?#]/);
    const options = { endpoint, isGuarded: true, isOneShot: isStream(init?.body) };
    const done = authorized
      .send(attempt, options)
      .finally(() => discard(copy))
      .then(({ take }) => take());
    return orAborted(done, signal);
  };
}

/** Sends through another client. */
export async function sendWithToken<T>(
  authorized: Authorized,
  isUnauthorized: IsUnauthorized,
  send: (token: string | null) => T | Promise<T>,
): Promise<T> {
  const attempt = async (token: string | null): Promise<Attempt<T>> => {
    try {
      const value = await send(token);
      return { isUnauthorized: await isUnauthorized(value), take: () => value };
    } catch (error) {
      const { response } = (error ?? {}) as { response?: unknown };
      return {
        isUnauthorized: await isUnauthorized(response ?? error),
        take() {
          throw error;
        },
      };
    }
  };
  return (await authorized.send(attempt, { isGuarded: true })).take();
}
