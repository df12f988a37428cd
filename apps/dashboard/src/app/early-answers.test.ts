import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchOnce } from './early-answers.ts';

const VERIFY = '/api/accounts/verify/';
const LEADS = '/api/referral/leads/';
const headersOf = (token: string) => ({ Authorization: `Bearer ${token}` });
const verify = (token: string, init: RequestInit = {}) =>
  fetchOnce(VERIFY, { method: 'POST', headers: headersOf(token), body: JSON.stringify({ token }), ...init });
const leads = (token: string, query = '') =>
  fetchOnce(`https://api.example.ru${LEADS}${query}`, {
    method: 'GET',
    headers: new Headers(headersOf(token)),
  });
const textOf = async (answer: Promise<Response>) => (await answer).text();

let sent: unknown[];
beforeEach(() => {
  sent = [];
  const usual = globalThis.fetch;
  globalThis.fetch = vi.fn(async (input) => {
    sent.push(input);
    return new Response('asked');
  });
  onTestFinished(() => {
    globalThis.fetch = usual;
    globalThis.early = undefined;
    vi.useRealTimers();
  });
});

const early = (token: string, answer = Promise.resolve(new Response('early'))) => {
  globalThis.early = {
    token,
    at: Date.now(),
    answers: { [VERIFY]: answer, [LEADS]: answer.then((one) => one.clone()) },
  };
};

test('the answer to the same question is taken once', async () => {
  early('a');
  expect(await textOf(verify('a'))).toBe('early');
  expect(await textOf(leads('a'))).toBe('early');
  expect(sent).toEqual([]);
  expect(await textOf(verify('a'))).toBe('asked');
  expect(await textOf(leads('a'))).toBe('asked');
});

test('another token is asked about, and the early answer is for nobody then', async () => {
  early('a');
  expect(await textOf(verify('b'))).toBe('asked');
  expect(await textOf(verify('a'))).toBe('asked');
  expect(await textOf(leads('b'))).toBe('asked');
  expect(await textOf(leads('a'))).toBe('asked');
});

test('other calls leave it where it is', async () => {
  early('a');
  await fetchOnce('/api/accounts/refresh/', { method: 'POST' });
  await fetchOnce(LEADS, { method: 'POST', headers: headersOf('a') });
  await leads('a', '?status=new');
  expect(sent).toEqual(['/api/accounts/refresh/', LEADS, `https://api.example.ru${LEADS}?status=new`]);
  expect(await textOf(verify('a'))).toBe('early');
  expect(await textOf(leads('a'))).toBe('early');
});

test('what nobody took for long is asked for anew', async () => {
  early('a');
  vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] });
  expect(await textOf(leads('a'))).toBe('asked');
});

test('who gives up waits for it no longer', async () => {
  early('a', new Promise(() => undefined));
  const controller = new AbortController();
  const answer = verify('a', { signal: controller.signal });
  controller.abort(new Error('given up'));
  await expect(answer).rejects.toHaveProperty('message', 'given up');
});

test('a lost connection is one', async () => {
  const lost = Promise.reject<Response>(new TypeError('Failed to fetch'));
  globalThis.early = { token: 'a', at: Date.now(), answers: { [VERIFY]: lost } };
  await expect(verify('a')).rejects.toHaveProperty('message', 'Failed to fetch');
});
