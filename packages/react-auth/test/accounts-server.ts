import { createAuth, memoryStorage } from '@referral-dashboard/auth-core';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

export const BASE_URL = 'http://127.0.0.1:8000';

export const olga = {
  role: 'organization',
  first_name: 'Ольга',
  last_name: 'Орлова',
  father_name: 'Олеговна',
};
export const pavel = { role: 'partner', first_name: 'Павел', last_name: 'Панин', father_name: 'Петрович' };
export const nobody = { role: null, first_name: 'Нина', last_name: 'Нилова', father_name: '' };

export const credentials = { phone: '+79990000001', password: 'correct horse', smartToken: '' };

/** What was asked of the server in this test, in order: `'POST login'`, `'GET me'`, … */
export const calls: string[] = [];

let current: object = olga;

/** The next login, and `users/me` after it, answer with this user. */
export const nextUserIs = (user: object): void => {
  current = user;
};

const called = (call: string, status: number, body: object) => {
  calls.push(call);
  return HttpResponse.json(body, { status });
};

const at = (path: string) => `${BASE_URL}/api/accounts/${path}/`;

/** The five accounts calls. One access token, `good`, is valid; one password is right. */
export const accountsServer = setupServer(
  http.post(at('login'), async ({ request }) => {
    const { password } = (await request.json()) as { password: string };
    return password === credentials.password
      ? called('POST login', 200, { access: 'good', refresh: 'spare' })
      : called('POST login', 401, { detail: 'Неверный телефон или пароль' });
  }),
  http.post(at('verify'), async ({ request }) => {
    const { token } = (await request.json()) as { token: string };
    return called('POST verify', token === 'good' ? 200 : 401, {});
  }),
  http.post(at('refresh'), () => called('POST refresh', 401, { detail: 'Токен недействителен' })),
  http.get(at('users/me'), () => called('GET me', 200, current)),
  http.patch(at('users/me'), async ({ request }) => {
    current = { ...current, ...((await request.json()) as object) };
    return called('PATCH me', 200, current);
  }),
  http.get(`${BASE_URL}/api/leads/`, ({ request }) =>
    called('GET leads', 200, { seen: request.headers.get('authorization') }),
  ),
);

export const resetAccountsServer = (): void => {
  calls.length = 0;
  current = olga;
};

/** An auth over a memory of its own, which holds the session of `user` when one is given. */
export function createTestAuth(user?: object) {
  const storage = memoryStorage();
  if (user) {
    storage.setItem('access_token', 'good');
    storage.setItem('refresh_token', 'spare');
    storage.setItem('user_data', JSON.stringify(user));
  }
  return createAuth({ baseUrl: BASE_URL, storage });
}
