/** Responses to the requests of `public/page-start.js`, by path, with the access token and the request time in Unix ms. */
type EarlyAnswers = { token: string; at: number; answers: Record<string, Promise<Response>> };

declare global {
  var early: EarlyAnswers | undefined;
}

/** Maximum age, in milliseconds, of an early response. */
const OLD_MS = 30_000;

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** `fetch` that reuses an early response for the first matching request with the same token. Other requests go to the network. */
export const fetchOnce: typeof fetch = (input, init = {}) => {
  const { token, at, answers }: EarlyAnswers = globalThis.early ?? { token: '', at: 0, answers: {} };
  const path = Object.keys(answers).find((one) => String(input).endsWith(one));
  const answer = path && init.method === (path.endsWith('verify/') ? 'POST' : 'GET') && answers[path];
  if (!answer) return fetch(input, init);
  delete answers[path];
  const { signal, headers } = init;
  const isSame = new Headers(headers).get('Authorization') === `Bearer ${token}`;
  if (!isSame || Date.now() - at > OLD_MS) return fetch(input, init);
  return signal ? Promise.race([answer, aborted(signal)]) : answer;
};
