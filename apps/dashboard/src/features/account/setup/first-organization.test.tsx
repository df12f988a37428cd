import { screen, waitFor } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { anna } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { failRequest, holdResponse, respond, urls } from '@/testing/server.ts';
import { FirstOrganization } from './first-organization.tsx';

const CHECK = '/api/public/setup/check/';
const SETUP = '/api/public/setup/';

/** Setup page; finishing leads to the home page. */
function Page() {
  const navigate = useNavigate();
  return <FirstOrganization token="token-1" onSignIn={() => void navigate('/', { replace: true })} />;
}

const openForm = () => mount(<Page />, '/setup/token-1');

async function open(render: typeof openForm = openForm) {
  respond('post', CHECK, 200, {});
  const app = render();
  await screen.findByRole('form', { name: 'Первый вход' });
  const type = async (label: string, text: string) => {
    await app.user.click(screen.getByLabelText(label));
    await app.user.paste(text);
  };
  const send = () => app.user.click(screen.getByRole('button', { name: 'Создать организацию' }));
  return { ...app, type, send };
}

test('the first owner names the organization, sets a password and is signed in', async () => {
  const { release, bodies } = holdResponse('post', SETUP, { access: 'access-1', refresh: 'refresh-1' }, 201);
  const { type, send, path } = await open();
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
  await waitFor(() => expect(path()).toBe('/'));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('омут');
});

test('the owner confirms the e-mail by a code right after the setup', async () => {
  const owner = { ...anna, position: 'owner', is_email_confirmed: false, can_confirm_email: true };
  const setUp = holdResponse('post', SETUP, { access: 'access-1', refresh: 'refresh-1' }, 201);
  const code = holdResponse('post', '/api/accounts/email/code/', { expires_in: 900 });
  respond('get', urls.me, 200, owner);
  const { type, send } = await open(() => openApp('/setup/token-1'));
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

test('a created organization whose owner cannot sign in is not created again by a retry', async () => {
  const setUp = holdResponse('post', SETUP, { access: 'access-1', refresh: 'refresh-1' }, 201);
  failRequest('get', urls.me);
  const { type, send, path } = await open();
  await type('Название организации', 'Уют');
  await type('Фамилия', 'Иванова');
  await type('Имя', 'Анна');
  await type('Телефон', '8 916 123-45-67');
  await type('Пароль', 'тихий омут 7');
  await send();
  setUp.release();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Организация создана, но войти не удалось');
  expect(alert).toHaveTextContent('Нет связи с сервером');
  respond('get', urls.me, 200, anna);
  await send();
  await waitFor(() => expect(path()).toBe('/'));
  expect(setUp.bodies).toHaveLength(1);
});

test('missing fields show errors, and the first one has the focus', async () => {
  const { send } = await open();
  await send();
  for (const sentence of ['Введите название организации', 'Введите фамилию', 'Введите имя', 'Введите пароль'])
    expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.getByLabelText('Название организации')).toHaveFocus();
});

test('a used address links to the login', async () => {
  respond('post', CHECK, 404, { detail: 'Адрес первого входа не действует.' });
  openForm();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Первый вход уже выполнен');
  expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
});
