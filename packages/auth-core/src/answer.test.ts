import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bodyOf, failureOf, responseOf } from './answer.ts';
import type { ResponseLike } from './platform.ts';
import { createTimers } from './timers.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const answer = (text: () => Promise<string>) => ({ status: 400, text }) as ResponseLike;
const read = (text: string) =>
  bodyOf(
    answer(async () => text),
    createTimers(),
  );

describe('the body of a failed answer', () => {
  test.each([
    ['{"detail":"нет"}', { detail: 'нет' }],
    ['', null],
    ['<html>', undefined],
  ])('%j is read as %j, and nothing is left waiting', async (text, body) => {
    expect(await read(text)).toEqual(body);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is none when it cannot be read', async () => {
    expect(
      await bodyOf(
        answer(() => Promise.reject(new Error('cut'))),
        createTimers(),
      ),
    ).toBeUndefined();
  });

  test('that does not end is waited for two seconds', async () => {
    let isOver = false;
    const body = bodyOf(
      answer(() => new Promise(() => {})),
      createTimers(),
    ).then((found) => {
      isOver = true;
      return found;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    // Not awaited until it is known to have come: one that never does would take the test's own time.
    expect(isOver).toBe(true);
    expect(await body).toBeUndefined();
  });

  test('that another library has read already is taken as it is', async () => {
    const data = { detail: 'нет' };
    expect(await bodyOf({ status: 400, data } as unknown as ResponseLike, createTimers())).toBe(data);
  });
});

test('an adapter may throw an answer, an error with the answer inside, or anything else', () => {
  const thrown = { status: 401 };
  expect(responseOf(thrown)).toBe(thrown);
  expect(responseOf({ response: thrown })).toBe(thrown);
  expect(responseOf({ status: 'failed', response: thrown })).toBe(thrown);
  expect(responseOf(new Error('offline'))).toBeUndefined();
  expect(responseOf(undefined)).toBeUndefined();
});

describe('the error of an answer', () => {
  test('has the sentences that are sentences', () => {
    const body = { detail: 5, phone: ['Занят.'], code: 'taken', ids: [1], mixed: ['Так.', 1] };
    const error = failureOf({ status: 400 } as ResponseLike, body);
    expect(error).toMatchObject({ code: 'refused', message: '', detail: null, retryAfter: null });
    expect(error.fieldErrors).toEqual({ phone: ['Занят.'] });
    expect(error.cause).toEqual(new Error('HTTP 400'));
  });

  test.each([
    ['3', 3],
    ['0', null],
    ['Mon, 02 Mar 2026 09:00:01 GMT', 1],
    ['Mon, 02 Mar 2026 09:00:00 GMT', null],
    ['soon', null],
  ])('with Retry-After %j asks to wait %j seconds', (header, seconds) => {
    const response = { status: 429, headers: { get: () => header } } as unknown as ResponseLike;
    expect(failureOf(response, {}).retryAfter).toBe(seconds);
  });
});
