import { expect, test } from 'vitest';
import { takesJson } from './negotiation.ts';

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'text/html, application/*;q=0.1',
  'Application/JSON; charset=utf-8',
])('Accept: %s takes JSON', (accept) => {
  expect(takesJson(accept)).toBe(true);
});

test.each(['text/html', 'application/xml', 'application/json;q=0', '*/*; q=0.0'])(
  'Accept: %s does not take JSON',
  (accept) => {
    expect(takesJson(accept)).toBe(false);
  },
);
