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
      useState(() => events.push(`drawn ${status}`));
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

/** Leads have been open and left. */
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

/** What a page did since, as `events` tells. */
async function during(act: () => Promise<unknown>) {
  events.length = 0;
  await act();
  return [...events];
}

test('a page of the menu that was open is drawn ahead of the next time, and nothing of it runs or is found before', async () => {
  const app = await leaveLeads();
  expect(events).toEqual(['left', 'drawn all']);
  expect(screen.queryByLabelText('Заметка')).toBeNull();
  expect(document.title).toBe('Профиль · Реферальный кабинет');
  expect(await during(() => go(app, '/leads'))).toEqual(['opened all']);
  expect(await heading('Лиды')).toHaveFocus();
  expect(document.title).toBe('Лиды · Реферальный кабинет');
});

test('it is drawn anew for each time it is shown: it begins empty', async () => {
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

test('what it shows follows the address from then on', async () => {
  const app = await leaveLeads();
  await go(app, '/leads');
  await go(app, '/leads?status=new');
  expect(screen.getByText('Анна: new')).toBeVisible();
  await go(app, '/profile');
  expect(await during(() => go(app, -1))).toEqual(['drawn new', 'opened new']);
});

test('an address that asks for something else finds none of it', async () => {
  const app = await leaveLeads();
  expect(await during(() => go(app, '/leads?status=new'))).toEqual(['drawn new', 'opened new']);
  expect(screen.getByText('Анна: new')).toBeVisible();
});

test('a page that was left narrowed is not drawn ahead', async () => {
  const app = await leaveLeads('/leads?status=new');
  expect(await during(() => go(app, '/leads'))).toEqual(['drawn all', 'opened all']);
});

test('a page that was drawn ahead long ago is drawn anew', async () => {
  const app = await leaveLeads();
  vi.advanceTimersByTime(4 * 60_000);
  expect(await during(() => go(app, '/leads'))).toEqual(['drawn all', 'opened all']);
});

test('the next person finds nothing that was drawn for the last one', async () => {
  const app = await leaveLeads();
  localStorage.setItem('access_token', 'of-the-partner');
  localStorage.setItem('user_data', JSON.stringify(partner));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  await waitFor(() => expect(app.auth.getState().user?.['id']).toBe(partner.id));
  expect(await during(() => go(app, '/leads'))).toEqual(['drawn all', 'opened all']);
  expect(screen.getByText('Алексей: all')).toBeVisible();
});

test('nobody who signed out finds what was drawn ahead', async () => {
  const app = await leaveLeads();
  await app.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(await during(() => go(app, '/leads'))).toEqual([]);
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
});
