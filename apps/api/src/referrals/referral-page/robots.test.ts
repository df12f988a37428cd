import { expect, test } from 'vitest';
import { isRobot } from './robots.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

test.each([
  ['TelegramBot (like TwitterBot)'],
  ['WhatsApp/2.23.20.0'],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  ['facebookexternalhit/1.1'],
  ['Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)'],
  ['curl/8.5.0'],
  [''],
])('the user agent «%s» is a robot', (agent) => {
  expect(isRobot({ 'user-agent': agent })).toBe(true);
});

test.each([
  [PHONE],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  ['Mozilla/5.0 (Linux; Android 10; Cubot Note 20) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'],
  ['Mozilla/5.0 (Linux; Android 13; CPH2591) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'],
])('the user agent «%s» is not a robot', (agent) => {
  expect(isRobot({ 'user-agent': agent })).toBe(false);
});

test.each([{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'x-moz': 'prefetch' }])(
  'a prefetched page is not a visit: %o',
  (headers) => {
    expect(isRobot({ 'user-agent': PHONE, ...headers })).toBe(true);
  },
);
