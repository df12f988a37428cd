import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createMessage } from '@/testing/data/messages.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { holdResponse, messageUrls, respond } from '@/testing/server.ts';
import { Bell } from './bell.tsx';

const page = (results: readonly object[]) => ({ results, next: null, previous: null });

async function openBell(open = () => mount(<Bell />)) {
  signIn();
  const app = open();
  await app.user.click(await screen.findByRole('button', { name: /^Уведомления/ }));
  return { ...app, bell: within(await screen.findByRole('dialog', { name: 'Уведомления' })) };
}

test('the bell shows the number of unread groups and announces the number of messages', async () => {
  respond('get', messageUrls.counts, 200, { unread: 120, groups: 3 });
  signIn();
  mount(<Bell />);
  const bell = await screen.findByRole('button', { name: /Уведомления\s*, непрочитанных: 120/ });
  expect(within(bell).getByText('3')).toBeVisible();
});

test('following a message marks it as read and closes the bell', async () => {
  respond(
    'get',
    messageUrls.list,
    200,
    page([
      createMessage(1),
      createMessage(2, { created_at: '2026-08-20T11:05:00Z', read_at: '2026-08-21T12:00:00Z' }),
    ]),
  );
  const { bodies, release } = holdResponse('post', messageUrls.read, { unread: 0, groups: 0 });
  release();
  const { user, bell, path } = await openBell(() => openApp('/profile'));
  expect(await bell.findByText('Пришел лид Л-2 по программе «Окна».')).toBeVisible();
  expect(bell.getAllByRole('button', { name: /^Отметить прочитанным/ })).toHaveLength(1);
  await user.click(bell.getByRole('link', { name: 'Новый лид Л-1' }));
  expect(path()).toBe(createMessage(1).path);
  await expect.poll(() => bodies).toEqual([{ ids: [createMessage(1).id] }]);
  expect(screen.queryByRole('dialog', { name: 'Уведомления' })).toBeNull();
});

test('messages of one event and day form a group that is marked as read as a whole', async () => {
  const same = [1, 2, 3].map((id) => createMessage(id));
  const other = createMessage(4, {
    event: 'payment_paid',
    title: 'Выплата В-7 выполнена',
    path: '/payments',
  });
  const earlier = createMessage(5, { created_at: '2026-08-20T09:00:00Z' });
  respond('get', messageUrls.list, 200, page([...same, other, earlier]));
  const { bodies, release } = holdResponse('post', messageUrls.read, { unread: 2, groups: 2 });
  release();
  const { user, bell } = await openBell();
  const group = await bell.findByRole('button', { name: /Новый лид: 3.уведомления/ });
  expect(group).toHaveAttribute('aria-expanded', 'false');
  expect(bell.queryByRole('link', { name: 'Новый лид Л-2' })).toBeNull();
  expect(bell.getByRole('link', { name: 'Новый лид Л-5' })).toBeVisible();
  await user.click(group);
  expect(await bell.findByRole('link', { name: 'Новый лид Л-2' })).toBeVisible();
  await user.click(bell.getByRole('button', { name: 'Отметить прочитанным: Новый лид, 3' }));
  await expect.poll(() => bodies).toEqual([{ ids: same.map(({ id }) => id) }]);
});

test('messages are under the headings of their days, with the time and a mark of unread ones', async () => {
  const now = Date.now();
  const at = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString();
  respond(
    'get',
    messageUrls.list,
    200,
    page([
      createMessage(1, { created_at: at(0) }),
      createMessage(2, { created_at: at(1), read_at: at(0) }),
      createMessage(3, { created_at: '2020-05-09T11:05:00Z', read_at: at(0) }),
    ]),
  );
  const { bell } = await openBell();
  expect(await bell.findByRole('region', { name: 'Сегодня' })).toHaveTextContent(/^СегодняНе прочитано/);
  expect(bell.getByRole('region', { name: 'Вчера' })).not.toHaveTextContent('Не прочитано');
  const earlier = within(bell.getByRole('region', { name: /^9.мая.2020$/ }));
  expect(earlier.getByText('14:05')).toBeVisible();
});

test('the row of a message marked as read keeps the focus', async () => {
  respond('get', messageUrls.list, 200, page([createMessage(1)]));
  holdResponse('post', messageUrls.read, { unread: 0, groups: 0 });
  const { user, bell } = await openBell();
  await user.click(await bell.findByRole('button', { name: 'Отметить прочитанным: Новый лид Л-1' }));
  expect(document.activeElement).toContainElement(bell.getByRole('link', { name: 'Новый лид Л-1' }));
});

test('one click marks all messages as read', async () => {
  respond('get', messageUrls.list, 200, page([createMessage(1)]));
  const { bodies, release } = holdResponse('post', messageUrls.read, { unread: 0, groups: 0 });
  const { user, bell } = await openBell();
  await user.dblClick(await bell.findByRole('button', { name: 'Отметить все прочитанными' }));
  release();
  await expect.poll(() => bodies).toEqual([{}]);
});

test('a bell without messages explains what will appear', async () => {
  const { bell } = await openBell();
  expect(await bell.findByText(/Уведомлений пока нет/)).toBeVisible();
});

test('a bell that failed to load can be reloaded', async () => {
  respond('get', messageUrls.list, 400, { detail: 'Нет.' });
  const { user, bell } = await openBell();
  expect(await bell.findByText('Уведомления не загрузились')).toBeVisible();
  respond('get', messageUrls.list, 200, page([createMessage(1)]));
  await user.click(bell.getByRole('button', { name: 'Повторить' }));
  expect(await bell.findByText('Пришел лид Л-1 по программе «Окна».')).toBeVisible();
});
