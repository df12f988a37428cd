import type { Accrual } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import AccrualPanel from '@/features/accruals/accrual-panel.tsx';
import { ORGANIZATION } from '@/shared/product.ts';
import {
  ACCRUALS,
  accrualOnHold,
  approvedPayment,
  createPayable,
  draftPayment,
  PAYMENTS,
  serveMoney,
} from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import { Payments } from './payments-section.tsx';

async function open(path = '/payments') {
  signIn();
  const app = mount(<Payments role={ORGANIZATION} payoutMethods={() => null} />, path);
  await screen.findByRole('heading', { level: 1, name: /^Выплат/ });
  return app;
}

function openAccrual(id: string) {
  signIn();
  const { user } = mount(<AccrualPanel id={id} item={undefined} />);
  return { user, panel: screen };
}

const noMethod = { blockers: [{ code: 'no_method', detail: 'Не указано, куда платить.' }] };
const opened = `/payments?tab=payments&payment=${draftPayment.id}`;

test('a blocked partner cannot be selected, and the reason links to the fix', async () => {
  const petrova = createPayable('Петрова Мария', 500_000, noMethod);
  serveMoney({ payables: [petrova] });
  await open();
  expect(await screen.findByRole('checkbox', { name: 'Выбрать: Петрова Мария' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Нет реквизитов — добавить' })).toHaveAttribute(
    'href',
    `/partners/${petrova.partner.id}?requisites=${petrova.partner.id}`,
  );
});

test('an empty list links to the requests that wait for a decision', async () => {
  serveMoney({ payments: [{ ...draftPayment, status: 'requested' }] });
  await open();
  expect(await screen.findByRole('heading', { name: 'Партнеры ждут ответа' })).toBeVisible();
  expect(screen.getByText('1 запрос на выплату: примите или отклоните')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Открыть запросы' })).toHaveAttribute(
    'href',
    '/payments?tab=payments&status=requested',
  );
});

test('the count and sum of selected partners exclude blocked ones', async () => {
  serveMoney({
    payables: [
      createPayable('Смирнов', 330_000),
      createPayable('Орлов', 100_050),
      createPayable('Петрова', 500_000, noMethod),
    ],
  });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: /всех на странице/ }));
  expect(await screen.findByText(/^2 партнера ·/)).toHaveTextContent('2 партнера · 4 300,50 ₽');
});

test('payments are formed one by one with separate keys, and failed ones can be retried', async () => {
  const [smirnov, orlov] = [createPayable('Смирнов', 330_000), createPayable('Орлов', 100_050)];
  serveMoney({ payables: [smirnov, orlov] });
  const sent: { partner: string; key: string | null }[] = [];
  server.use(
    http.post(PAYMENTS, async ({ request }) => {
      const { partner } = (await request.json()) as { partner: string };
      sent.push({ partner, key: request.headers.get('Idempotency-Key') });
      if (partner === orlov.partner.id && sent.length === 2)
        return HttpResponse.json(
          { detail: 'Часть начислений уже недоступна.', code: 'count_mismatch' },
          { status: 409 },
        );
      const id = draftPayment.id.replace(/.$/, String(sent.length));
      return HttpResponse.json({ ...draftPayment, id, number: `В-${sent.length}` }, { status: 201 });
    }),
  );
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: /всех на странице/ }));
  await user.click(await screen.findByRole('button', { name: 'Сформировать выплаты' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Сформировать выплаты' }));
  await user.click(drawer.getByRole('button', { name: 'Сформировать 2\u00a0выплаты' }));
  expect(await screen.findByText(/Сформировано 1 из 2, на/)).toBeVisible();
  expect(screen.getByText('Часть начислений уже недоступна.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Повторить несформированные' }));
  expect(await screen.findByText(/Готово: 2 выплаты/)).toBeVisible();
  expect(sent.map(({ partner }) => partner)).toEqual([
    smirnov.partner.id,
    orlov.partner.id,
    orlov.partner.id,
  ]);
  expect(sent[2]?.key).toBe(sent[1]?.key);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

test('a partner excluded before the start gets no payment', async () => {
  const [smirnov, orlov] = [createPayable('Смирнов', 330_000), createPayable('Орлов', 100_050)];
  serveMoney({ payables: [smirnov, orlov] });
  const sent: unknown[] = [];
  server.use(
    http.post(PAYMENTS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(draftPayment, { status: 201 });
    }),
  );
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: /всех на странице/ }));
  await user.click(await screen.findByRole('button', { name: 'Сформировать выплаты' }));
  await user.click(await screen.findByRole('button', { name: 'Исключить: Орлов' }));
  await user.click(screen.getByRole('button', { name: 'Сформировать 1\u00a0выплату' }));
  expect(await screen.findByText(/Готово: 1 выплата/)).toBeVisible();
  expect(sent).toEqual([{ partner: smirnov.partner.id }]);
});

