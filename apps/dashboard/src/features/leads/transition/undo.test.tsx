import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { aLead, serveLeads } from '../../../testing/data/leads.ts';
import { signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { server } from '../../../testing/server.ts';
import { canGoBack } from './transitions.ts';

test.each([
  ['in_progress', 'qualified', true],
  ['in_progress', 'rejected', true],
  ['new', 'in_progress', false],
  ['in_progress', 'won', false],
  ['qualified', 'lost', false],
] as const)('from %s to %s: the way back is there: %s', (from, to, expected) => {
  expect(canGoBack(from, to)).toBe(expected);
});

test('a lead that has just been moved is moved back from the toast, where there is a way back', async () => {
  const lead = aLead(1, { status: 'in_progress' });
  serveLeads([lead]);
  const asked: unknown[] = [];
  server.use(
    http.get('/api/referral/leads/:id/', () => HttpResponse.json(lead)),
    http.get('/api/referral/leads/:id/history/', () => HttpResponse.json({ results: [] })),
    http.post('/api/referral/leads/:id/transition/', async ({ request }) => {
      const body = (await request.json()) as { to: 'qualified' };
      asked.push(body);
      return HttpResponse.json({ ...lead, status: body.to, version: lead.version + 1 });
    }),
  );
  signIn();
  const { user } = openApp(`/leads?id=${lead.id}`);
  await user.click(await screen.findByRole('button', { name: 'Подтвердить' }));
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual({
    to: 'in_progress',
    version: lead.version + 1,
    reason_comment: 'Перемещение отменено',
  });
  expect(await screen.findByText('Перемещение отменено')).toBeVisible();
});
