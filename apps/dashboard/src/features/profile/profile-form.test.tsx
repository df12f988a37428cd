import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, signIn, withoutRole } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, unreachable, urls } from '../../testing/server.ts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Сохранить' });

async function open(person: typeof anna = anna) {
  signIn(person);
  const app = openApp('/profile');
  await screen.findByLabelText('Фамилия');
  return app;
}

async function retype(app: Awaited<ReturnType<typeof open>>, label: string, text: string) {
  await app.user.clear(field(label));
  if (text) await app.user.type(field(label), text);
}

test('the profile shows the stored names and email, and the phone and role that cannot be changed', async () => {
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

test('a person without a role is told so', async () => {
  await open(withoutRole as typeof anna);
  expect(screen.getByText('Без роли')).toBeVisible();
});

test('saving sends only what changed, replaces the stored user with the answer and says so in a toast', async () => {
  const answered = { ...anna, last_name: 'Петрова', father_name: 'от сервера' };
  const { release, bodies } = held('patch', urls.me, answered);
  const app = await open();
  await retype(app, 'Фамилия', ' Петрова ');
  await app.user.click(save());
  await waitFor(() => expect(bodies).toEqual([{ last_name: 'Петрова' }]));
  release();

  expect(await screen.findByText('Профиль сохранен')).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('user_data') ?? '')).toEqual(answered);
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Петрова А. О.' })).toBeVisible();
  await waitFor(() => expect(field('Отчество').value).toBe('от сервера'));
  await waitFor(() => expect(screen.queryByText('Есть несохраненные изменения')).not.toBeInTheDocument());
});

test('an untouched profile has nothing to save', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Сохранить' })).not.toBeInTheDocument();
});

test('«Отменить» brings back what was saved', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Мария');
  await app.user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(field('Имя').value).toBe('Анна');
  expect(screen.queryByText('Есть несохраненные изменения')).not.toBeInTheDocument();
});

test('the server’s field errors stand at their fields', async () => {
  answer('patch', urls.me, 400, { email: ['Этот адрес уже занят.'] });
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
])('«%s» is checked before anything is sent', async (label, text, sentence) => {
  const { bodies } = held('patch', urls.me, anna);
  const app = await open();
  await app.user.clear(field(label));
  await app.user.click(field(label));
  await app.user.paste(text);
  await app.user.click(save());
  expect(field(label)).toHaveAccessibleDescription(sentence);
  expect(bodies).toEqual([]);
});

test('a failure to save stays on the page with what was typed', async () => {
  unreachable('patch', urls.me);
  const app = await open();
  await retype(app, 'Имя', 'Мария');
  await app.user.click(save());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Профиль не сохранен');
  expect(alert).toHaveTextContent('Нет связи с сервером');
  expect(field('Имя').value).toBe('Мария');
});

test('a change in another tab refreshes an untouched form', async () => {
  const app = await open();
  await act(() => app.auth.updateProfile({ first_name: 'Мария' }));
  await waitFor(() => expect(field('Имя').value).toBe('Мария'));
  expect(screen.queryByText('Есть несохраненные изменения')).not.toBeInTheDocument();
});

test('a change in another tab never overwrites what is being typed', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Ольга');
  await act(() => app.auth.updateProfile({ first_name: 'Мария', father_name: 'Ивановна' }));
  await waitFor(() => expect(field('Отчество').value).toBe('Ивановна'));
  expect(field('Имя').value).toBe('Ольга');
});

test('a link away from unsaved changes asks first, and staying keeps them', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Ольга');
  await app.user.click(screen.getByRole('link', { name: 'Лиды' }));
  const question = await screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
  await app.user.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(app.path()).toBe('/profile');
  expect(field('Имя').value).toBe('Ольга');
});

test('leaving all the same goes where the link led', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Ольга');
  await app.user.click(screen.getByRole('link', { name: 'Лиды' }));
  await app.user.click(await screen.findByRole('button', { name: 'Уйти' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
});

test('the back button asks too', async () => {
  signIn();
  const app = openApp('/leads');
  await app.user.click(await screen.findByRole('link', { name: 'Профиль' }));
  await screen.findByLabelText('Имя');
  await retype(app, 'Имя', 'Ольга');
  await act(() => app.router.navigate(-1));
  expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeInTheDocument();
  expect(app.path()).toBe('/profile');
});

test('signing out with unsaved changes asks too, and leaving signs out', async () => {
  const app = await open();
  await retype(app, 'Имя', 'Ольга');
  await app.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  await app.user.click(await screen.findByRole('button', { name: 'Уйти' }));
  await screen.findByRole('heading', { name: 'Вход' });
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('closing the window asks only while there is something to lose', async () => {
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
