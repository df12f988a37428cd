import { afterEach, expect, test } from 'vitest';
import { env } from './env.ts';

const meta = (name: string, content: string) => {
  document.head.innerHTML = `<meta name="${name}" content="${content}">`;
};
afterEach(() => {
  document.head.innerHTML = '';
});

test('the API base is read from the page, whoever hosts it', () => {
  meta('api-base', 'https://api.example.test/v1');
  expect(env.apiBase()).toBe('https://api.example.test/v1');
});

test('a placeholder nobody filled in reads as empty', () => {
  meta('api-base', '__API_BASE__');
  expect(env.apiBase()).toBe('');
  expect(env.captchaSiteKey()).toBe('');
});

test.each(['https://help.example.test', 'mailto:help@example.test', 'tel:+78000000000'])(
  'the support address %s is taken',
  (url) => {
    meta('support-url', url);
    expect(env.supportUrl()).toBe(url);
  },
);

test('a support address that would run a script is not taken', () => {
  meta('support-url', 'javascript:alert(1)');
  expect(env.supportUrl()).toBe('');
});
