import type { Accrual } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import {
  ACCRUALS,
  approvedPayment,
  draftPayment,
  heldAccrual,
  moneyIs,
  PAYMENTS,
  payable,
} from '../../testing/data/payouts/payments.ts';
import { signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { server } from '../../testing/server.ts';

async function open(path = '/payments') {
  signIn();
  const app = openApp(path);
  await screen.findByRole('heading', { level: 1, name: /^Выплат/ });
  return app;
}

const noMethod = { blockers: [{ code: 'no_method', detail: 'Не указано, куда платить.' }] };
const opened = `/payments?tab=payments&payment=${draftPayment.id}`;

test('a partner who cannot be paid is not to be ticked, and the reason leads to its cure', async () => {
  const petrova = payable('Петрова Мария', 500_000, noMethod);
  moneyIs({ payables: [petrova] });
  await open();
  expect(await screen.findByRole('checkbox', { name: 'Выбрать: Петрова Мария' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Нет реквизитов — добавить' })).toHaveAttribute(
    'href',
    `/partners/${petrova.partner.id}?requisites=${petrova.partner.id}`,
  );
});

test('when nobody is left to be paid, requests that wait for an answer are told and led to', async () => {
  moneyIs({ payments: [{ ...draftPayment, status: 'requested' }] });
  await open();
  expect(await screen.findByRole('heading', { name: 'Партнеры ждут ответа' })).toBeVisible();
  expect(screen.getByText('1 запрос на выплату: примите или отклоните')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Открыть запросы' })).toHaveAttribute(
    'href',
    '/payments?tab=payments&status=requested',
  );
});

test('ticked partners are counted and summed up, those who cannot be paid left out', async () => {
  moneyIs({
    payables: [payable('Смирнов', 330_000), payable('Орлов', 100_050), payable('Петрова', 500_000, noMethod)],
  });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: /всех на странице/ }));
  expect(await screen.findByText(/^2 партнера ·/)).toHaveTextContent('2 партнера · 4 300,50 ₽');
});

test('payments are formed one by one, each with a key of its own, and what became of each is told', async () => {
  const [smirnov, orlov] = [payable('Смирнов', 330_000), payable('Орлов', 100_050)];
  moneyIs({ payables: [smirnov, orlov] });
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
      return HttpResponse.json({ ...draftPayment, number: `В-${sent.length}` }, { status: 201 });
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

test('whoever is excluded before the start gets no payment', async () => {
  const [smirnov, orlov] = [payable('Смирнов', 330_000), payable('Орлов', 100_050)];
  moneyIs({ payables: [smirnov, orlov] });
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

test('a draft goes on to be paid from the version that was seen', async () => {
  const bodies: unknown[] = [];
  moneyIs({ payments: [draftPayment] });
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, async ({ request }) => {
      bodies.push(await request.json());
      moneyIs({ payments: [approvedPayment] });
      return HttpResponse.json(approvedPayment);
    }),
  );
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отправить к оплате' }));
  expect(await screen.findByText('СБП, +7 916 123-45-67, Т-Банк')).toBeVisible();
  expect(bodies).toEqual([{ version: 1 }]);
});

test('a step that is pressed twice at once is sent once', async () => {
  moneyIs({ payments: [draftPayment] });
  let sent = 0;
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, () => {
      sent += 1;
      moneyIs({ payments: [approvedPayment] });
      return HttpResponse.json(approvedPayment);
    }),
  );
  await open(opened);
  const step = await screen.findByRole('button', { name: 'Отправить к оплате' });
  step.click();
  step.click();
  expect(await screen.findByText('СБП, +7 916 123-45-67, Т-Банк')).toBeVisible();
  expect(sent).toBe(1);
});

