import { memoryStorage } from '@referral-dashboard/auth-core';
import { expect, test } from 'vitest';
import { createDashboardAuth } from './auth.ts';

const anna = { role: 'organization', first_name: 'Анна', last_name: 'Иванова', father_name: 'Петровна' };

type SentRequest = { call: string; authorization: string | null; body: unknown };

/** Opens a stored session and records its requests. */
function open(responses: Record<string, () => Response>) {
  const storage = memoryStorage();
  storage.setItem('access_token', 'old');
  storage.setItem('refresh_token', 'refresh');
  storage.setItem('user_data', JSON.stringify(anna));
  const sent: SentRequest[] = [];
  const auth = createDashboardAuth({
    baseUrl: 'http://api.test',
    storage,
    logger: { warn() {} },
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const headers = new Headers(init?.headers);
      sent.push({
        call: `${init?.method} ${pathname}`,
        authorization: headers.get('authorization'),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      });
      return responses[pathname.split('/').at(-2) ?? '']?.() ?? Response.json({}, { status: 500 });
    },
  });
  return { auth, sent };
}

test('every request carries the stored access token, also login, verify and refresh', {
  tags: ['spec/7.bearer'],
}, async () => {
  let verifyCount = 0;
  const { auth, sent } = open({
    verify: () => Response.json({}, { status: ++verifyCount === 1 ? 401 : 200 }),
    refresh: () => Response.json({ access: 'new', refresh: 'next' }),
    login: () => Response.json({ detail: 'Неверный пароль' }, { status: 401 }),
  });
  await auth.initialize();
  await auth.login({ phone: '+79000000001', password: 'x' }).catch(() => {});
  expect(sent.map(({ call, authorization }) => [call, authorization])).toEqual([
    ['POST /api/accounts/verify/', 'Bearer old'],
    ['POST /api/accounts/refresh/', 'Bearer old'],
    ['POST /api/accounts/verify/', 'Bearer new'],
    ['POST /api/accounts/login/', 'Bearer new'],
  ]);
});

test('a login posts phone, password and smart-token, which is empty without a captcha', {
  tags: ['spec/3.login.payload', 'spec/7.call.login'],
}, async () => {
  const { auth, sent } = open({
    login: () => Response.json({ access: 'a', refresh: 'r' }),
    me: () => Response.json(anna),
  });
  await auth.login({ phone: '+79000000001', password: 'x' });
  await auth.login({ phone: '+79000000001', password: 'x', smartToken: 'human' });
  expect(sent.filter(({ call }) => call.endsWith('/login/')).map(({ body }) => body)).toEqual([
    { phone: '+79000000001', password: 'x', 'smart-token': '' },
    { phone: '+79000000001', password: 'x', 'smart-token': 'human' },
  ]);
});

test.each([
  ['login', { login: () => Response.json({}, { status: 500 }) }, 'Ошибка входа'],
  ['user', { login: () => Response.json({ access: 'a', refresh: 'r' }) }, 'Ошибка загрузки пользователя'],
])('a failed %s request without a detail has a Russian message', async (_call, responses, message) => {
  const { auth } = open(responses);
  await expect(auth.login({ phone: '+79000000001', password: 'x' })).rejects.toMatchObject({ message });
  expect(auth.getState().error?.message).toBe(message);
});
