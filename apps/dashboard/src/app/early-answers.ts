/** Answers to what `public/page-start.js` asked before the scripts came, by the path asked for, with the token and at the moment, Unix ms, they were asked. */
type EarlyAnswers = { token: string; at: number; answers: Record<string, Promise<Response>> };

declare global {
  var early: EarlyAnswers | undefined;
}

/** Milliseconds after which an answer that nobody took is too old to show. */
const OLD_MS = 30_000;

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** `fetch` that takes an early answer to the first question that is the same, of the same token, and asks for everything else. */
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
