import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchOrReuse } from './early-responses.ts';

const VERIFY = '/api/accounts/verify/';
const LEADS = '/api/referral/leads/';
const createHeaders = (token: string) => ({ Authorization: `Bearer ${token}` });
const verify = (token: string, init: RequestInit = {}) =>
  fetchOrReuse(VERIFY, {
    method: 'POST',
    headers: createHeaders(token),
    body: JSON.stringify({ token }),
    ...init,
  });
const leads = (token: string, query = '') =>
  fetchOrReuse(`https://api.example.ru${LEADS}${query}`, {
    method: 'GET',
    headers: new Headers(createHeaders(token)),
  });
const readText = async (response: Promise<Response>) => (await response).text();

let sent: unknown[];
beforeEach(() => {
  sent = [];
  const original = globalThis.fetch;
  globalThis.fetch = vi.fn(async (input) => {
    sent.push(input);
    return new Response('network');
  });
  onTestFinished(() => {
    globalThis.fetch = original;
    globalThis.early = undefined;
    vi.useRealTimers();
  });
});

const setEarly = (token: string, response = Promise.resolve(new Response('early'))) => {
  globalThis.early = {
    token,
    requestedAt: Date.now(),
    responses: { [VERIFY]: response, [LEADS]: response.then((each) => each.clone()) },
  };
};

test('an early response is reused once for the same request', async () => {
  setEarly('a');
  expect(await readText(verify('a'))).toBe('early');
  expect(await readText(leads('a'))).toBe('early');
  expect(sent).toEqual([]);
  expect(await readText(verify('a'))).toBe('network');
  expect(await readText(leads('a'))).toBe('network');
});

test('a request with another token discards the early response', async () => {
  setEarly('a');
  expect(await readText(verify('b'))).toBe('network');
  expect(await readText(verify('a'))).toBe('network');
  expect(await readText(leads('b'))).toBe('network');
  expect(await readText(leads('a'))).toBe('network');
});

test('other requests do not use up the early response', async () => {
  setEarly('a');
  await fetchOrReuse('/api/accounts/refresh/', { method: 'POST' });
  await fetchOrReuse(LEADS, { method: 'POST', headers: createHeaders('a') });
  await leads('a', '?status=new');
  expect(sent).toEqual(['/api/accounts/refresh/', LEADS, `https://api.example.ru${LEADS}?status=new`]);
  expect(await readText(verify('a'))).toBe('early');
  expect(await readText(leads('a'))).toBe('early');
});

test('an early response older than 30 seconds is not reused', async () => {
  setEarly('a');
  vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] });
  expect(await readText(leads('a'))).toBe('network');
});

test('an abort rejects a request that waits for an early response', async () => {
  setEarly('a', new Promise(() => undefined));
  const controller = new AbortController();
  const response = verify('a', { signal: controller.signal });
  controller.abort(new Error('aborted'));
  await expect(response).rejects.toHaveProperty('message', 'aborted');
});

test('a failed early request rejects with its network error', async () => {
  const failed = Promise.reject<Response>(new TypeError('Failed to fetch'));
  globalThis.early = { token: 'a', requestedAt: Date.now(), responses: { [VERIFY]: failed } };
  await expect(verify('a')).rejects.toHaveProperty('message', 'Failed to fetch');
});
