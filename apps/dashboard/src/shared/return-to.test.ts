import { expect, test } from 'vitest';
import { createReturnState, getReturnPath } from './return-to.ts';

const location = { pathname: '/leads', search: '?id=7', hash: '#reward', state: null, key: 'k' };

test('the return path has the path, the query and the fragment', () => {
  expect(getReturnPath(createReturnState(location))).toBe('/leads?id=7#reward');
});

test.each([
  ['another origin', { from: 'https://evil.example.test/' }],
  ['a protocol-relative address', { from: '//evil.example.test' }],
  ['its backslash form', { from: '/\\evil.example.test' }],
  ['one hidden behind dots', { from: '/.//evil.example.test' }],
  ['the login page itself', { from: '/login?x=1' }],
  ['something that is not text', { from: 7 }],
  ['nothing', null],
])('%s falls back to the home page', (_what, state) => {
  expect(getReturnPath(state)).toBe('/');
});
