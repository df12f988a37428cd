import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held } from '../../testing/server.ts';

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
        password: 'тихий омут 7',
      },
    ]),
  );
  release();
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('омут');
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
