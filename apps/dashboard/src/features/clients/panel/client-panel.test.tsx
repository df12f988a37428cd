import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import {
  CLIENTS,
  createAttachment,
  createClient,
  createSale,
  SALES,
  serveClients,
} from '@/testing/data/clients.ts';
import { homeUrls } from '@/testing/data/home.ts';
import { createLead, smirnov, windowsProgram } from '@/testing/data/leads.ts';
import { smirnov as card } from '@/testing/data/partners.ts';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import ClientPanel from './client-panel.tsx';

const client = createClient(1);
const other = { ...card, id: '00000003-0000-7000-8000-000000000009', name: 'Волкова Анна' };
const repairs = { id: '00000002-0000-7000-8000-000000000002', name: 'Ремонт' };

function openPanel(
  fields: Parameters<typeof createClient>[1] = {},
  sales = [createSale(1)],
  user: object = anna,
) {
  const mocks = serveClients([createClient(1, fields)], sales);
  respond('get', '/api/referral/partners/', 200, { next: null, previous: null, results: [other] });
  signIn(user as typeof anna);
  return { ...mocks, ...mount(<ClientPanel id={client.id} item={undefined} />) };
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('the panel shows the chain from the lead over the attachment to the sale and its reward', async () => {
  openPanel({}, [createSale(1, { lead: { id: createLead(1).id, number: 'Л-1' } })]);
  const attachment = await section('Закрепление');
  expect(attachment.getByRole('link', { name: 'Смирнов Алексей' })).toHaveAttribute(
    'href',
    `/partners/${smirnov.id}`,
  );
  expect(attachment.getByRole('link', { name: 'Л-1' })).toHaveAttribute(
    'href',
    `/leads?id=${createLead(1).id}`,
  );
  expect(attachment.getByText(/^С 1.авг.2026 по лиду.*закреплен до 5.дек.2099$/)).toBeVisible();
  const sales = await section('Продажи');
  expect(await sales.findByText(/^П-1, 21.авг.2026/)).toBeVisible();
  expect(sales.getByText(/^Вознаграждение 9.375,01.₽$/)).toBeVisible();
  const figures = await section('Выручка');
  expect(figures.getByText(/^1.продажа, вознаграждение 9.375,01.₽$/)).toBeVisible();
  expect(figures.getByRole('link', { name: 'Начисления за этого клиента' })).toHaveAttribute(
    'href',
    `/payments?tab=accruals&client=${client.id}`,
  );
});

test('an attachment shows the reward for its sales', async () => {
  const { reward } = createAttachment();
  openPanel({
    attachments: [
      createAttachment({
        reward: reward && { ...reward, applies_to: 'sales_for_months', applies_to_limit: 12 },
      }),
    ],
  });
  const attachment = await section('Закрепление');
  expect(attachment.getByText(/^7,5.% с каждой оплаты клиента в течение 12.месяцев$/)).toBeVisible();
});

test('a closed attachment says when and why it ended and cannot be transferred', async () => {
  openPanel({
    attachments: [
      createAttachment({ closed_at: '2026-08-25T10:00:00Z', close_reason: 'Партнер заблокирован' }),
    ],
  });
  const attachment = await section('Закрепление');
  expect(attachment.getByText(/закрепление закрыто 25.авг.2026$/)).toBeVisible();
  expect(attachment.getByText('Причина: Партнер заблокирован')).toBeVisible();
  expect(attachment.queryByRole('button', { name: 'Передать другому' })).not.toBeInTheDocument();
});

test('only the latest former attachments are shown at first', async () => {
  const former = ['1', '2', '3'].map((digit) =>
    createAttachment({
      id: `${windowsProgram.id.slice(0, -1)}${digit}`,
      closed_at: `2026-08-2${digit}T10:00:00Z`,
    }),
  );
  const { user } = openPanel({ attachments: [createAttachment(), ...former] });
  const attachment = await section('Закрепление');
  expect(attachment.getAllByText(/закрепление закрыто/)).toHaveLength(2);
  await user.click(attachment.getByRole('button', { name: 'Показать все: 4' }));
  expect(attachment.getAllByText(/закрепление закрыто/)).toHaveLength(3);
});

test('a sale without a reward says why', async () => {
  openPanel({}, [
    createSale(1, { reward_kop: 0 }),
    createSale(2, { reward_kop: 0, partner: null, program: null }),
    createSale(3, {
      reward_kop: 0,
      canceled_at: '2026-08-25T10:00:00Z',
      lead: { id: createLead(1).id, number: 'Л-1' },
    }),
    createSale(4, { reward_kop: 0, refunded_kop: 12_500_000 }),
    createSale(5, { reward_kop: 0, lead: { id: createLead(1).id, number: 'Л-1' } }),
  ]);
  const sales = await section('Продажи');
  expect(await sales.findByText('По условиям закрепления вознаграждения нет')).toBeVisible();
  expect(sales.getByText('Клиент не был закреплен, вознаграждения нет')).toBeVisible();
  expect(sales.getByText('Отменена: лид больше не сделка')).toBeVisible();
  expect(sales.getByText('Вознаграждение отменено: деньги вернули')).toBeVisible();
  expect(sales.getByText('Вознаграждение не начислено')).toBeVisible();
  expect(sales.queryByRole('button', { name: 'Действия: П-3' })).not.toBeInTheDocument();
});

test('a sale needs an amount and is sent once with today as the day of payment', async () => {
  const { user } = openPanel();
  await user.click(await screen.findByRole('button', { name: 'Добавить продажу' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новая продажа' }));
  expect(dialog.queryByRole('combobox', { name: 'Программа' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Добавить' }));
  expect(await dialog.findByText('Введите сумму')).toBeVisible();
  const { bodies, release } = holdResponse('post', SALES, createSale(9), 201);
  await user.type(dialog.getByLabelText('Сумма'), '15000');
  await user.click(dialog.getByLabelText('Товар'));
  await user.paste('Окна');
  await user.dblClick(dialog.getByRole('button', { name: 'Добавить' }));
  release();
  expect(await screen.findByText('Продажа добавлена')).toBeVisible();
  expect(bodies).toEqual([
    {
      client: client.id,
      amount_kop: 1_500_000,
      paid_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      comment: '',
      product: 'Окна',
    },
  ]);
});

test('a sale of a client with two live attachments needs a program', async () => {
  const { user, bodies } = openPanel({
    attachments: [createAttachment(), createAttachment({ id: repairs.id, program: repairs })],
  });
  await user.click(await screen.findByRole('button', { name: 'Добавить продажу' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новая продажа' }));
  await user.type(dialog.getByLabelText('Сумма'), '15000');
  await user.click(dialog.getByRole('button', { name: 'Добавить' }));
  expect(await dialog.findByText('Выберите программу', { selector: 'p' })).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Программа' }));
  await user.click(await screen.findByRole('option', { name: 'Ремонт, Смирнов Алексей' }));
  await user.click(dialog.getByRole('button', { name: 'Добавить' }));
  await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ program: repairs.id })]));
});

async function openSaleDialog(item: string, sale = createSale(1)) {
  const app = openPanel({}, [sale]);
  await app.user.click(await screen.findByRole('button', { name: 'Действия: П-1' }));
  await app.user.click(await screen.findByRole('menuitem', { name: item }));
  return { ...app, dialog: within(await screen.findByRole('dialog')) };
}

test('a refund is limited to the rest of the amount and describes its effect on the reward', async () => {
  const { user, bodies, dialog } = await openSaleDialog(
    'Записать возврат',
    createSale(1, { refunded_kop: 2_500_000 }),
  );
  expect(
    dialog.getByText(/^Уже вернули 25.000,00.₽, осталось 100.000,00.₽\. Вознаграждение 9.375,01.₽ отменится/),
  ).toBeVisible();
  const amount = dialog.getByLabelText('Сколько вернули');
  await user.clear(amount);
  await user.type(amount, '100001');
  await user.click(dialog.getByRole('button', { name: 'Записать возврат' }));
  expect(await dialog.findByText(/^Не больше 100.000,00.₽$/)).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '50000');
  expect(dialog.getByText(/уменьшится на ту же долю/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Записать возврат' }));
  expect(await screen.findByText('Возврат записан')).toBeVisible();
  expect(bodies).toEqual([expect.objectContaining({ amount_kop: 5_000_000 })]);
});

test('only changed fields of a sale are sent, and its amount is not below the refunds', async () => {
  const { user, bodies, dialog } = await openSaleDialog(
    'Изменить',
    createSale(1, { refunded_kop: 2_500_000, version: 3 }),
  );
  const amount = dialog.getByLabelText('Сумма');
  await user.clear(amount);
  await user.type(amount, '20000');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText(/^Не меньше 25.000,00.₽: столько уже вернули$/)).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '30000');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Продажа изменена')).toBeVisible();
  expect(bodies).toEqual([{ amount_kop: 3_000_000, version: 3 }]);
});

test('the product of a sale is shown and can be changed, because its reward can depend on it', async () => {
  const { user, bodies, dialog } = await openSaleDialog(
    'Изменить',
    createSale(1, { product: 'Тариф Старт', version: 3 }),
  );
  expect(screen.getByText('Тариф Старт')).toBeInTheDocument();
  const product = dialog.getByLabelText('Товар');
  expect(product).toHaveValue('Тариф Старт');
  await user.clear(product);
  await user.paste('Тариф Про');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ product: 'Тариф Про', version: 3 }]));
});

