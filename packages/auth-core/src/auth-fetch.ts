/**
 * Owns requests with the access token: which addresses may receive it, `auth.fetch`, and the rule that a 401 is followed by
 * one refresh and one retry. An endpoint that refuses new tokens causes no further refresh for 30 seconds.
 */
import { AuthError } from './errors.ts';
import { type AnyResponse, abortReason, expiresIn, orAborted, type Warn } from './platform.ts';
import type { Refresh } from './refresh.ts';
import { canRefresh, type Session, type Stored } from './session.ts';

/** Undefined where the origin is unknown or not http(s): then no token goes there. */
function parseUrl(text: string, base?: string): { origin: string; href: string } | undefined {
  try {
    const { origin, href } = new URL(text, base);
    return /^https?:/.test(origin) ? { origin, href } : undefined;
  } catch {
    return undefined;
  }
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

export type Address = ReturnType<typeof createAddress>;

/** Resolves addresses itself: with a `<base href>` `fetch` would send tokens and passwords to another origin. */
export function createAddress(baseUrl: string, origins: readonly string[], warn: Warn) {
  const page = () => globalThis.location?.href;
  let absolute = '';
  /** That of the base address first; undefined where it is unknown. */
  let allowedOrigins: (string | undefined)[] | undefined;
  let hasWarned = false;

  /** The base address, absolute, without a trailing slash; empty where it is relative and there is no page. */
  const base = (): string => {
    if (absolute) return absolute;
    try {
      const text = ABSOLUTE.test(baseUrl) ? baseUrl : new URL(baseUrl || '/', page()).href;
      absolute = text.replace(/[?#].*/, '').replace(/\/+$/, '');
    } catch {}
    return absolute;
  };
  const requireBase = (pattern: RegExp): string => {
    if (pattern.test(base())) return absolute;
    const found = absolute || 'relative, without a page';
    const message = `auth: the baseUrl ${JSON.stringify(baseUrl)} must be an absolute http(s) address; here it is ${found}`;
    throw new AuthError('misconfigured', message);
  };

  return {
    base,
    /** The base address for a backend. Throws `misconfigured` where it is not an http(s) one. */
    httpBase: () => requireBase(/^https?:/i),
    /** A relative address is appended to the base. `isOwn`: it may receive the token. */
    locate(text: string): { readonly url: string; readonly isOwn: boolean } {
      const isAbsolute = ABSOLUTE.test(text) || /^[\\/]{2}/.test(text);
      const url = isAbsolute ? text : `${requireBase(/./)}/${text.replace(/^\//, '')}`;
      const target = parseUrl(url, page());
      allowedOrigins ??= [`${base()}/`, ...origins].map((one) => parseUrl(one)?.origin);
      const isKnown = target && allowedOrigins[0];
      if (!isKnown && !hasWarned) {
        hasWarned = true;
        warn('no token is sent to an unknown origin', url.split(/[?#]/)[0]);
      }
      return { url: target?.href ?? url, isOwn: !!isKnown && allowedOrigins.includes(target?.origin) };
    },
  };
}

/** Recognizes an outcome that needs a new token: a response, or a value or error of a backend or another client. */
export type IsUnauthorized = (outcome: unknown) => Promise<boolean> | boolean;

/** The option, or its default. A check that throws recognizes nothing. */
export const createIsUnauthorized =
  (check: ((response: AnyResponse) => boolean | Promise<boolean>) | undefined): IsUnauthorized =>
  async (outcome) => {
    const { status, response } = (outcome ?? {}) as { status?: unknown; response?: { status?: unknown } };
    if (!check) return (response?.status ?? status) === 401;
    try {
      return await check(outcome as AnyResponse);
    } catch {
      return false;
    }
  };

interface SendOptions {
  /** False where the body has been read and cannot be read again. */
  readonly canRepeat?: () => boolean;
  /** A request of the caller: it carries no token while no user is signed in. */
  readonly isCallerRequest?: boolean;
  /** Key of the cooldown. Default: the function that sends. */
  readonly endpoint?: unknown;
}

const COOLDOWN_MS = 30_000;

export type TokenSender = ReturnType<typeof createTokenSender>;

/** @param isAnonymous Startup has found that no user is signed in. */
export function createTokenSender(
  session: Session,
  refresh: Refresh,
  refreshAhead: number | undefined,
  isAnonymous: () => boolean,
) {
  const isRecent = (at: number) => Math.abs(Date.now() - at) < COOLDOWN_MS;
  /** Endpoints of a session that refused the token of a refresh, and accepted no other since. */
  const refusals = new Map<unknown, { at: number; token: string | null; generation: number }>();
  /** When a new token was already expired according to the local clock: refreshing before each request does not help then. */
  let clockFailedAt = Number.NEGATIVE_INFINITY;

  // An expired token is refreshed even if the endpoint refused it before.
  const isCoolingDown = (endpoint: unknown, token: string, { generation }: Stored) => {
    const refusal = refusals.get(endpoint);
    return refusal?.generation === generation && isRecent(refusal.at) && !(expiresIn(token) <= 0);
  };
  const noteRefusal = (endpoint: unknown, { accessToken, generation }: Stored) => {
    for (const [key, { at }] of refusals) if (!isRecent(at)) refusals.delete(key);
    refusals.set(endpoint, { at: Date.now(), token: accessToken, generation });
  };
  const tokenIn = ({ accessToken }: Stored, isCallerRequest: boolean | undefined) =>
    isCallerRequest && isAnonymous() ? null : accessToken;

  /** The session with a token that lasts longer than `margin`, where it can be refreshed. */
  const refreshExpiring = async (seen: Stored, margin: number): Promise<Stored> => {
    const expires = ({ accessToken }: Stored) => !!accessToken && expiresIn(accessToken) <= margin;
    if (!expires(seen) || isRecent(clockFailedAt)) return seen;
    await refresh.renew(seen);
    const now = session.current();
    if (expires(now)) clockFailedAt = Date.now();
    return now.generation === seen.generation ? now : seen;
  };

  return {
    /** Sends with the stored access token; when `isUnauthorized` recognizes the outcome, once more with a newer one. */
    async send<T>(
      attempt: (accessToken: string | null) => T | Promise<T>,
      isUnauthorized: IsUnauthorized,
      { canRepeat = () => true, isCallerRequest, endpoint = attempt }: SendOptions = {},
    ): Promise<T> {
      const outcomeOf = async (token: string | null) => {
        const sent = (async () => attempt(token))();
        const outcome = await sent.catch(
          (error) => (error as { response?: unknown } | null)?.response ?? error,
        );
        return { isRefused: await isUnauthorized(outcome), result: sent };
      };
      const stored = await session.read();
      const seen =
        refreshAhead !== undefined && tokenIn(stored, isCallerRequest)
          ? await refreshExpiring(stored, refreshAhead).catch(() => stored)
          : stored;
      const token = tokenIn(seen, isCallerRequest);
      const first = await outcomeOf(token);
      if (!first.isRefused) {
        if (refusals.get(endpoint)?.token !== token) refusals.delete(endpoint);
        return first.result;
      }
      if (!canRepeat() || !token || isCoolingDown(endpoint, token, seen)) return first.result;
      const isNewer = await refresh.renew(seen);
      const now = session.current();
      if (seen.generation !== now.generation) return first.result;
      const last = isNewer ? await outcomeOf(now.accessToken) : first;
      if (last.isRefused) noteRefusal(endpoint, now);
      return last.result;
    },
    /** The access token, refreshed first when it has expired. */
    async getToken(): Promise<string | null> {
      const seen = await session.read();
      if (!tokenIn(seen, true)) return null;
      await refreshExpiring(seen, refreshAhead ?? 0);
      const now = session.current();
      return now.generation === seen.generation ? tokenIn(now, true) : null;
    },
  };
}

/** Streams, also old ones of Node, can be read once. */
const isStream = (body: unknown) =>
  typeof body === 'object' &&
  !!body &&
  ('getReader' in body || 'pipe' in body || Symbol.asyncIterator in body);

/** A copy of another Request, or of an instance of a class, would lose fields. */
const isPlain = (init: object) =>
  [Object.prototype, null].includes(Object.getPrototypeOf(init) as object | null);

/** Cancels an unread body: it keeps its connection busy, or its bytes in memory. */
const discard = (message: Request | Response | undefined) => {
  message?.body?.cancel?.().catch(() => {});
};

/** @param isUnauthorized Undefined: status 401. */
export function createAuthFetch(
  address: Address,
  fetch: typeof globalThis.fetch,
  tokenSender: TokenSender,
  session: Session,
  isUnauthorized: IsUnauthorized | undefined,
): typeof globalThis.fetch {
  return async (input, callerInit) => {
    const isRequest = !!(input as Partial<Request>).url;
    const { url, isOwn } = address.locate(isRequest ? (input as Request).url : String(input));
    const init = callerInit && isPlain(callerInit) ? callerInit : undefined;
    const rebuilt = callerInit && !init ? new Request(isRequest ? input : url, callerInit) : undefined;
    const request = rebuilt ?? (isRequest ? (input as Request) : undefined);
    const headers = new Headers(init?.headers ?? request?.headers);
    if (headers.has('Authorization') || !isOwn) return fetch(request ?? url, init);

    const signal = init?.signal === undefined ? request?.signal : init.signal;
    if (signal?.aborted) throw abortReason(signal);
    let copy = request;
    let response: Response | undefined;
    const attempt = async (accessToken: string | null) => {
      if (signal?.aborted) throw abortReason(signal);
      const sent = copy;
      // The copy for a retry holds the whole body: only where a retry can follow.
      copy = response || !accessToken || !canRefresh(session.current()) ? undefined : request?.clone();
      const own = response ? new Headers(headers) : headers;
      if (accessToken) own.set('Authorization', `Bearer ${accessToken}`);
      discard(response);
      response = undefined;
      response = await fetch(sent ?? url, { ...init, headers: own });
      return response;
    };
    const check = async () => {
      if (!isUnauthorized) return response?.status === 401;
      let clone: Response | undefined;
      try {
        clone = response?.clone();
      } catch {}
      const isRefused = !!clone && (await isUnauthorized(clone));
      discard(clone);
      return isRefused;
    };
    const send = async () => {
      try {
        return await tokenSender.send(attempt, check, {
          canRepeat: () => !isStream(init?.body) && (!request || !!copy),
          isCallerRequest: true,
          endpoint: url.replace(/[?#].*/, ''),
        });
      } catch (error) {
        discard(response);
        throw error;
      } finally {
        discard(copy);
      }
    };
    return orAborted(send(), signal);
  };
}