test('approving a draft sends the version that was read', async () => {
  const bodies: unknown[] = [];
  serveMoney({ payments: [draftPayment] });
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, async ({ request }) => {
      bodies.push(await request.json());
      serveMoney({ payments: [approvedPayment] });
      return HttpResponse.json(approvedPayment);
    }),
  );
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отправить к оплате' }));
  expect(await screen.findByText(/^СБП, \+7 916 123-.45-.67, Т-.Банк$/)).toBeVisible();
  expect(bodies).toEqual([{ version: 1 }]);
});

test('two clicks on a transition send it once', async () => {
  serveMoney({ payments: [draftPayment] });
  let sent = 0;
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, () => {
      sent += 1;
      serveMoney({ payments: [approvedPayment] });
      return HttpResponse.json(approvedPayment);
    }),
  );
  await open(opened);
  const step = await screen.findByRole('button', { name: 'Отправить к оплате' });
  step.click();
  step.click();
  expect(await screen.findByText(/^СБП, \+7 916 123-.45-.67, Т-.Банк$/)).toBeVisible();
  expect(sent).toBe(1);
});

test('a refused approval shows the blocker and a link to the fix', async () => {
  serveMoney({ payments: [draftPayment] });
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, () =>
      HttpResponse.json(
        { detail: 'Выплату нельзя утвердить. Не указано, куда платить.', code: 'blocked', blockers: [] },
        { status: 409 },
      ),
    ),
  );
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отправить к оплате' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Выплату нельзя утвердить. Не указано, куда платить.')).toBeVisible();
  expect(alert.getByRole('link', { name: 'Открыть карточку партнера' })).toHaveAttribute(
    'href',
    `/partners/${draftPayment.partner.id}`,
  );
});

test('a conflict shows the current status of the payment', async () => {
  serveMoney({ payments: [draftPayment] });
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, () => {
      serveMoney({ payments: [approvedPayment] });
      return HttpResponse.json({ detail: 'Изменено.', code: 'version_conflict' }, { status: 409 });
    }),
  );
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отправить к оплате' }));
  expect(await screen.findByText('Выплата уже изменена, теперь «К оплате»')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Отметить выплаченной' })).toBeVisible();
});

test('a dialog opened while accruals still reload after the previous step stays open', async () => {
  serveMoney({ payments: [draftPayment] });
  const { user } = await open(opened);
  const accruals = Promise.withResolvers<void>();
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, () => {
      serveMoney({ payments: [approvedPayment] });
      server.use(
        http.get(ACCRUALS, async () => {
          await accruals.promise;
          return HttpResponse.json({ next: null, previous: null, results: [] });
        }),
      );
      return HttpResponse.json(approvedPayment);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Отправить к оплате' }));
  await user.click(await screen.findByRole('button', { name: 'Отметить выплаченной' }));
  const number = within(await screen.findByRole('dialog')).getByLabelText('Номер перевода');
  accruals.resolve();
  expect(await screen.findByText('Сумма и реквизиты закреплены')).toBeInTheDocument();
  expect(number).toBeVisible();
});

test('marking a payment as paid again after a lost response repeats the key', async () => {
  const paid = { ...approvedPayment, version: 3, status: 'paid' as const, paid_on: '2026-08-22' };
  const sent: { key: string | null; body: unknown }[] = [];
  serveMoney({ payments: [approvedPayment] });
  server.use(
    http.post(`${PAYMENTS}:id/mark-paid/`, async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
      serveMoney({ payments: [paid] });
      return sent.length === 1 ? HttpResponse.error() : HttpResponse.json(paid);
    }),
  );
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отметить выплаченной' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Номер перевода'), 'ПП-118');
  await user.click(dialog.getByRole('button', { name: 'Отметить выплаченной' }));
  expect(await dialog.findByText('Выплата не отмечена')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Отметить выплаченной' }));
  expect(await screen.findByText('Выплата выполнена')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]?.body).toMatchObject({ external_ref: 'ПП-118', version: 2 });
  expect(sessionStorage).toHaveLength(0);
});

