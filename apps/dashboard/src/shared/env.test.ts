import { expect, test } from 'vitest';
import { setMeta } from '../testing/meta.ts';
import { env } from './env.ts';

test('the API base URL is read from a meta element of the page', { tags: ['spec/7.base'] }, () => {
  setMeta('api-base', 'https://api.example.test/v1');
  expect(env.apiBase()).toBe('https://api.example.test/v1');
});

test('a placeholder that was not replaced counts as empty', () => {
  setMeta('api-base', '__API_BASE__');
  expect(env.apiBase()).toBe('');
  expect(env.captchaSiteKey()).toBe('');
});

test.each(['https://help.example.test', 'mailto:help@example.test', 'tel:+78000000000'])(
  'the support URL %s is accepted',
  (url) => {
    setMeta('support-url', url);
    expect(env.supportUrl()).toBe(url);
  },
);

test('a support URL that would run a script is ignored', () => {
  setMeta('support-url', 'javascript:alert(1)');
  expect(env.supportUrl()).toBe('');
});
