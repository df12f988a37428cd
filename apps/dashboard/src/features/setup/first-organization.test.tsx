import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, urls } from '../../testing/server.ts';

const CHECK = '/api/public/setup/check/';
const SETUP = '/api/public/setup/';

async function open() {
  answer('post', CHECK, 200, {});
  const app = openApp('/setup/token-1');
  await screen.findByRole('form', { name: 'Первый вход' });
  const type = async (label: string, text: string) => app.user.type(screen.getByLabelText(label), text);
  const send = () => app.user.click(screen.getByRole('button', { name: 'Создать организацию' }));
  return { ...app, type, send };
}

test('the first owner names the organization, sets a password and is signed in', async () => {
  const { release, bodies } = held('post', SETUP, { access: 'access-1', refresh: 'refresh-1' }, 201);
  const { type, send } = await open();
  await type('Название организации', 'Уют');
  await type('Фамилия', 'Иванова');
  await type('Имя', 'Анна');
  await type('Телефон', '8 916 123-45-67');
  await type('Пароль', 'тихий омут 7');
  await send();
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        token: 'token-1',
        organization: 'Уют',
        inn: '',
        last_name: 'Иванова',
        first_name: 'Анна',
        father_name: '',
        phone: '+79161234567',
        email: '',
        password: 'тихий омут 7',
      },
    ]),
  );
  release();
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('омут');
});

test('the owner’s e-mail is confirmed by a code right after the set-up', async () => {
  const owner = { ...anna, position: 'owner', is_email_confirmed: false, can_confirm_email: true };
  const setUp = held('post', SETUP, { access: 'access-1', refresh: 'refresh-1' }, 201);
  const code = held('post', '/api/accounts/email/code/', { expires_in: 900 });
  answer('get', urls.me, 200, owner);
  const { type, send } = await open();
  await type('Название организации', 'Уют');
  await type('Фамилия', 'Иванова');
  await type('Имя', 'Анна');
  await type('Телефон', '8 916 123-45-67');
  await type('Электронная почта', 'anna@example.test');
  await type('Пароль', 'тихий омут 7');
  await send();
  setUp.release();
  await waitFor(() => expect(code.bodies).toEqual([{ password: 'тихий омут 7' }]));
  code.release();
  expect(await screen.findByLabelText('Код из письма')).toBeVisible();
  expect(screen.getByText(/Мы отправили код на anna@example.test/)).toBeVisible();
  expect(setUp.bodies).toEqual([expect.objectContaining({ email: 'anna@example.test' })]);
});

test('every field that is missing is named, the first has the focus', async () => {
  const { send } = await open();
  await send();
  for (const sentence of ['Введите название', 'Введите фамилию', 'Введите имя', 'Введите пароль'])
    expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.getByLabelText('Название организации')).toHaveFocus();
});

test('an address that was used leads to the sign-in', async () => {
  answer('post', CHECK, 404, { detail: 'Адрес первого входа не действует.' });
  openApp('/setup/token-1');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Первый вход уже выполнен');
  expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
});
