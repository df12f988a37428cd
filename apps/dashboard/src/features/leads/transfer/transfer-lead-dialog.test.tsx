import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createLead, serveLeads, smirnov } from '@/testing/data/leads.ts';
import { smirnov as card } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import LeadPanel from '../panel/lead-panel.tsx';
import { describeTransferEffect } from './transfer-lead-dialog.tsx';

const BASE = '/api/referral/leads/';
const otherPartner = { ...card, id: '00000003-0000-7000-8000-000000000009', name: 'Волкова Анна' };
const reward = {
  id: '00000009-0000-7000-8000-000000000001',
  number: 'Н-1',
  amount_kop: 300_000,
  explanation: '3 000,00 ₽',
  status: 'available' as const,
  hold_until: null,
};

async function openTransferDialog(lead: ReturnType<typeof createLead>) {
  signIn();
  serveLeads([lead]);
  respond('get', '/api/referral/partners/', 200, { next: null, previous: null, results: [otherPartner] });
  const app = mount(<LeadPanel id={lead.id} item={undefined} />);
  await app.user.click(await screen.findByRole('button', { name: 'Передать другому' }));
  return { app, dialog: await screen.findByRole('dialog', { name: `Передать лид ${lead.number}` }) };
}

test('transferring a lead needs a reason and keeps the accrued reward', async () => {
  const lead = createLead(1, { status: 'qualified', reward, version: 4 });
  const { app, dialog } = await openTransferDialog(lead);
  expect(dialog).toHaveTextContent(/Начисленное останется у партнера Смирнов Алексей: 3.000,00.₽/);
  const sentBodies: unknown[] = [];
  server.use(
    http.post(`${BASE}${lead.id}/transfer/`, async ({ request }) => {
      sentBodies.push(await request.json());
      return HttpResponse.json({
        ...lead,
        partner: { id: otherPartner.id, name: otherPartner.name },
        earned_by: smirnov,
        version: 5,
      });
    }),
  );
  await app.user.click(within(dialog).getByRole('combobox', { name: 'Кому' }));
  await app.user.click(await screen.findByRole('option', { name: 'Волкова Анна' }));
  await app.user.type(within(dialog).getByLabelText('Причина'), 'Она');
  respond('get', `${BASE}${lead.id}/`, 200, {
    ...lead,
    partner: { id: otherPartner.id, name: otherPartner.name },
    earned_by: smirnov,
  });
  await app.user.click(within(dialog).getByRole('button', { name: 'Передать' }));
  expect(await screen.findByText('Л-1 теперь у партнера Волкова Анна')).toBeVisible();
  expect(sentBodies).toEqual([{ partner: otherPartner.id, reason: 'Она', version: 4 }]);
  expect(await screen.findByText('Начислено прежнему партнеру: Смирнов Алексей')).toBeVisible();
});

test('a transfer needs a partner and a reason', async () => {
  const { app, dialog } = await openTransferDialog(createLead(1));
  await app.user.click(within(dialog).getByRole('button', { name: 'Передать' }));
  await waitFor(() => expect(within(dialog).getByText('Выберите партнера', { selector: 'p' })).toBeVisible());
  expect(within(dialog).getByText('Укажите причину')).toBeVisible();
});

test('the effect of a transfer depends on what the lead has earned', () => {
  expect(describeTransferEffect(createLead(1))).toMatch(/^Пока ничего не начислено/);
  expect(describeTransferEffect(createLead(1, { status: 'rejected' }))).toMatch(/^Если лид вернется/);
  expect(describeTransferEffect(createLead(1, { partner: null, status: 'won' }))).toMatch(
    /начислится новому партнеру сразу/,
  );
  expect(describeTransferEffect(createLead(1, { partner: null }))).toMatch(/получит новый партнер\.$/);
});

test('the panel shows self-referral matches, a lead with the same e-mail and transfers', async () => {
  signIn();
  const lead = createLead(1, {
    self_referral: true,
    self_referral_matches: ['payout_phone', 'former_email'],
    same_email_as: { id: createLead(2).id, number: 'Л-2' },
  });
  serveLeads([lead]);
  respond('get', `${BASE}${lead.id}/history/`, 200, {
    results: [
      {
        id: lead.id,
        at: '2026-08-21T11:05:00.000Z',
        from_status: 'new',
        to_status: 'new',
        reason_code: null,
        comment: 'Привела она',
        actor: 'Петрова М. С.',
        changed: [],
        is_transfer: true,
        transfer: { from: smirnov, to: { id: otherPartner.id, name: otherPartner.name } },
      },
    ],
  });
  mount(<LeadPanel id={lead.id} item={undefined} />);
  expect(
    await screen.findByText('Заявка на себя. Совпадает: телефон партнера для СБП, прежняя почта партнера'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Л-2' })).toHaveAttribute(
    'href',
    expect.stringContaining(createLead(2).id),
  );
  expect(await screen.findByText('Передан: Смирнов Алексей → Волкова Анна')).toBeVisible();
});
