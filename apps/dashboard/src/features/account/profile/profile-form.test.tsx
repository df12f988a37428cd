import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { anna, signIn, userWithoutRole } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { failRequest, holdResponse, respond, server, urls } from '@/testing/server.ts';
import { ProfileForm } from './profile-form.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Сохранить' });

async function open(person: Parameters<typeof signIn>[0] = anna) {
  signIn(person);
  const app = mount(<ProfileForm />, '/profile');
  await screen.findByLabelText('Фамилия');
  return app;
}

async function retype(app: Pick<ReturnType<typeof mount>, 'user'>, label: string, text: string) {
  await app.user.clear(field(label));
  if (text) await app.user.type(field(label), text);
}

test('the form shows the stored names and e-mail, and the phone and role without fields', async () => {
  await open();
  expect(['Фамилия', 'Имя', 'Отчество', 'Электронная почта'].map((label) => field(label).value)).toEqual([
    'Иванова',
    'Анна',
    'Петровна',
    'anna@example.test',
  ]);
  expect(screen.getByText('+7 999 000-00-01')).toBeVisible();
  expect(screen.getByText('Организация', { selector: 'dd' })).toBeVisible();
});

test('the profile of an employee shows the position', async () => {
  await open({ ...anna, position: 'accountant' });
  expect(screen.getByText('Бухгалтер', { selector: 'dd' })).toBeVisible();
  expect(screen.queryByText('Организация', { selector: 'dd' })).not.toBeInTheDocument();
});

test('the profile shows that a user has no role', async () => {
  await open(userWithoutRole);
  expect(screen.getByText('Без роли')).toBeVisible();
});

test('saving sends the changed fields, stores the returned user and shows a toast', async () => {
  const savedUser = { ...anna, last_name: 'Петрова', father_name: 'от сервера' };
  const { release, bodies } = holdResponse('patch', urls.me, savedUser);
  const app = await open();
  await retype(app, 'Фамилия', ' Петрова ');
  await app.user.click(save());
  await waitFor(() => expect(bodies).toEqual([{ last_name: 'Петрова' }]));
  release();

  expect(await screen.findByText('Профиль сохранен')).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('user_data') ?? '')).toEqual(savedUser);
  await waitFor(() => expect(field('Отчество').value).toBe('от сервера'));
  await waitFor(() => expect(screen.queryByText('Есть несохраненные изменения')).not.toBeInTheDocument());
});

test('an unchanged profile has no save button', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Сохранить' })).not.toBeInTheDocument();
});

test('«Отменить» restores the saved values', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Мария');
  await app.user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(field('Имя').value).toBe('Анна');
  expect(screen.queryByText('Есть несохраненные изменения')).not.toBeInTheDocument();
});

test('errors of the server are shown at their fields', async () => {
  respond('patch', urls.me, 400, { email: ['Этот адрес уже занят.'] });
  const app = await open();
  await retype(app, 'Электронная почта', 'a@b.ru');
  await app.user.click(save());
  await waitFor(() =>
    expect(field('Электронная почта')).toHaveAccessibleDescription('Этот адрес уже занят.'),
  );
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each([
  ['Имя', 'я'.repeat(151), 'Не больше 150 символов, сейчас 151'],
  ['Электронная почта', 'anna', 'Введите адрес полностью, например anna@company.ru'],
])('«%s» is validated before it is sent', async (label, text, sentence) => {
  const { bodies } = holdResponse('patch', urls.me, anna);
  const app = await open();
  await app.user.clear(field(label));
  await app.user.click(field(label));
  await app.user.paste(text);
  await app.user.click(save());
  expect(field(label)).toHaveAccessibleDescription(sentence);
  expect(bodies).toEqual([]);
});

test('a failed save shows an alert and keeps the input', async () => {
  failRequest('patch', urls.me);
  const app = await open();
  await retype(app, 'Имя', 'Мария');
  await app.user.click(save());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Профиль не сохранен');
  expect(alert).toHaveTextContent('Нет связи с сервером');
  expect(field('Имя').value).toBe('Мария');
});

test('a change in another tab refreshes an unchanged form', async () => {
  const app = await open();
  await act(() => app.auth.updateProfile({ first_name: 'Мария' }));
  await waitFor(() => expect(field('Имя').value).toBe('Мария'));
  expect(screen.queryByText('Есть несохраненные изменения')).not.toBeInTheDocument();
});

test('a change in another tab does not overwrite input', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Ольга');
  await act(() => app.auth.updateProfile({ first_name: 'Мария', father_name: 'Ивановна' }));
  await waitFor(() => expect(field('Отчество').value).toBe('Ивановна'));
  expect(field('Имя').value).toBe('Ольга');
});

test('following a link with unsaved changes asks first, and staying keeps them', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Ольга');
  await act(() => app.router.navigate('/leads'));
  const question = await screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
  await app.user.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(app.path()).toBe('/profile');
  expect(field('Имя').value).toBe('Ольга');
});

