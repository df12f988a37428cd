import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { Leads } from '@/features/leads/leads.tsx';
import { ORGANIZATION } from '@/shared/product.ts';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { describeEffect } from '../transitions.ts';
import { describeBulkEffect } from './bulk-effect.tsx';

const BULK_URL = '/api/referral/leads/bulk-transition/';
const NO_EFFECT = { sum_kop: 0, partners: 0 };
const leads = [1, 2, 3, 4].map((number) => createLead(number));

/** Responds to bulk requests and collects their bodies. A dry run returns `effect`. */
function respondToBulk(effect: object, from = 'new') {
  const sentBodies: Record<string, unknown>[] = [];
  server.use(
    http.post(BULK_URL, async ({ request }) => {
      const body = (await request.json()) as { ids: string[]; dry_run?: boolean };
      sentBodies.push(body);
      return HttpResponse.json({
        moved: body.ids.length,
        changed: body.ids.map((id) => ({ id, from, version: 2 })),
        refused: [],
        left: [],
        effect: body.dry_run ? effect : null,
      });
    }),
  );
  return sentBodies;
}

async function selectAll() {
  signIn();
  serveLeads(leads);
  const app = mount(<Leads role={ORGANIZATION} />, '/leads');
  await app.user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
  return app;
}

async function openConfirmation(app: Awaited<ReturnType<typeof selectAll>>) {
  await app.user.click(screen.getByRole('button', { name: 'Другие действия с выбранными' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Подтвердить' }));
  return screen.findByRole('dialog', { name: /^Подтвердить 4.лида\?$/ });
}

test('a bulk confirmation shows the accruals and the number of partners first', async () => {
  const sentBodies = respondToBulk({ accrued: { sum_kop: 1_200_000, partners: 3 }, withdrawn: NO_EFFECT });
  const app = await selectAll();
  const dialog = await openConfirmation(app);
  expect(await within(dialog).findByText(/^Начислится 12.000,00.₽ трем партнерам\.$/)).toBeVisible();
  const ids = leads.map(({ id }) => id);
  expect(sentBodies).toEqual([{ ids, to: 'qualified', dry_run: true }]);
  await app.user.click(within(dialog).getByRole('button', { name: 'Подтвердить' }));
  expect(await screen.findByText(/^4.лида теперь подтверждены/)).toBeVisible();
  expect(sentBodies[1]).toEqual({ ids, to: 'qualified', limit: 25 });
});

/** Responds to undos. Refuses the leads with these numbers. */
function respondToUndo(refusedNumbers: readonly string[] = []) {
  const sentBodies: unknown[] = [];
  server.use(
    http.post('/api/referral/leads/undo-transition/', async ({ request }) => {
      const body = (await request.json()) as { leads: { id: string }[] };
      sentBodies.push(body);
      const isRefused = ({ id }: { id: string }) =>
        refusedNumbers.includes(leads.find((lead) => lead.id === id)?.number ?? '');
      const detail = 'Лид уже изменен, поэтому прежний статус не вернуть.';
      return HttpResponse.json({
        undone: body.leads.filter((lead) => !isRefused(lead)).map(({ id }) => id),
        refused: leads.filter(isRefused).map(({ id, number }) => ({ id, number, detail })),
      });
    }),
  );
  return sentBodies;
}

async function takeAll() {
  respondToBulk({ accrued: NO_EFFECT, withdrawn: NO_EFFECT });
  const app = await selectAll();
  await app.user.click(screen.getByRole('button', { name: 'Взять в работу' }));
  expect(await screen.findByText(/^4.лида теперь в работе/)).toBeVisible();
  return app;
}

test('the toast of a bulk transition can undo it', async () => {
  const sentBodies = respondToUndo();
  const app = await takeAll();
  await app.user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByText(/^4.лида вернулись в прежний статус/)).toBeVisible();
  expect(sentBodies).toEqual([{ leads: leads.map(({ id }) => ({ id, version: 2 })) }]);
});

test('an undo that is refused for some leads lists them with the reason', async () => {
  respondToUndo(['Л-2', 'Л-3']);
  const app = await takeAll();
  await app.user.click(screen.getByRole('button', { name: 'Отменить' }));
  const result = await screen.findByRole('dialog', { name: 'Отменено не для всех лидов' });
  expect(result).toHaveTextContent('В прежний статус вернулось 2 из 4. Остальные остались в новом:');
  expect(result).toHaveTextContent('Л-2, Л-3 Лид уже изменен, поэтому прежний статус не вернуть.');
});

test('a bulk confirmation is disabled until its effect on money is loaded, which can be retried', async () => {
  respond('post', BULK_URL, 503, { detail: 'Сервер занят.' });
  const app = await selectAll();
  const dialog = await openConfirmation(app);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Сервер занят.');
  expect(within(dialog).getByRole('button', { name: 'Подтвердить' })).toBeDisabled();
  respondToBulk({ accrued: NO_EFFECT, withdrawn: NO_EFFECT });
  await app.user.click(within(dialog).getByRole('button', { name: 'Повторить' }));
  expect(await within(dialog).findByText('Начислений не будет.')).toBeVisible();
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Подтвердить' })).toBeEnabled());
});

test('a bulk rejection shows the cancelled accruals', async () => {
  respondToBulk({ accrued: NO_EFFECT, withdrawn: { sum_kop: 600_000, partners: 2 } }, 'qualified');
  const app = await selectAll();
  await app.user.click(screen.getByRole('button', { name: 'Отклонить' }));
  const dialog = await screen.findByRole('dialog', { name: /^Отклонить: 4.лида/ });
  expect(await within(dialog).findByText(/^Снимется 6.000,00.₽ у двух партнеров/)).toBeVisible();
});

test('more than four partners are counted in digits', () => {
  const effect = { accrued: { sum_kop: 100, partners: 21 }, withdrawn: NO_EFFECT };
  expect(describeBulkEffect(effect, 'qualified')).toMatch(/21.партнеру\.$/);
});

const QUALIFIED_EVENT = { reward_event: 'lead_qualified' } as const;
test.each([
  ['for the deal', createLead(1, { status: 'in_progress' }), /Вознаграждение за сделку начислится/],
  [
    'of a lead that is not confirmed yet',
    createLead(1, { ...QUALIFIED_EVENT, status: 'in_progress' }),
    /вознаграждение начислится сейчас/,
  ],
  [
    'that was canceled',
    createLead(1, { ...QUALIFIED_EVENT, status: 'qualified' }),
    /вознаграждение за этот лид снято/,
  ],
  ['without a partner', createLead(1, { partner: null }), /Вознаграждения не будет/],
  [
    'that is accrued for the confirmed lead',
    createLead(1, {
      ...QUALIFIED_EVENT,
      status: 'qualified',
      reward: {
        id: createLead(9).id,
        number: 'Н-1',
        amount_kop: 50_000,
        explanation: '',
        status: 'hold',
        hold_until: null,
      },
    }),
    /сделка его не изменит/,
  ],
])('the dialog of a deal describes the reward %s', (_, lead, expected) => {
  expect(describeEffect('won', lead.status, lead)).toMatch(expected);
  expect(describeEffect('won', lead.status, lead)).toMatch(/^Лид перейдет в статус «Сделка»/);
});