test('a payment that cannot be approved says what stands in the way and where to mend it', async () => {
  moneyIs({ payments: [draftPayment] });
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

test('a step that somebody else has overtaken says where the payment is now', async () => {
  moneyIs({ payments: [draftPayment] });
  server.use(
    http.post(`${PAYMENTS}:id/approve/`, () => {
      moneyIs({ payments: [approvedPayment] });
      return HttpResponse.json({ detail: 'Изменено.', code: 'version_conflict' }, { status: 409 });
    }),
  );
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отправить к оплате' }));
  expect(await screen.findByText('Выплата уже изменена, теперь «К оплате»')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Отметить выплаченной' })).toBeVisible();
});

test('a transfer whose answer was lost is marked again with the same key, even when the payment has moved on', async () => {
  const paid = { ...approvedPayment, version: 3, status: 'paid' as const, paid_on: '2026-08-22' };
  const sent: { key: string | null; body: unknown }[] = [];
  moneyIs({ payments: [approvedPayment] });
  server.use(
    http.post(`${PAYMENTS}:id/mark-paid/`, async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
      moneyIs({ payments: [paid] });
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
  expect(await screen.findByText('Выплата завершена')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]?.body).toMatchObject({ external_ref: 'ПП-118', version: 2 });
  expect(sessionStorage).toHaveLength(0);
});

test('a transfer without a number is not sent', async () => {
  moneyIs({ payments: [approvedPayment] });
  const { user } = await open(opened);
  await user.click(await screen.findByRole('button', { name: 'Отметить выплаченной' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Отметить выплаченной' }));
  expect(await dialog.findByText('Введите номер перевода')).toBeVisible();
});

test('a held accrual says how it came about and from when it can be paid', async () => {
  moneyIs({ accruals: [heldAccrual] });
  await open(`/payments?tab=accruals&id=${heldAccrual.id}`);
  const panel = within(await screen.findByRole('complementary', { name: 'Подробности' }));
  expect(await panel.findByText('7,5 % от сделки 125 000,00 ₽')).toBeVisible();
  expect(panel.getByText('4 сен 2026')).toBeVisible();
});

test('an accrual is cancelled with a reason, and not without one', async () => {
  const bodies: unknown[] = [];
  moneyIs({ accruals: [heldAccrual] });
  server.use(
    http.post(`${ACCRUALS}:id/cancel/`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...heldAccrual, status: 'canceled' });
    }),
  );
  const { user } = await open(`/payments?tab=accruals&id=${heldAccrual.id}`);
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

test('an address of a payment that is not there says so', async () => {
  moneyIs({});
  await open(opened);
  expect(await screen.findByText('Такой выплаты нет')).toBeVisible();
});

test('before payments are formed it is said for whom, how much and what will be frozen', async () => {
  moneyIs({ payables: [payable('Смирнов', 330_000), payable('Орлов', 100_050)] });
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
const paidReward: Accrual = { ...heldAccrual, lead, status: 'paid', amount_kop: 75_000 };
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
const openAccrual = async (id: string) => {
  const { user } = await open(`/payments?tab=accruals&id=${id}`);
  return { user, panel: within(await screen.findByRole('complementary', { name: 'Подробности' })) };
};

test('a correction has no steps of its own and leads to its reward', async () => {
  moneyIs({ accruals: [paidReward, part] });
  const { panel } = await openAccrual(part.id);
  expect(await panel.findByText(/Решение по нему касается всего, что начислено за лид/)).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Отменить начисление' })).toBeNull();
  expect(panel.getAllByRole('link', { name: 'Н-12' })[0]).toHaveAttribute(
    'href',
    expect.stringContaining(paidReward.id),
  );
});

test('a reversal says what its cancelling would mean', async () => {
  moneyIs({ accruals: [{ ...part, kind: 'reversal', status: 'available', amount_kop: -75_000 }] });
  const { panel } = await openAccrual(part.id);
  expect(await panel.findByText(/можно заплатить дважды/)).toBeVisible();
  expect(panel.getAllByText('К зачету')).not.toHaveLength(0);
  expect(panel.queryByText('Доступно к выплате')).toBeNull();
});

test('a reward that is paid speaks for the rest of its lead, and says what there is in all', async () => {
  moneyIs({ accruals: [paidReward, part] });
  const { panel } = await openAccrual(paidReward.id);
  expect(await panel.findByRole('button', { name: 'Выпустить' })).toBeVisible();
  const list = within(panel.getByRole('list', { name: /За лид Л-7 всего 1\s000,00\s₽/ }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
});

test('a reward that was cancelled by hand is given back with a reason', async () => {
  const bodies: unknown[] = [];
  moneyIs({ accruals: [{ ...heldAccrual, lead, status: 'canceled', by_hand: true }] });
  server.use(
    http.post(`${ACCRUALS}:id/restore/`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...heldAccrual, lead, status: 'canceled' });
    }),
  );
  const { user, panel } = await openAccrual(heldAccrual.id);
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
    { requested: 0, draft: 6200, approved: 0, processing: 0, paid: 3801, failed: 0 },
    /^Черновики/,
  ],
])(
  'a search among %s that finds more than are counted tells that there are more',
  async (tab, calls, counts, name) => {
    moneyIs({ accruals: [heldAccrual], payments: [draftPayment] });
    server.use(
      http.get(`${calls}counts/`, () =>
        HttpResponse.json({ ...counts, canceled: 0, all: 10_000, more: true, next_release: null }),
      ),
    );
    await open(`/payments?tab=${tab}&search=Орлов`);
    expect(await screen.findByText('1 из 10 000+')).toBeVisible();
    expect(screen.getByRole('link', { name })).toHaveTextContent('6 200+');
  },
);
