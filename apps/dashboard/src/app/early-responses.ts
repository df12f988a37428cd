/** Responses to the requests of `public/page-start.js`, by path, with the access token and the request time in Unix ms. */
type EarlyResponses = { token: string; requestedAt: number; responses: Record<string, Promise<Response>> };

declare global {
  var early: EarlyResponses | undefined;
}

/** Maximum age, in milliseconds, of an early response. */
const MAX_AGE_MS = 30_000;

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** `fetch` that reuses an early response for the first matching request with the same token. Other requests go to the network. */
export const fetchOrReuse: typeof fetch = (input, init = {}) => {
  if (!globalThis.early) return fetch(input, init);
  const { token, requestedAt, responses } = globalThis.early;
  const path = Object.keys(responses).find((each) => String(input).endsWith(each));
  const response = path && init.method === (path.endsWith('verify/') ? 'POST' : 'GET') && responses[path];
  if (!response) return fetch(input, init);
  delete responses[path];
  const { signal, headers } = init;
  const isSameToken = new Headers(headers).get('Authorization') === `Bearer ${token}`;
  if (!isSameToken || Date.now() - requestedAt > MAX_AGE_MS) return fetch(input, init);
  return signal ? Promise.race([response, rejectOnAbort(signal)]) : response;
};
