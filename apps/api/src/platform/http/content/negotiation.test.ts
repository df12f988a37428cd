import { expect, test } from 'vitest';
import { encodingFor, takesJson } from './negotiation.ts';

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'text/html, application/*;q=0.1',
  'Application/JSON; charset=utf-8',
])('Accept: %s accepts JSON', (accept) => {
  expect(takesJson(accept)).toBe(true);
});

test.each([
  ...['text/html', 'application/xml', 'application/json;q=0', '*/*; q=0.0'],
  '*/*, application/json;q=0',
])('Accept: %s does not accept JSON', (accept) => {
  expect(takesJson(accept)).toBe(false);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['BR', 'br'],
  ['identity, br;q=0.1', 'identity'],
  ['zstd', 'identity'],
])('Accept-Encoding: %s gets %s', (header, encoding) => {
  expect(encodingFor(header, ['br', 'gzip'])).toBe(encoding);
});