test('a transfer needs its number', async () => {
  serveMoney({ payments: [approvedPayment] });
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отметить выплаченной' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Отметить выплаченной' }));
  expect(await dialog.findByText('Введите номер перевода')).toBeVisible();
});

test('a held accrual shows its calculation and its release day', async () => {
  serveMoney({ accruals: [accrualOnHold] });
  const { panel } = openAccrual(accrualOnHold.id);
  expect(await panel.findByText('7,5 % от сделки 125 000,00 ₽')).toBeVisible();
  expect(panel.getByText('4 сен 2026')).toBeVisible();
});

test('an accrual for a later payment links to the client, and cancelling names the payment', async () => {
  const sale = {
    id: '01a2b3c4-0000-7000-8000-000000000401',
    number: 'П-7',
    name: 'ООО «Ромашка»',
    client: '01a2b3c4-0000-7000-8000-000000000402',
  };
  serveMoney({ accruals: [{ ...accrualOnHold, sale }] });
  const { panel, user } = openAccrual(accrualOnHold.id);
  expect(await panel.findByRole('link', { name: 'П-7 · ООО «Ромашка»' })).toHaveAttribute(
    'href',
    `/leads?view=clients&id=${sale.client}`,
  );
  await user.click(panel.getByRole('button', { name: 'Отменить начисление' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/не получит вознаграждение за эту продажу/)).toBeVisible();
});

test('cancelling an accrual needs a reason', async () => {
  const bodies: unknown[] = [];
  serveMoney({ accruals: [accrualOnHold] });
  server.use(
    http.post(`${ACCRUALS}:id/cancel/`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...accrualOnHold, status: 'canceled' });
    }),
  );
  const { user } = openAccrual(accrualOnHold.id);
  await user.click(await screen.findByRole('button', { name: 'Отменить начисление' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
  expect(await dialog.findByText('Укажите причину')).toBeVisible();
  await user.type(dialog.getByLabelText('Причина'), 'Сделка сорвалась');
  await user.click(dialog.getByRole('button', { name: 'Отменить начисление' }));
  expect(await screen.findByText('Начисление отменено')).toBeVisible();
  expect(bodies).toEqual([{ reason: 'Сделка сорвалась' }]);
  expect(sessionStorage).toHaveLength(0);
});

test('a missing payment is reported', async () => {
  serveMoney({});
  await open(opened);
  expect(await screen.findByText('Такой выплаты нет')).toBeVisible();
});

test('the confirmation lists partners, amounts and what will be fixed', async () => {
  serveMoney({ payables: [createPayable('Смирнов', 330_000), createPayable('Орлов', 100_050)] });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: /всех на странице/ }));
  await user.click(await screen.findByRole('button', { name: 'Сформировать выплаты' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Сформировать выплаты' }));
  const whom = within(drawer.getByRole('list', { name: 'Кому' })).getAllByRole('listitem');
  expect(whom.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' ').trim())).toEqual([
    'Смирнов3 300,00 ₽',
    'Орлов1 000,50 ₽',
  ]);
  expect(drawer.getByText(/^4\s300,50\s₽$/)).toBeVisible();
  expect(drawer.getByText(/Эти начисления закрепятся за выплатой и не попадут в другую/)).toBeVisible();
  expect(drawer.getByText(/Реквизиты закрепятся, когда отправите выплату к оплате/)).toBeVisible();
});

const lead = { id: '01a2b3c4-0000-7000-8000-000000000301', number: 'Л-7', name: 'Ольга' };
const paidReward: Accrual = { ...accrualOnHold, lead, status: 'paid', amount_kop: 75_000 };
const part: Accrual = {
  ...paidReward,
  id: '01a2b3c4-0000-7000-8000-000000000202',
  number: 'Н-13',
  kind: 'correction',
  status: 'review',
  amount_kop: 25_000,
  created_at: '2026-08-22T09:00:00Z',
  part_of: { id: paidReward.id, number: paidReward.number },
};

