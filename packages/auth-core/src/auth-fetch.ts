import {
  type AbortSignalLike,
  type FetchLike,
  platform,
  type RequestInitLike,
  type RequestLike,
  type ResponseLike,
} from './platform.ts';
import type { Refresh } from './refresh.ts';
import type { Session } from './session.ts';

/** Sends with the stored access token; on a 401, once more with a newer one, unless told to send `once`. */
export type Authorise = <T extends { readonly status: number }>(
  send: (access: string | null) => Promise<T>,
  once?: boolean,
) => Promise<T>;

export const createAuthorise =
  (session: Session, refresh: Refresh): Authorise =>
  async (send, once) => {
    await session.sync();
    const begun = session.now();
    const answer = await send(begun.access);
    const renewed = answer.status === 401 && !once && (await refresh.renew(begun));
    const now = session.now();
    return renewed && begun.epoch === now.epoch ? send(now.access) : answer;
  };

/** `undefined` where it cannot be told: then no token goes out, a guess would not do. */
function originOf(url: string): string | undefined {
  try {
    return new platform.URL(url, platform.location?.href ?? 'http://page').origin;
  } catch {
    return undefined;
  }
}

/** A stream can be read once: it cannot be sent again. */
const isOneShot = (body?: { getReader?: unknown; [Symbol.asyncIterator]?: unknown } | null) =>
  !!(body?.getReader ?? body?.[Symbol.asyncIterator]);

/** Lets go when the caller does; the work itself, shared with others, goes on. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignalLike): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

export function createAuthFetch(baseUrl: string, fetch: FetchLike, authorise: Authorise): FetchLike {
  return async (input, init) => {
    const request = (input as Partial<RequestLike>).url ? (input as RequestLike) : undefined;
    const text = request?.url ?? String(input);
    const url = /^([a-z][a-z\d+.-]*:|[\\/]{2})/i.test(text) ? text : `${baseUrl}/${text.replace(/^\//, '')}`;
    const own = new platform.Headers(init?.headers ?? request?.headers);
    const origin = originOf(url);
    if (own.has('Authorization') || !origin || origin !== originOf(`${baseUrl}/`))
      return fetch(request ?? url, init);

    const signal = init?.signal ?? request?.signal;
    // The second is for the retry.
    const requests = [request, request?.clone()];
    let answered: ResponseLike | undefined;
    const send = async (access: string | null): Promise<ResponseLike> => {
      if (signal?.aborted) throw signal.reason;
      const headers = new platform.Headers(own);
      if (access) headers.set('Authorization', `Bearer ${access}`);
      // An answer that nobody reads keeps its connection busy.
      answered?.text().catch(() => {});
      answered = await fetch(requests.shift() ?? url, { ...init, headers } satisfies RequestInitLike);
      return answered;
    };
    const answer = authorise(send, isOneShot(init?.body as object | undefined));
    return signal ? orAborted(answer, signal) : answer;
  };
}
