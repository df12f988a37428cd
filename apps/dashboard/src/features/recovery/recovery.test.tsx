import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, unreachable } from '../../testing/server.ts';

const CHECK = '/api/public/recovery/check/';
const ACCEPT = '/api/public/recovery/accept/';
const TOKENS = { access: 'access-1', refresh: 'refresh-1' };
const PASSWORD = 'тихий омут 7';

const works = () =>
  answer('post', CHECK, 200, { phone: '+7 916 ***-**-67', expires_at: '2026-08-28T11:05:00Z' });
const password = () => screen.findByLabelText<HTMLInputElement>('Новый пароль');
const save = () => screen.getByRole('button', { name: 'Сохранить и войти' });

test('the sign-in page leads to the ways to a new password', async () => {
  answer('get', '/api/public/recovery/', 200, { channels: [] });
  const { user, path } = openApp('/login');
  await user.click(await screen.findByRole('link', { name: 'Забыли пароль?' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Забыли пароль?' })).toBeVisible();
  expect(path()).toBe('/forgot');
  expect(screen.getByText(/у организации, с которой работает/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Вернуться ко входу' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
});

const WAYS = '/api/public/recovery/';

test('a code and a link of the owner are both offered where a code can be sent', async () => {
  answer('get', WAYS, 200, { channels: ['email'] });
  openApp('/forgot');
  expect(await screen.findByText(/Пришлем код на подтвержденную почту/)).toBeVisible();
  expect(screen.getByText('Нет кода или подтвержденной почты?')).toBeVisible();
  expect(screen.getByText(/у организации, с которой работает/)).toBeVisible();
  expect(screen.getByText(/единственный владелец — у администратора сервера/)).toBeVisible();
});

test('the phone and then the code set a new password', async () => {
  answer('get', WAYS, 200, { channels: ['sms'] });
  const code = held('post', `${WAYS}code/`, { expires_in: 900 });
  const { release, bodies } = held('post', `${WAYS}confirm/`, TOKENS);
  const app = openApp('/forgot');
  await app.user.type(await screen.findByLabelText('Телефон'), '8 916 123-45-67');
  await app.user.click(screen.getByRole('button', { name: 'Получить код' }));
  await waitFor(() => expect(code.bodies).toEqual([{ phone: '+79161234567', 'smart-token': '' }]));
  code.release();
  await app.user.type(await screen.findByLabelText('Код из сообщения'), '123456');
  expect(screen.getByText(/создается на странице «Команда»/)).toBeVisible();
  await app.user.type(screen.getByLabelText('Новый пароль'), PASSWORD);
  await app.user.click(save());
  await waitFor(() =>
    expect(bodies).toEqual([{ phone: '+79161234567', code: '123456', password: PASSWORD }]),
  );
  release();
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
});

test('a wrong code is reported at its field', async () => {
  answer('get', WAYS, 200, { channels: ['sms', 'email'] });
  answer('post', `${WAYS}code/`, 200, { expires_in: 900 });
  answer('post', `${WAYS}confirm/`, 400, { code: ['Код не подошел или устарел.'] });
  const { user } = openApp('/forgot');
  await user.type(await screen.findByLabelText('Телефон'), '9161234567{Enter}');
  await user.type(await screen.findByLabelText('Код из сообщения'), '123456');
  await user.type(screen.getByLabelText('Новый пароль'), `${PASSWORD}{Enter}`);
  expect(await screen.findByText('Код не подошел или устарел.')).toBeVisible();
  expect(screen.getByLabelText('Код из сообщения')).toHaveFocus();
});

test('a link sets a new password and signs in', async () => {
  works();
  const { release, bodies } = held('post', ACCEPT, TOKENS);
  const app = openApp('/reset/token-1');
  await app.user.type(await password(), `${PASSWORD}{Enter}{Enter}`);
  await waitFor(() => expect(save()).toHaveAttribute('aria-busy', 'true'));
  release();
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  expect(bodies).toEqual([{ token: 'token-1', password: PASSWORD }]);
  expect(app.auth.getState().isAuth).toBe(true);
});

test('what is wrong with the password is told at the field, and it stays typed', async () => {
  works();
  answer('post', ACCEPT, 400, { password: ['Такой пароль легко подобрать.'] });
  const { user } = openApp('/reset/token-1');
  await password();
  await user.click(save());
  expect(await password()).toHaveAccessibleDescription(expect.stringContaining('Введите пароль'));
  await user.type(await password(), 'password12{Enter}');
  await waitFor(async () =>
    expect(await password()).toHaveAccessibleDescription(expect.stringContaining('легко подобрать')),
  );
  expect(await password()).toHaveValue('password12');
  expect(await password()).toHaveFocus();
});

test('a link that works no more says so, and leads on', async () => {
  answer('post', CHECK, 404, { detail: 'Ссылка не действует.' });
  openApp('/reset/token-1');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('По этой ссылке пароль не изменить');
  expect(alert).toHaveTextContent('Ссылка не действует.');
});

test('a server out of reach can be asked again', async () => {
  unreachable('post', CHECK);
  const { user } = openApp('/reset/token-1');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ссылка не открылась');
  works();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await password()).toBeVisible();
});
