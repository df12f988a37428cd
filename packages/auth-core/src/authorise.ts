import { platform } from './platform.ts';
import type { Refresh } from './refresh.ts';
import type { Session, Stored } from './session.ts';

/** Sends a request. */
export interface Sending {
  /** No refresh follows a 401. */
  readonly isOnce?: boolean;
  /** For a caller's own request: it carries no token while nobody is signed in. */
  readonly isGuarded?: boolean;
  /** Name of the endpoint, to end refreshing where it is no use. Left out: the token itself. */
  readonly endpoint?: string;
}

export interface Authorise {
  /** Sends with the stored access token; on a 401, once more with a newer one. */
  send<T extends { readonly status: number }>(
    send: (access: string | null) => Promise<T>,
    how?: Sending,
  ): Promise<T>;
  /** The access token, renewed first when it has expired. */
  token(): Promise<string | null>;
}

/** For so many milliseconds an endpoint that refuses a fresh token is not given another. */
const FUTILE_MS = 30_000;

/** Milliseconds until the token expires; `NaN` where that cannot be told. */
export function expiresIn(token: string): number {
  try {
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(platform.atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as {
      exp: number;
    };
    return exp * 1000 - Date.now();
  } catch {
    return Number.NaN;
  }
}

export function createAuthorise(
  session: Session,
  refresh: Refresh,
  /** Milliseconds before its end that a token is renewed; `undefined`: a request waits for its 401. */
  ahead: number | undefined,
  isAnonymous: () => boolean,
): Authorise {
  const futile = new Map<string, number>();
  const isFutile = (what: string) => Math.abs(Date.now() - (futile.get(what) ?? Number.NaN)) < FUTILE_MS;
  const note = (what: string) => {
    for (const other of futile.keys()) if (!isFutile(other)) futile.delete(other);
    futile.set(what, Date.now());
  };
  const tokenIn = ({ access }: Stored, isGuarded: boolean | undefined) =>
    isGuarded && isAnonymous() ? null : access;

  /** The stored session, after a token about to expire was renewed. */
  const renewAhead = async (now: Stored, margin: number): Promise<Stored> => {
    const { access, epoch } = now;
    if (!access || !(expiresIn(access) <= margin) || isFutile('')) return now;
    await refresh.renew(now);
    const { access: next } = session.now();
    // By this clock every token has expired: no use in renewing each time.
    if (next && expiresIn(next) <= margin) note('');
    return epoch === session.now().epoch ? session.now() : now;
  };

  return {
    async send(send, { isOnce, isGuarded, endpoint } = {}) {
      let begun = await session.sync();
      if (ahead !== undefined && !isOnce && tokenIn(begun, isGuarded))
        begun = await renewAhead(begun, ahead).catch(() => begun);
      const token = tokenIn(begun, isGuarded);
      const answer = await send(token);
      const isHopeless = isOnce || (isGuarded && !token && begun.access) || isFutile(endpoint ?? `${token}`);
      if (answer.status !== 401 || isHopeless || !(await refresh.renew(begun))) return answer;
      const now = session.now();
      if (begun.epoch !== now.epoch) return answer;
      const second = await send(now.access);
      if (second.status === 401) note(endpoint ?? `${now.access}`);
      return second;
    },
    async token() {
      const now = await session.sync();
      if (!tokenIn(now, true)) return null;
      await renewAhead(now, ahead ?? 0);
      return tokenIn(session.now(), true);
    },
  };
}

/** Answer of another client, or an error that holds one, as axios throws it. */
interface Sent<T> {
  readonly status: number;
  give(): T;
}

const statusOf = (thing: unknown): number => {
  const { status, response } = (thing ?? {}) as { status?: number; response?: { status?: number } };
  return response?.status ?? status ?? 0;
};

/** Sends through another client, as {@link Authorise.send}. */
export async function withToken<T>(
  authorise: Authorise,
  send: (token: string | null) => T | Promise<T>,
): Promise<T> {
  const sent = await authorise.send(
    async (access): Promise<Sent<T>> => {
      try {
        const answer = await send(access);
        return { status: statusOf(answer), give: () => answer };
      } catch (error) {
        const give = () => {
          throw error;
        };
        return { status: statusOf(error), give };
      }
    },
    { isGuarded: true },
  );
  return sent.give();
}