test('a refusal of the server keeps the refund open', async () => {
  const { user, dialog } = await openSaleDialog('Записать возврат');
  respond('post', `${SALES}${createSale(1).id}/refund/`, 400, { amount_kop: ['Больше, чем осталось.'] });
  await user.click(dialog.getByRole('button', { name: 'Записать возврат' }));
  expect(await dialog.findByText(/Больше, чем осталось/)).toBeVisible();
});

test('a client is transferred to another partner of the program with a reason', async () => {
  const { user, bodies } = openPanel({ version: 4 });
  await user.click(await screen.findByRole('button', { name: 'Передать другому' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Передать клиента К-1' }));
  expect(dialog.getByText(/^Начисленное останется у партнера Смирнов Алексей\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Передать' }));
  expect(await dialog.findByText('Укажите причину')).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Кому' }));
  await user.click(await screen.findByRole('option', { name: 'Волкова Анна' }));
  await user.type(dialog.getByLabelText('Причина'), 'Она ведет');
  await user.click(dialog.getByRole('button', { name: 'Передать' }));
  expect(await screen.findByText('Клиент передан')).toBeVisible();
  expect(bodies).toEqual([
    { program: windowsProgram.id, partner: other.id, reason: 'Она ведет', version: 4 },
  ]);
});

test('a conflict names the fields that a colleague has changed, and the input is kept', async () => {
  const { user } = openPanel();
  await user.click((await section('Сведения')).getByRole('button', { name: 'Изменить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Изменить: К-1' }));
  await user.type(dialog.getByLabelText('Электронная почта'), 'client@example.test');
  const changed = createClient(1, {
    version: 2,
    phone: '+79160000000',
    attachments: [createAttachment({ partner: { id: other.id, name: other.name } })],
  });
  respond('get', `${CLIENTS}${client.id}/`, 200, changed);
  respond('patch', `${CLIENTS}${client.id}/`, 409, {
    code: 'version_conflict',
    detail: 'Данные уже изменены.',
  });
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText('Клиент уже изменен: телефон, закрепление')).toBeVisible();
  expect(dialog.getByLabelText('Электронная почта')).toHaveValue('client@example.test');
});

test('a conflict of a sale names the changes of a colleague', async () => {
  const { user, dialog } = await openSaleDialog('Изменить');
  respond('get', SALES, 200, {
    next: null,
    previous: null,
    results: [createSale(1, { version: 2, amount_kop: 9_000_000 })],
  });
  respond('patch', `${SALES}${createSale(1).id}/`, 409, {
    code: 'version_conflict',
    detail: 'Данные уже изменены.',
  });
  await user.type(dialog.getByLabelText('Комментарий'), 'По счету 12');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText('Продажа уже изменена: сумма')).toBeVisible();
});

test('only changed contacts are sent', async () => {
  const { user, bodies } = openPanel();
  await user.click((await section('Сведения')).getByRole('button', { name: 'Изменить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Изменить: К-1' }));
  await user.type(dialog.getByLabelText('Электронная почта'), 'client@example.test');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Клиент изменен')).toBeVisible();
  expect(bodies).toEqual([{ email: 'client@example.test', version: 1 }]);
});

test('the amount of a deal is fixed for a user without the permission to change leads', async () => {
  const sale = createSale(1, { lead: { id: createLead(1).id, number: 'Л-1' } });
  const permissions = ['clients', 'client', 'sales', 'clientHistory', 'updateSale'];
  const { user } = openPanel({}, [sale], { ...anna, permissions });
  await user.click(await screen.findByRole('button', { name: 'Действия: П-1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Изменить: П-1' }));
  expect(dialog.getByLabelText('Сумма')).toBeDisabled();
  expect(dialog.getByLabelText('Дата оплаты')).toBeEnabled();
});

test('without permissions the panel only shows the client', async () => {
  openPanel({}, [createSale(1)], { ...anna, permissions: ['clients', 'client', 'sales', 'clientHistory'] });
  await (await section('Продажи')).findByText(/^П-1/);
  for (const name of ['Добавить продажу', 'Передать другому', 'Изменить', 'Действия: П-1'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('a missing client is reported', async () => {
  openPanel();
  respond('get', `${CLIENTS}${client.id}/`, 404, { detail: 'Объект не найден.' });
  expect(await screen.findByRole('heading', { name: 'Такого клиента нет' })).toBeVisible();
});

test('the history names the event, the partners, the lead, the sale and the changed fields', async () => {
  openPanel();
  const event = { at: '2026-08-21T11:05:00.000Z', actor: 'Петрова М. С.', changed: [], comment: '' };
  const details = { transfer: null, lead: null, sale: null, amount_kop: null };
  respond('get', `${CLIENTS}${client.id}/history/`, 200, {
    results: [
      { ...event, ...details, id: smirnov.id, kind: 'sale', sale: 'П-1', amount_kop: 1_500_000 },
      { ...event, ...details, id: other.id, kind: 'update', changed: ['phone', 'inn'] },
      {
        ...event,
        ...details,
        id: repairs.id,
        kind: 'transfer',
        comment: 'Она ведет',
        transfer: { from: 'Смирнов Алексей', to: 'Волкова Анна' },
      },
    ],
  });
  const history = await section('История');
  expect(await history.findByText('Продажа добавлена')).toBeVisible();
  expect(history.getByText(/^П-1 · 15.000,00.₽$/)).toBeVisible();
  expect(history.getByText('Изменено: телефон, ИНН')).toBeVisible();
  expect(history.getByText('Смирнов Алексей → Волкова Анна')).toBeVisible();
  expect(history.getByText('Она ведет')).toBeVisible();
});

const { attachments: _, version: __, external_id: ___, ...shown } = client;
const ownClient = {
  ...shown,
  organization: createLead(1).organization,
  phone: '+7 916 ***-**-67',
  program: windowsProgram,
  starts_at: '2026-08-01',
  ends_at: null,
  closed_at: null,
  reward: null,
  reward_event: null,
};
const openOwnPanel = (income: object[]) => {
  serveClients([ownClient]);
  const queries = new Set<string | null>();
  server.use(
    http.get(homeUrls.income, ({ request }) => {
      queries.add(new URL(request.url).searchParams.get('client'));
      return HttpResponse.json({ months: income, clients: [] });
    }),
  );
  signIn(partner);
  mount(<ClientPanel id={client.id} item={undefined} />);
  return queries;
};

test('a partner reads the income from a client by month, latest first, with links to the accruals', async () => {
  const queries = openOwnPanel([
    { month: '2026-06', amount_kop: 399_000 },
    { month: '2026-07', amount_kop: 0 },
    { month: '2026-08', amount_kop: -100_000 },
  ]);
  const income = await section('Доход по месяцам');
  const rows = await income.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'август 2026−1 000,00 ₽',
    'июнь 20263 990,00 ₽',
  ]);
  expect(income.getByRole('link', { name: 'июнь 2026' })).toHaveAttribute(
    'href',
    `/payments?tab=accruals&client=${client.id}&created_from=2026-06-01&created_to=2026-06-30`,
  );
  expect([...queries]).toEqual([client.id]);
});

test('a partner without income from a client in the last year reads so', async () => {
  openOwnPanel([{ month: '2026-08', amount_kop: 0 }]);
  expect(await (await section('Доход по месяцам')).findByText('За год дохода не было')).toBeVisible();
});
