import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anna, partner, signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';

const { events } = vi.hoisted(() => ({ events: [] as string[] }));

vi.mock('../../../pages/leads.tsx', async () => {
  const { useEffect, useState } = await import('react');
  const { Page } = await import('../../../shared/ui/page/page.tsx');
  const { useAddress } = await import('../../../shared/list/use-address.ts');
  const { useAuthState } = await import('@referral-dashboard/react-auth');
  return {
    default: function Leads() {
      const name = useAuthState(({ user }) => user?.['first_name']);
      const status = useAddress().get('status') || 'all';
      useState(() => events.push(`rendered ${status}`));
      useEffect(() => {
        events.push(`opened ${status}`);
        return () => void events.push('left');
      }, [status]);
      return (
        <Page>
          <input aria-label="Заметка" />
          {`${name}: ${status}`}
        </Page>
      );
    },
  };
});

type App = ReturnType<typeof openApp>;

const go = (app: App, to: string | -1) => act(() => app.router.navigate(to as string));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Opens the leads page and then leaves it. */
async function leaveLeads(first = '/leads') {
  vi.useFakeTimers({ toFake: ['performance'] });
  signIn(anna);
  const app = openApp(first);
  await heading('Лиды');
  events.length = 0;
  await app.user.type(screen.getByLabelText('Заметка'), 'Позвонить');
  await go(app, '/profile');
  await heading('Профиль');
  return app;
}

/** Events that the mocked page records during an action. */
async function during(act: () => Promise<unknown>) {
  events.length = 0;
  await act();
  return [...events];
}

test('a page of the menu that was left is prerendered without effects and outside the document', async () => {
  const app = await leaveLeads();
  expect(events).toEqual(['left', 'rendered all']);
  expect(screen.queryByLabelText('Заметка')).toBeNull();
  expect(document.title).toBe('Профиль · Реферальный кабинет');
  expect(await during(() => go(app, '/leads'))).toEqual(['opened all']);
  expect(await heading('Лиды')).toHaveFocus();
  expect(document.title).toBe('Лиды · Реферальный кабинет');
});

test('each visit shows a new rendering with empty fields', async () => {
  const app = await leaveLeads();
  for (const _time of [1, 2]) {
    await go(app, '/leads');
    const note = await screen.findByLabelText('Заметка');
    expect(note).toHaveValue('');
    await app.user.type(note, 'Позвонить');
    await go(app, '/profile');
  }
  expect(events.filter((event) => event === 'left')).toHaveLength(3);
});

test('a shown page follows the address', async () => {
  const app = await leaveLeads();
  await go(app, '/leads');
  await go(app, '/leads?status=new');
  expect(screen.getByText('Анна: new')).toBeVisible();
  await go(app, '/profile');
  expect(await during(() => go(app, -1))).toEqual(['rendered new', 'opened new']);
});

test('an address with other parameters is not prerendered', async () => {
  const app = await leaveLeads();
  expect(await during(() => go(app, '/leads?status=new'))).toEqual(['rendered new', 'opened new']);
  expect(screen.getByText('Анна: new')).toBeVisible();
});

test('a page that was left with filters is not prerendered', async () => {
  const app = await leaveLeads('/leads?status=new');
  expect(await during(() => go(app, '/leads'))).toEqual(['rendered all', 'opened all']);
});

test('an old prerendering is replaced', async () => {
  const app = await leaveLeads();
  vi.advanceTimersByTime(4 * 60_000);
  expect(await during(() => go(app, '/leads'))).toEqual(['rendered all', 'opened all']);
});

test('a prerendering of the previous user is dropped', async () => {
  const app = await leaveLeads();
  localStorage.setItem('access_token', 'of-the-partner');
  localStorage.setItem('user_data', JSON.stringify(partner));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  await waitFor(() => expect(app.auth.getState().user?.['id']).toBe(partner.id));
  expect(await during(() => go(app, '/leads'))).toEqual(['rendered all', 'opened all']);
  expect(screen.getByText('Алексей: all')).toBeVisible();
});

test('signing out drops prerendered pages', async () => {
  const app = await leaveLeads();
  await app.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(await during(() => go(app, '/leads'))).toEqual([]);
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
});
