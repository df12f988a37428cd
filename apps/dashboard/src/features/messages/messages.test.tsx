import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { delivery, message, messageSettings } from '../../testing/data/messages.ts';
import { anna, partner, signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, messageUrls, server } from '../../testing/server.ts';

const page = (results: readonly object[]) => ({ results, next: null, previous: null });

async function openBell(at = '/profile') {
  signIn();
  const app = openApp(at);
  await app.user.click(await screen.findByRole('button', { name: /^Уведомления/ }));
  return { ...app, bell: within(await screen.findByRole('dialog', { name: 'Уведомления' })) };
}

test('the bell shows the number of unread groups and reads out the number of messages', async () => {
  answer('get', messageUrls.counts, 200, { unread: 120, groups: 3 });
  signIn();
  openApp('/profile');
  const bell = await screen.findByRole('button', { name: /Уведомления\s*, непрочитанных: 120/ });
  expect(within(bell).getByText('3')).toBeVisible();
});

test('a message leads to what it is about and is read thereby', async () => {
  answer(
    'get',
    messageUrls.list,
    200,
    page([message(1), message(2, { created_at: '2026-08-20T11:05:00Z', read_at: '2026-08-21T12:00:00Z' })]),
  );
  const { bodies, release } = held('post', messageUrls.read, { unread: 0, groups: 0 });
  release();
  const { user, bell, path } = await openBell();
  expect(await bell.findByText('Пришел лид Л-2 по программе «Окна».')).toBeVisible();
  expect(bell.getAllByRole('button', { name: /^Прочитано/ })).toHaveLength(1);
  await user.click(bell.getByRole('link', { name: 'Новый лид Л-1' }));
  expect(path()).toBe(message(1).path);
  await expect.poll(() => bodies).toEqual([{ ids: [message(1).id] }]);
  expect(screen.queryByRole('dialog', { name: 'Уведомления' })).toBeNull();
});

test('messages of one event and day form one group, which opens and is read as a whole', async () => {
  const same = [1, 2, 3].map((id) => message(id));
  const other = message(4, { event: 'payment_paid', title: 'Выплата В-7: выполнена', path: '/payments' });
  const earlier = message(5, { created_at: '2026-08-20T09:00:00Z' });
  answer('get', messageUrls.list, 200, page([...same, other, earlier]));
  const { bodies, release } = held('post', messageUrls.read, { unread: 2, groups: 2 });
  release();
  const { user, bell } = await openBell();
  const group = await bell.findByRole('button', { name: /Новый лид: 3.уведомления/ });
  expect(group).toHaveAttribute('aria-expanded', 'false');
  expect(bell.queryByRole('link', { name: 'Новый лид Л-2' })).toBeNull();
  expect(bell.getByRole('link', { name: 'Новый лид Л-5' })).toBeVisible();
  await user.click(group);
  expect(await bell.findByRole('link', { name: 'Новый лид Л-2' })).toBeVisible();
  await user.click(bell.getByRole('button', { name: 'Прочитано: Новый лид, 3' }));
  await expect.poll(() => bodies).toEqual([{ ids: same.map(({ id }) => id) }]);
});

test('all messages are read at one press', async () => {
  answer('get', messageUrls.list, 200, page([message(1)]));
  const { bodies, release } = held('post', messageUrls.read, { unread: 0, groups: 0 });
  const { user, bell } = await openBell();
  await user.dblClick(await bell.findByRole('button', { name: 'Прочитать все' }));
  release();
  await expect.poll(() => bodies).toEqual([{}]);
});

test('a bell without messages says what will come', async () => {
  const { bell } = await openBell();
  expect(await bell.findByText(/Уведомлений пока нет/)).toBeVisible();
});

test('a bell that does not load says how to try again', async () => {
  answer('get', messageUrls.list, 400, { detail: 'Нет.' });
  const { user, bell } = await openBell();
  expect(await bell.findByText('Уведомления не загрузились')).toBeVisible();
  answer('get', messageUrls.list, 200, page([message(1)]));
  await user.click(bell.getByRole('button', { name: 'Повторить' }));
  expect(await bell.findByText('Пришел лид Л-1 по программе «Окна».')).toBeVisible();
});

