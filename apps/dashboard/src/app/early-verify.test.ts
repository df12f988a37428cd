import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchOnce } from './early-verify.ts';

const VERIFY = '/api/accounts/verify/';
const ask = (token: string, init: RequestInit = {}) =>
  fetchOnce(VERIFY, { method: 'POST', body: JSON.stringify({ token }), ...init });

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
    globalThis.earlyVerify = undefined;
  });
});

const early = (token: string, answer: Promise<Response> = Promise.resolve(new Response('early'))) => {
  globalThis.earlyVerify = { body: JSON.stringify({ token }), answer };
};

test('the answer to the same question is taken once', async () => {
  early('a');
  expect(await (await ask('a')).text()).toBe('early');
  expect(sent).toEqual([]);
  expect(await (await ask('a')).text()).toBe('asked');
});

test('another token is asked about, and the early answer is for nobody then', async () => {
  early('a');
  expect(await (await ask('b')).text()).toBe('asked');
  expect(await (await ask('a')).text()).toBe('asked');
});

test('other calls leave it where it is', async () => {
  early('a');
  await fetchOnce('/api/accounts/refresh/', { method: 'POST' });
  expect(sent).toEqual(['/api/accounts/refresh/']);
  expect(await (await ask('a')).text()).toBe('early');
});

test('who gives up waits for it no longer', async () => {
  early('a', new Promise(() => undefined));
  const controller = new AbortController();
  const answer = ask('a', { signal: controller.signal });
  controller.abort(new Error('given up'));
  await expect(answer).rejects.toHaveProperty('message', 'given up');
});

test('a lost connection is one', async () => {
  const lost = Promise.reject<Response>(new TypeError('Failed to fetch'));
  early('a', lost);
  await expect(ask('a')).rejects.toHaveProperty('message', 'Failed to fetch');
});
