import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAddress } from './auth-fetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const addressOf = (baseUrl: string, warn = vi.fn()) => createAddress(baseUrl, [], warn);

describe('the base address', () => {
  test.each([
    ['https://a.example/api///', 'https://a.example/api'],
    ['https://a.example/api?from=mail', 'https://a.example/api'],
    ['https://a.example/api//#top', 'https://a.example/api'],
  ])('the base address of %s has no query and no trailing slash', (baseUrl, base) => {
    expect(addressOf(baseUrl).base()).toBe(base);
  });

  test('the base address is resolved against the page once', () => {
    vi.stubGlobal('location', { href: 'https://shop.example/app/' });
    const { base } = addressOf('v1');
    expect(base()).toBe('https://shop.example/app/v1');
    vi.stubGlobal('location', { href: 'https://other.example/' });
    expect(base()).toBe('https://shop.example/app/v1');
  });

  test('a relative base address needs a page, and the error says so', () => {
    const message =
      'auth: the baseUrl "/api" must be an absolute http(s) address; here it is relative, without a page';
    expect(addressOf('/api').base()).toBe('');
    expect(() => addressOf('/api').httpBase()).toThrow(message);
    expect(() => addressOf('/api').locate('/x/')).toThrow(message);
  });

  test('a base address of another scheme is an error where an http(s) address is needed', () => {
    expect(addressOf('xhttp://a').base()).toBe('xhttp://a');
    expect(() => addressOf('xhttp://a').httpBase()).toThrow(
      'auth: the baseUrl "xhttp://a" must be an absolute http(s) address; here it is xhttp://a',
    );
  });
});

describe('the address of a request', () => {
  test('an address with two slashes inside is relative', () => {
    expect(addressOf('https://a.example/api').locate('x//y')).toEqual({
      url: 'https://a.example/api/x//y',
      isOwn: true,
    });
  });

  test('a request to an absolute address needs no page, and gets no token without a base address', () => {
    expect(addressOf('/api').locate('https://a.example/x')).toEqual({
      url: 'https://a.example/x',
      isOwn: false,
    });
  });

  test('a request to a host that is named like a scheme gets no token', () => {
    const { locate } = addressOf('ftp://https:81');
    expect(locate('/x').isOwn).toBe(false);
  });

  test('a request that gets no token is logged once, without its query', () => {
    const warn = vi.fn();
    const { locate } = addressOf('https://a.example', warn);
    locate('otherapp://evil/x?code=secret');
    locate('otherapp://evil/y');
    expect(warn.mock.calls).toEqual([['no token is sent to an unknown origin', 'otherapp://evil/x']]);
  });
});
