import type { Lead } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import LeadPanel from '../panel/lead-panel.tsx';

const reward: Lead['reward'] = {
  id: createLead(9).id,
  number: 'Н-1',
  amount_kop: 50_000,
  explanation: 'За подтвержденный лид',
  status: 'hold',
  hold_until: null,
};

/** Serves a lead that can move, and undos that are answered with `refusal`. */
function openPanel(lead: Lead, refusal?: string) {
  serveLeads([lead]);
  const sentBodies: unknown[] = [];
  server.use(
    http.get('/api/referral/leads/:id/', () => HttpResponse.json(lead)),
    http.post('/api/referral/leads/:id/transition/', async ({ request }) => {
      const { to } = (await request.json()) as { to: Lead['status'] };
      return HttpResponse.json({ ...lead, status: to, reward: null, version: lead.version + 1 });
    }),
    http.post('/api/referral/leads/undo-transition/', async ({ request }) => {
      sentBodies.push(await request.json());
      const { id, number } = lead;
      return HttpResponse.json(
        refusal === undefined
          ? { undone: [id], refused: [] }
          : { undone: [], refused: [{ id, number, detail: refusal }] },
      );
    }),
  );
  signIn();
  return { ...mount(<LeadPanel id={lead.id} item={undefined} />), sentBodies };
}

test('the toast of a transition names the new status and can undo it', async () => {
  const lead = createLead(1, { version: 4 });
  const { user, sentBodies } = openPanel(lead);
  await user.click(await screen.findByRole('button', { name: 'Взять в работу' }));
  expect(await screen.findByText('Лид Л-1 теперь «В работе»')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(sentBodies).toEqual([{ leads: [{ id: lead.id, version: 5 }] }]));
  expect(await screen.findByText('Лид Л-1 снова «Новый»')).toBeVisible();
});

test('a refused undo states the reason', async () => {
  const { user } = openPanel(createLead(1), 'Лид уже изменен, поэтому прежний статус не вернуть.');
  await user.click(await screen.findByRole('button', { name: 'Взять в работу' }));
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  expect(await screen.findByText('Перемещение не отменено')).toBeVisible();
  expect(screen.getByText('Лид уже изменен, поэтому прежний статус не вернуть.')).toBeVisible();
});

test('a transition that cancels a reward has no undo', async () => {
  const { user } = openPanel(createLead(1, { status: 'qualified', reward }));
  await user.click(await screen.findByRole('button', { name: 'Вернуть в работу' }));
  await user.type(await screen.findByLabelText('Почему лид возвращается в работу'), 'Ошибка');
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Вернуть в работу' }));
  expect(await screen.findByText('Лид Л-1 теперь «В работе»')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отменить' })).not.toBeInTheDocument();
});
