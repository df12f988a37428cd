/** A question that `public/page-start.js` sent before the scripts came. */
type EarlyVerify = { body: string; answer: Promise<Response> };

declare global {
  var earlyVerify: EarlyVerify | undefined;
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** `fetch` that takes the answer of the early verify for the first verify of the same token, and asks for everything else. */
export const fetchOnce: typeof fetch = (input, init) => {
  const { earlyVerify: early } = globalThis;
  const isVerify = typeof input === 'string' && input.endsWith('/api/accounts/verify/');
  if (early === undefined || !isVerify) return fetch(input, init);
  globalThis.earlyVerify = undefined;
  if (init?.body !== early.body) return fetch(input, init);
  return init.signal ? Promise.race([early.answer, aborted(init.signal)]) : early.answer;
};
