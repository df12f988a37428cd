import { screen, waitFor } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { failRequest, holdResponse, respond } from '@/testing/server.ts';
import { ForgottenPassword } from './forgotten-password.tsx';
import { ResetPassword } from './reset-password.tsx';

const CHECK = '/api/public/recovery/check/';
const ACCEPT = '/api/public/recovery/accept/';
const TOKENS = { access: 'access-1', refresh: 'refresh-1' };
const PASSWORD = 'тихий омут 7';

const serveValidLink = () =>
  respond('post', CHECK, 200, { phone: '+7 916 ***-**-67', expires_at: '2026-08-28T11:05:00Z' });
const password = () => screen.findByLabelText<HTMLInputElement>('Новый пароль');

function useGoHome() {
  const navigate = useNavigate();
  return () => void navigate('/', { replace: true });
}
const Forgotten = () => <ForgottenPassword onSignIn={useGoHome()} />;
const Reset = () => <ResetPassword token="token-1" onSignIn={useGoHome()} />;

const openForgotten = () => mount(<Forgotten />, '/forgot');
const openReset = () => mount(<Reset />, '/reset/token-1');
const save = () => screen.getByRole('button', { name: 'Сохранить и войти' });

test('the login page links to password recovery', async () => {
  respond('get', '/api/public/recovery/', 200, { channels: [] });
  const { user, path } = openApp('/login');
  await user.click(await screen.findByRole('link', { name: 'Забыли пароль?' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Забыли пароль?' })).toBeVisible();
  expect(path()).toBe('/forgot');
  expect(screen.getByText(/у организации, с которой работает/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Вернуться ко входу' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
});

const WAYS = '/api/public/recovery/';

test('a server that sends codes offers a code and a link of the owner', async () => {
  respond('get', WAYS, 200, { channels: ['email'] });
  openForgotten();
  expect(await screen.findByText(/Пришлем код на подтвержденную почту/)).toBeVisible();
  expect(screen.getByText('Нет кода или подтвержденной почты?')).toBeVisible();
  expect(screen.getByText(/у организации, с которой работает/)).toBeVisible();
  expect(screen.getByText(/единственный владелец — у администратора сервера/)).toBeVisible();
});

test('a phone and a code set a new password', async () => {
  respond('get', WAYS, 200, { channels: ['sms'] });
  const code = holdResponse('post', `${WAYS}code/`, { expires_in: 900 });
  const { release, bodies } = holdResponse('post', `${WAYS}confirm/`, TOKENS);
  const app = openForgotten();
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
  await waitFor(() => expect(app.path()).toBe('/'));
});

test('a wrong code is reported at its field', async () => {
  respond('get', WAYS, 200, { channels: ['sms', 'email'] });
  respond('post', `${WAYS}code/`, 200, { expires_in: 900 });
  respond('post', `${WAYS}confirm/`, 400, { code: ['Код не подошел или устарел.'] });
  const { user } = openForgotten();
  await user.type(await screen.findByLabelText('Телефон'), '9161234567{Enter}');
  await user.type(await screen.findByLabelText('Код из сообщения'), '123456');
  await user.type(screen.getByLabelText('Новый пароль'), `${PASSWORD}{Enter}`);
  expect(await screen.findByText('Код не подошел или устарел.')).toBeVisible();
  expect(screen.getByLabelText('Код из сообщения')).toHaveFocus();
});

test('a link sets a new password and signs in', async () => {
  serveValidLink();
  const { release, bodies } = holdResponse('post', ACCEPT, TOKENS);
  const app = openReset();
  await app.user.type(await password(), `${PASSWORD}{Enter}{Enter}`);
  await waitFor(() => expect(save()).toHaveAttribute('aria-busy', 'true'));
  release();
  await waitFor(() => expect(app.path()).toBe('/'));
  expect(bodies).toEqual([{ token: 'token-1', password: PASSWORD }]);
  expect(app.auth.getState().isAuth).toBe(true);
});

test('a refused password is reported at the field and stays', async () => {
  serveValidLink();
  respond('post', ACCEPT, 400, { password: ['Такой пароль легко подобрать.'] });
  const { user } = openReset();
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

test('an invalid link is reported, and a new one can be requested', async () => {
  respond('post', CHECK, 404, { detail: 'Ссылка не действует.' });
  const { user, path } = openReset();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('По этой ссылке пароль не изменить');
  expect(alert).toHaveTextContent('Ссылка не действует.');
  expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
  await user.click(screen.getByRole('link', { name: 'Получить новую ссылку' }));
  expect(path()).toBe('/forgot');
});

test('an unreachable server can be retried', async () => {
  failRequest('post', CHECK);
  const { user } = openReset();
  expect(await screen.findByRole('alert')).toHaveTextContent('Ссылка не открылась');
  serveValidLink();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await password()).toBeVisible();
});
