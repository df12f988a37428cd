import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { Leads } from '../leads.tsx';
import { describeBulkEffect } from './bulk-effect.tsx';
import { getUndoStatus } from './transitions.ts';

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
        changed: body.ids.map((id) => ({ id, from })),
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
  expect(await screen.findByText(/^4.лида теперь «Подтвержден»/)).toBeVisible();
  expect(sentBodies[1]).toEqual({ ids, to: 'qualified', limit: 25 });
});

test('the toast of a bulk transition can undo it', async () => {
  const sentBodies = respondToBulk({ accrued: NO_EFFECT, withdrawn: NO_EFFECT }, 'in_progress');
  const app = await selectAll();
  const dialog = await openConfirmation(app);
  await app.user.click(await within(dialog).findByRole('button', { name: 'Подтвердить' }));
  await app.user.click(await screen.findByRole('button', { name: 'Отменить' }));
  expect(await screen.findByText('Перемещение отменено')).toBeVisible();
  expect(sentBodies.at(-1)).toEqual({
    ids: leads.map(({ id }) => id),
    from: 'qualified',
    to: 'in_progress',
    reason_comment: 'Перемещение отменено',
  });
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

test.each([
  ['new', 'qualified', 'in_progress'],
  ['in_progress', 'qualified', 'in_progress'],
  ['new', 'in_progress', null],
  ['qualified', 'lost', null],
  ['rejected', 'in_progress', null],
] as const)('undoing a transition from %s to %s returns the lead to %s', (from, to, expected) => {
  expect(getUndoStatus(from, to)).toBe(expected);
});
