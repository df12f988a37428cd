import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import LeadPanel from '../panel/lead-panel.tsx';
import { canUndo } from './transitions.ts';

test.each([
  ['in_progress', 'qualified', true],
  ['in_progress', 'rejected', true],
  ['new', 'in_progress', false],
  ['in_progress', 'won', false],
  ['qualified', 'lost', false],
] as const)('a transition from %s to %s can be undone: %s', (from, to, isUndoable) => {
  expect(canUndo(from, to)).toBe(isUndoable);
});

test('the toast of a transition can undo it', async () => {
  const lead = createLead(1, { status: 'in_progress' });
  serveLeads([lead]);
  const sentBodies: unknown[] = [];
  server.use(
    http.get('/api/referral/leads/:id/', () => HttpResponse.json(lead)),
    http.get('/api/referral/leads/:id/history/', () => HttpResponse.json({ results: [] })),
    http.post('/api/referral/leads/:id/transition/', async ({ request }) => {
      const body = (await request.json()) as { to: 'qualified' };
      sentBodies.push(body);
      return HttpResponse.json({ ...lead, status: body.to, version: lead.version + 1 });
    }),
  );
  signIn();
  const { user } = mount(<LeadPanel id={lead.id} item={undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Подтвердить' }));
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(sentBodies).toHaveLength(2));
  expect(sentBodies[1]).toEqual({
    to: 'in_progress',
    version: lead.version + 1,
    reason_comment: 'Перемещение отменено',
  });
  expect(await screen.findByText('Перемещение отменено')).toBeVisible();
});