test('a correction has no transitions and links to its reward', async () => {
  serveMoney({ accruals: [paidReward, part] });
  const { panel } = openAccrual(part.id);
  expect(await panel.findByText(/Решение по нему касается всего, что начислено за лид/)).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Отменить начисление' })).toBeNull();
  expect(panel.getAllByRole('link', { name: 'Н-12' })[0]).toHaveAttribute(
    'href',
    expect.stringContaining(paidReward.id),
  );
});

test('a reversal warns about the effect of cancelling it', async () => {
  serveMoney({ accruals: [{ ...part, kind: 'reversal', status: 'available', amount_kop: -75_000 }] });
  const { panel } = openAccrual(part.id);
  expect(await panel.findByText(/можно заплатить дважды/)).toBeVisible();
  expect(panel.getAllByText('К зачету')).not.toHaveLength(0);
  expect(panel.queryByText('Доступно к выплате')).toBeNull();
});

test('a paid reward lists all entries of its lead with their total', async () => {
  serveMoney({ accruals: [paidReward, part] });
  const { panel } = openAccrual(paidReward.id);
  expect(await panel.findByRole('button', { name: 'Снять с проверки' })).toBeVisible();
  const list = within(panel.getByRole('list', { name: /За лид Л-7 всего 1\s000,00\s₽/ }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
});

test('restoring a manually cancelled reward needs a reason', async () => {
  const bodies: unknown[] = [];
  serveMoney({ accruals: [{ ...accrualOnHold, lead, status: 'canceled', by_hand: true }] });
  server.use(
    http.post(`${ACCRUALS}:id/restore/`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...accrualOnHold, lead, status: 'canceled' });
    }),
  );
  const { user, panel } = openAccrual(accrualOnHold.id);
  await user.click(await panel.findByRole('button', { name: 'Вернуть вознаграждение' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Причина'), 'Отменили по ошибке');
  await user.click(dialog.getByRole('button', { name: 'Вернуть вознаграждение' }));
  expect(await screen.findByText('Вознаграждение возвращено')).toBeVisible();
  expect(bodies).toEqual([{ reason: 'Отменили по ошибке' }]);
});

test.each([
  ['accruals', ACCRUALS, { hold: 0, review: 0, available: 6200, reserved: 0, paid: 3801 }, /^Доступны/],
  [
    'payments',
    PAYMENTS,
    { requested: 0, draft: 6200, approved: 0, processing: 0, paid: 3801, failed: 0, returned: 0 },
    /^Черновики/,
  ],
])('a search among %s beyond the counting limit shows a plus sign', async (tab, calls, counts, name) => {
  serveMoney({ accruals: [accrualOnHold], payments: [draftPayment] });
  server.use(
    http.get(`${calls}counts/`, () =>
      HttpResponse.json({ ...counts, canceled: 0, all: 10_000, more: true, next_release: null }),
    ),
  );
  await open(`/payments?tab=${tab}&search=Орлов`);
  expect(await screen.findByText('1 из 10 000+')).toBeVisible();
  expect(screen.getByRole('link', { name })).toHaveTextContent('6 200+');
});

test('the amounts of a past day replace the current ones, without links to lists of today', async () => {
  const queries: (string | null)[] = [];
  serveMoney({});
  server.use(
    http.get(`${PAYMENTS}totals/`, ({ request }) => {
      queries.push(new URL(request.url).searchParams.get('at'));
      const none = { count: 0, sum_kop: 0 };
      return HttpResponse.json({
        ...{ blocked: { ...none, reasons: [] }, debts: none, review: none, under_way: none, held_up: 0 },
        ...{ ready: { count: 1, sum_kop: 75_000 }, hold: { count: 2, sum_kop: 30_000 }, paid: none },
      });
    }),
  );
  await open('/payments?at=2026-08-10');
  expect(await screen.findByText('750,00 ₽')).toBeVisible();
  expect(screen.getByText('На проверке')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Выплачено/ })).not.toBeInTheDocument();
  expect(queries).toContain('2026-08-10');
  expect(
    await screen.findByText(/^Суммы на конец этого дня. Выплаченное — по дню, когда выплату отметили\./),
  ).toBeVisible();
});