test('confirming the question follows the link', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Ольга');
  await act(() => app.router.navigate('/leads'));
  await app.user.click(await screen.findByRole('button', { name: 'Уйти' }));
  await waitFor(() => expect(app.path()).toBe('/leads'));
});

test('the back button asks before it drops unsaved changes', async () => {
  const app = await open();
  await act(() => app.router.navigate('/leads'));
  await act(() => app.router.navigate('/profile'));
  await screen.findByLabelText('Имя');
  await retype(app, 'Имя', 'Ольга');
  await act(() => app.router.navigate(-1));
  expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeInTheDocument();
  expect(app.path()).toBe('/profile');
});

test('signing out with unsaved changes asks first, then stays or signs out', async () => {
  signIn();
  const app = openApp('/profile');
  await screen.findByLabelText('Имя');
  await retype(app, 'Имя', 'Ольга');
  await app.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  await app.user.click(await screen.findByRole('button', { name: 'Остаться' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Имя')).toHaveValue('Ольга');
  await app.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  await app.user.click(await screen.findByRole('button', { name: 'Уйти' }));
  await screen.findByRole('heading', { name: 'Вход' });
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('closing the window asks only while there are unsaved changes', async () => {
  const app = await open();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  await retype(app, 'Имя', 'Ольга');
  expect(closing()).toBe(true);
});

describe('the e-mail', () => {
  const unconfirmed = { ...anna, is_email_confirmed: false, can_confirm_email: true };
  const CODE = '/api/accounts/email/code/';
  const CONFIRM = '/api/accounts/email/confirm/';
  const password = () => screen.findByLabelText<HTMLInputElement>('Пароль');

  test('is changed with the password and confirmed by a code sent to it', async () => {
    const patch = holdResponse('patch', urls.me, { ...unconfirmed, email: 'new@example.test' });
    const code = holdResponse('post', CODE, { expires_in: 900 });
    const confirmed: unknown[] = [];
    server.use(
      http.post(CONFIRM, async ({ request }) => {
        confirmed.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const app = await open();
    await retype(app, 'Электронная почта', 'new@example.test');
    await app.user.type(await password(), 'secret');
    await app.user.click(save());
    await waitFor(() => expect(patch.bodies).toEqual([{ email: 'new@example.test', password: 'secret' }]));
    patch.release();
    await waitFor(() => expect(code.bodies).toEqual([{ password: 'secret' }]));
    code.release();
    const dialog = within(await screen.findByRole('dialog', { name: 'Подтвердить почту' }));
    expect(dialog.getByText(/Мы отправили код на new@example.test/)).toBeVisible();
    respond('get', urls.me, 200, { ...unconfirmed, is_email_confirmed: true, can_confirm_email: false });
    await app.user.type(dialog.getByLabelText('Код из письма'), '123456{Enter}{Enter}');
    expect(await screen.findByText('Почта подтверждена')).toBeInTheDocument();
    expect(confirmed).toEqual([{ code: '123456' }]);
    await waitFor(() => expect(field('Электронная почта')).toHaveAccessibleDescription('Подтверждена'));
  });

  test('is not changed without the password, and the error is shown at its field', async () => {
    respond('patch', urls.me, 400, { password: ['Введите пароль: без него почту не изменить.'] });
    const app = await open();
    await retype(app, 'Электронная почта', 'new@example.test');
    await app.user.click(save());
    await waitFor(async () =>
      expect(await password()).toHaveAccessibleDescription(
        expect.stringContaining('без него почту не изменить'),
      ),
    );
    expect(await password()).toHaveFocus();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('password');
  });

  test('is confirmed later by the password and a code', async () => {
    const code = holdResponse('post', CODE, { expires_in: 900 });
    respond('post', CONFIRM, 400, { code: ['Код не подошел или устарел.'] });
    const app = await open(unconfirmed);
    expect(screen.getByText(/Не подтверждена: на нее не приходят/)).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Подтвердить почту' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Подтвердить почту' }));
    await app.user.click(dialog.getByRole('button', { name: 'Получить код' }));
    expect(await dialog.findByText('Введите пароль')).toBeVisible();
    await app.user.type(dialog.getByLabelText('Пароль'), 'secret{Enter}');
    await waitFor(() => expect(code.bodies).toEqual([{ password: 'secret' }]));
    code.release();
    await app.user.type(await screen.findByLabelText('Код из письма'), '123456{Enter}');
    expect(await screen.findByText('Код не подошел или устарел.')).toBeVisible();
  });

  test('cannot be confirmed on a server that sends no e-mail', async () => {
    await open({ ...unconfirmed, can_confirm_email: false });
    expect(screen.getByText(/Подтвердить ее можно будет, когда на сервере подключат почту/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Подтвердить почту' })).not.toBeInTheDocument();
  });
});