test('each event is chosen by channel, and saved at once; urgent ones do not wait for a digest', async () => {
  const { bodies, release } = held('patch', messageUrls.settings, messageSettings);
  release();
  signIn({ ...partner });
  server.use(http.get('/api/accounts/users/me/', () => HttpResponse.json(partner)));
  const { user } = openApp('/profile/notifications');
  const choice = await screen.findByRole('combobox', { name: 'Новый лид: Почта' });
  await user.selectOptions(choice, 'Раз в день');
  await expect
    .poll(() => bodies)
    .toEqual([{ choices: [{ event: 'lead_came', channel: 'email', mode: 'daily' }] }]);
  const urgent = within(screen.getByRole('combobox', { name: 'Вход с нового устройства: Почта' }));
  expect(urgent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Не присылать',
    'Сразу',
  ]);
  expect(screen.queryByRole('combobox', { name: /СМС/ })).toBeNull();
});

test('quiet hours are saved when a field is left, and switched off', async () => {
  const { bodies, release } = held('patch', messageUrls.settings, messageSettings);
  release();
  signIn();
  const { user } = openApp('/profile/notifications');
  const from = await screen.findByLabelText('С');
  await user.clear(from);
  await user.type(from, '23:30');
  await user.tab();
  await expect.poll(() => bodies).toEqual([{ quiet: { from: '23:30', until: '08:00' } }]);
  await user.click(screen.getByRole('switch', { name: /^Не присылать ночью/ }));
  await expect.poll(() => bodies.at(-1)).toEqual({ quiet: null });
});

test('Telegram is linked by an address that is shown once, and unlinked', async () => {
  const url = 'https://t.me/bot?start=abc';
  answer('post', messageUrls.telegram, 201, { url, expires_at: '2026-08-21T12:00:00Z' });
  signIn();
  const { user } = openApp('/profile/notifications');
  await user.click(await screen.findByRole('button', { name: 'Подключить Telegram' }));
  expect(await screen.findByRole('link', { name: 'Открыть бота в Telegram' })).toHaveAttribute('href', url);
});

test('where no channel is set up the page says so', async () => {
  const channels = messageSettings.channels.map((one) => ({ ...one, is_set_up: false }));
  answer('get', messageUrls.settings, 200, { ...messageSettings, channels });
  signIn();
  openApp('/profile/notifications');
  expect(await screen.findByText(/на этом сервере пока не подключены/)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test('an owner sees what was not delivered and why, and sends it again', async () => {
  const failed = delivery(1, { status: 'failed', problem: 'Почтовый сервер не отвечает.', sent_at: null });
  const asked: string[] = [];
  const resent: unknown[] = [];
  server.use(
    http.get(messageUrls.outbox, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ ...page([failed, delivery(2)]), is_rehearsal: false });
    }),
    http.post(`${messageUrls.outbox}:id/resend/`, ({ params }) => {
      resent.push(params['id']);
      return HttpResponse.json({ ...failed, status: 'waiting' });
    }),
  );
  signIn(anna);
  const { user } = openApp('/profile/messages');
  expect(await screen.findByText('Почтовый сервер не отвечает.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Отправить еще раз: Новый лид Л-1' }));
  await expect.poll(() => resent).toEqual([failed.id]);
  expect(screen.queryByText('Демонстрационный режим')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Не доставлено' }));
  await expect.poll(() => asked.at(-1)).toBe('?status=failed');
});

test('in the demo the page says that nothing leaves, and shows everything', async () => {
  answer('get', messageUrls.outbox, 200, {
    ...page([delivery(1, { text: 'Код: 123456' })]),
    is_rehearsal: true,
  });
  signIn(anna);
  openApp('/profile/messages');
  expect(await screen.findByText('Демонстрационный режим')).toBeVisible();
  expect(screen.getByText('Код: 123456')).toBeVisible();
});
