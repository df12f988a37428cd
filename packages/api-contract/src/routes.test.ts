import { describe, expect, test } from 'vitest';
import { routes } from './index.ts';

const all = Object.values(routes);

describe('the routes', () => {
  test('are those of the product text, and health', () => {
    expect(all.map(({ method, path, access }) => `${method} ${path} ${access}`)).toEqual([
      'POST /api/accounts/login/ public',
      'POST /api/accounts/verify/ public',
      'POST /api/accounts/refresh/ public',
      'GET /api/accounts/users/me/ authenticated',
      'PATCH /api/accounts/users/me/ authenticated',
      'GET /api/health/ public',
    ]);
  });

  test('refuse every field in Russian', () => {
    for (const route of all) {
      if (!('body' in route)) continue;
      const wrong = Object.fromEntries(Object.keys(route.body.shape).map((field) => [field, []]));
      for (const { message } of route.body.safeParse(wrong).error?.issues ?? [])
        expect(message).toBe('Введите текст.');
    }
  });
});
