import { expect, test } from 'vitest';
import { maskPath, maskPhone } from './request-log.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJhIn0.c2lnbmF0dXJl_-';

const SECRET = 'wJ1xUq0c-Zb5_9mT2kYhLr8vNd3oEiPaSgXfBtQyR7u';

test.each([
  ['/api/accounts/users/me/', '/api/accounts/users/me/'],
  ['/ref/AbC-12345', '/ref/AbC-12345'],
  ['/partners/01a1fdf2-ca55-7642-b120-351234567890', '/partners/01a1fdf2-ca55-7642-b120-351234567890'],
  [`/login?token=${TOKEN}`, '/login'],
  [`/api/accounts/verify/${TOKEN}/`, '/api/accounts/verify/***/'],
  ['/api/users/+79161234567/', '/api/users/+***/'],
  ['/api/users/%2B79161234567', '/api/users/%2B***'],
  ['http://user:password@host/api/health/', '/api/health/'],
  [`/invite/${SECRET}`, '/invite/***'],
  [`/invite/${SECRET}/`, '/invite/***'],
  ['/invite/short/and/more?x', '/invite/***'],
  [`/reset/${SECRET}`, '/reset/***'],
  [`/setup/${SECRET}?x`, '/setup/***'],
  [`/INVITE//${SECRET}`, '/INVITE//***'],
  [`/invite%2F${SECRET}`, '/invite%2F***'],
  [`/api/public/invitations/check/${SECRET}`, '/api/public/invitations/check/***'],
])('the log writes the address %s as %s', (url, path) => {
  expect(maskPath(url)).toBe(path);
});

test.each([
  ['+79161234567', '+7916***4567'],
  ['+37529123456', '+3752***3456'],
  ['my password', '***'],
  ['', '***'],
])('a phone %j is masked as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});
