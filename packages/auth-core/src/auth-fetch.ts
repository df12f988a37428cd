import type { Address } from './address.ts';
import type { Authorise } from './authorise.ts';
import {
  type FetchLike,
  platform,
  type RequestInitLike,
  type RequestLike,
  type ResponseLike,
} from './platform.ts';
import { abortReason, orAborted } from './timers.ts';

/** A stream can be read once: it cannot be sent again. */
const isOneShot = (body?: { getReader?: unknown; [Symbol.asyncIterator]?: unknown } | null) =>
  !!(body?.getReader ?? body?.[Symbol.asyncIterator]);

/** Anything else (another Request, an instance of a class) has fields that a copy would lose. */
const isPlain = (init: object) =>
  [Object.prototype, null].includes(Object.getPrototypeOf(init) as object | null);

/** Lets go of a body that nobody reads: it keeps its connection busy, or its bytes in memory. */
const discard = (message: { readonly body?: RequestLike['body'] } | undefined) => {
  message?.body?.cancel?.().catch(() => {});
};

export function createAuthFetch(
  address: Address,
  fetch: FetchLike,
  authorise: Authorise,
  canRetry: () => boolean,
): FetchLike {
  return async (input, given) => {
    const isRequest = !!(input as Partial<RequestLike>).url;
    const { url, isOurs } = address.locate(isRequest ? (input as RequestLike).url : String(input));
    const isExotic = given && !isPlain(given);
    const init = isExotic ? undefined : given;
    const request = isExotic
      ? new platform.Request(isRequest ? input : url, given)
      : isRequest
        ? (input as RequestLike)
        : undefined;
    const own = new platform.Headers(init?.headers ?? request?.headers);
    if (own.has('Authorization') || !isOurs) return fetch(request ?? url, init);

    const signal = init?.signal === undefined ? request?.signal : init.signal;
    if (signal?.aborted) throw abortReason(signal);
    let next = request;
    let answered: ResponseLike | undefined;
    const send = async (access: string | null): Promise<ResponseLike> => {
      if (signal?.aborted) throw abortReason(signal);
      const present = next;
      if (answered && request && !present) return answered;
      // A copy for a retry holds the whole body: none where there cannot be any.
      next = answered || !access || !canRetry() ? undefined : request?.clone();
      const headers = answered ? new platform.Headers(own) : own;
      if (access) headers.set('Authorization', `Bearer ${access}`);
      discard(answered);
      answered = await fetch(present ?? url, { ...init, headers } satisfies RequestInitLike);
      return answered;
    };
    const [endpoint = url] = url.split(/[?#]/);
    const isOnce = isOneShot(init?.body as object | undefined);
    const answer = authorise.send(send, { endpoint, isGuarded: true, isOnce }).finally(() => discard(next));
    return orAborted(answer, signal);
  };
}
