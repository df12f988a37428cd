import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { anna, partner, signIn } from '../testing/data/people.ts';
import { openApp } from '../testing/open-app.tsx';
import { server } from '../testing/server.ts';

vi.mock('../pages/leads.tsx', async () => {
  const { leadRoutes } = await import('@referral-dashboard/api-contract');
  const { useApiQuery } = await import('../shared/api/use-api-query.ts');
  const LeadCount = () => {
    const { data } = useApiQuery(leadRoutes.leadCounts, {});
    return <h1>{data ? `Лидов ${data.all}` : 'Загрузка'}</h1>;
  };
  return { default: LeadCount };
});

const counts = (all: number) =>
  server.use(
    http.get('/api/referral/leads/counts/', () =>
      HttpResponse.json({
        all,
        new: 0,
        in_progress: 0,
        qualified: 0,
        won: 0,
        lost: 0,
        rejected: 0,
        duplicate: 0,
      }),
    ),
  );

test('responses are cached for the session and hidden from the next user', async () => {
  signIn(anna);
  counts(7);
  const app = openApp('/leads');
  expect(await screen.findByText('Лидов 7')).toBeVisible();

  counts(3);
  await act(() => app.router.navigate('/profile'));
  await screen.findByLabelText('Фамилия');
  await act(() => app.router.navigate('/leads'));
  expect(await screen.findByText('Лидов 7')).toBeVisible();

  localStorage.removeItem('user_data');
  localStorage.setItem('access_token', 'access-2');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  await waitFor(() => expect(app.auth.getState().isAuth).toBe(false));
  localStorage.setItem('user_data', JSON.stringify(partner));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(await screen.findByText('Лидов 3')).toBeVisible();
});
