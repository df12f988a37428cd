import { leadRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { createApi } from './client.ts';
import { ApiFailure, isRetryable } from './failure.ts';

const ID = '01a2b3c4-0000-7000-8000-000000000001';
const EMPTY_PAGE = { next: null, previous: null, results: [] };

type SentRequest = { url: string; method: string | undefined; body: unknown };

/** Creates an API client over a fake fetch that records requests and always returns the same response. */
function createTestApi(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: SentRequest[] = [];
  const fetch = async (url: string, init?: RequestInit) => {
    sent.push({ url, method: init?.method, body: init?.body && JSON.parse(String(init.body)) });
    return typeof body === 'string'
      ? new Response(body, { status, headers })
      : Response.json(body, { status, headers });
  };
  return { ...createApi(fetch, () => 'organization'), sent };
}

const catchFailure = (call: Promise<unknown>): Promise<ApiFailure> =>
  call.then(
    () => expect.unreachable('the call resolved'),
    (error: unknown) => error as ApiFailure,
  );

test('a call sends lists joined by commas and drops empty parameters', async () => {
  const { call, sent } = createTestApi(200, EMPTY_PAGE);
  await call(leadRoutes.leads, {
    query: { status: ['new', 'won'], search: '', program: [], page_size: '50' },
  });
  expect(sent).toEqual([
    { url: '/api/referral/leads/?page_size=50&status=new%2Cwon', method: 'GET', body: undefined },
  ]);
});

test('the body is sent as JSON to the path with the id of the object', async () => {
  const { call, sent } = createTestApi(409, { detail: 'Нет' });
  await catchFailure(
    call(leadRoutes.transitionLead, { params: { id: ID }, body: { to: 'in_progress', version: 3 } }),
  );
  expect(sent).toEqual([
    {
      url: `/api/referral/leads/${ID}/transition/`,
      method: 'POST',
      body: { to: 'in_progress', version: 3 },
    },
  ]);
});

test('fields that the contract does not declare are dropped from a response', async () => {
  const { call } = createTestApi(200, { ...EMPTY_PAGE, password: 'x' });
  expect(await call(leadRoutes.leads, {})).toEqual(EMPTY_PAGE);
});

test('a response without content resolves to undefined', async () => {
  const { call } = createTestApi(200, '');
  expect(await call(programRoutes.deleteProgram, { params: { id: ID } })).toBeUndefined();
});

test('a response that does not match the contract is rejected', async () => {
  const { call } = createTestApi(200, { results: 'all of them' });
  expect(await catchFailure(call(leadRoutes.leads, {}))).toMatchObject({ code: 'unexpected_answer' });
});

test('a conflict reports the current state and the allowed states', async () => {
  const { call } = createTestApi(409, {
    detail: 'Нельзя.',
    code: 'invalid_transition',
    current: 'won',
    allowed: ['lost'],
  });
  const failure = await catchFailure(call(leadRoutes.leads, {}));
  expect(failure).toMatchObject({
    status: 409,
    code: 'invalid_transition',
    detail: 'Нельзя.',
    current: 'won',
    allowed: ['lost'],
    fieldErrors: {},
  });
  expect(isRetryable(failure)).toBe(false);
});

test('a rejected field keeps its messages', async () => {
  const { call } = createTestApi(400, { phone: ['Введите номер.'] });
  expect(await catchFailure(call(leadRoutes.leads, {}))).toMatchObject({
    detail: null,
    fieldErrors: { phone: ['Введите номер.'] },
  });
});

test('a server error keeps its incident number, a proxy page its status, and both can be retried', async () => {
  const defect = await catchFailure(
    createTestApi(500, { detail: 'Ошибка. Номер 7F3A', incident: '7F3A' }).call(leadRoutes.leads, {}),
  );
  expect(defect).toMatchObject({ incident: '7F3A', status: 500 });
  const proxy = await catchFailure(
    createTestApi(502, '<h1>Bad gateway</h1>', { 'Retry-After': '7' }).call(leadRoutes.leads, {}),
  );
  expect(proxy).toMatchObject({ status: 502, detail: null, retryAfter: 7 });
  expect([defect, proxy].map(isRetryable)).toEqual([true, true]);
});

test('a network error is a failure without a status', async () => {
  const { call } = createApi(
    () => Promise.reject(new TypeError('fetch failed')),
    () => 'organization',
  );
  const failure = await catchFailure(call(leadRoutes.leads, {}));
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure.status).toBeNull();
});

test('an aborted call rejects with the abort error', async () => {
  const controller = new AbortController();
  const { call } = createApi(
    async (_url, init) => {
      controller.abort();
      throw init?.signal?.reason;
    },
    () => 'organization',
  );
  expect(await catchFailure(call(leadRoutes.leads, {}, controller.signal))).toMatchObject({
    name: 'AbortError',
  });
});
