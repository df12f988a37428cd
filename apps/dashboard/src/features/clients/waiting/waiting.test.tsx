import type { WaitingSale } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createClient, SALES, serveClients } from '@/testing/data/clients.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { WaitingButton } from './waiting-button.tsx';

const WAITING = '/api/referral/waiting-sales/';
const client = createClient(1, { name: 'Клен' });
const [windows, doors] = [createClient(7).id, createClient(8).id];

const createWaiting = (number: number, fields: Partial<WaitingSale> = {}): WaitingSale => ({
  id: createClient(100 + number).id,
  name: 'ООО Клен',
  phone: '+79161234567',
  email: '',
  inn: '',
  client_external_id: null,
  program: null,
  amount_kop: 1_250_000,
  vat_kop: null,
  paid_on: '2026-08-21',
  product: 'Окна',
  comment: '',
  external_id: 'A-17',
  created_at: '2026-08-21T11:05:00.000Z',
  expires_on: '2026-09-20',
  same_payment: null,
  candidates: [{ id: client.id, number: client.number, name: client.name, match: 'name' }],
  ...fields,
});

/** Mocks the waiting sales. A decision removes its sale. `sent` collects the decisions. */
function serveWaiting(...sales: WaitingSale[]) {
  const sent: { call: string; body: unknown }[] = [];
  let left = sales;
  serveClients([client]);
  server.use(
    http.get(`${WAITING}count/`, () => HttpResponse.json({ count: left.length })),
    http.get(WAITING, () => HttpResponse.json({ count: left.length, results: left })),
    http.post(`${WAITING}:id/:call/`, async ({ params, request }) => {
      sent.push({ call: String(params['call']), body: await request.json() });
      left = left.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({ entered: 1 });
    }),
    http.post(`${SALES}clients/`, async ({ request }) => {
      const { texts } = (await request.json()) as { texts: string[] };
      const programs = [
        { id: windows, name: 'Окна', partner: 'Смирнов' },
        { id: doors, name: 'Двери', partner: 'Волкова' },
      ];
      const { id, number, name } = client;
      return HttpResponse.json({
        results: texts.map((text) => ({ text, clients: [{ id, number, name, programs }] })),
      });
    }),
  );
  return sent;
}

async function open() {
  signIn();
  const { user } = mount(<WaitingButton />);
  await user.click(await screen.findByRole('button', { name: /^Не сопоставлено/ }));
  await screen.findByRole('dialog', { name: 'Не сопоставлено' });
  await screen.findByRole('list', { name: 'Несопоставленные продажи' });
  return user;
}
const card = () => within(screen.getAllByRole('listitem')[0] as HTMLElement);

test('without waiting sales there is no button', async () => {
  serveWaiting();
  let isRead = false;
  server.use(
    http.get(`${WAITING}count/`, () => {
      isRead = true;
      return HttpResponse.json({ count: 0 });
    }),
  );
  signIn();
  mount(<WaitingButton />);
  await waitFor(() => expect(isRead).toBe(true));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the sales are read when they are opened, and again after an error', async () => {
  serveWaiting(createWaiting(1));
  let reads = 0;
  server.use(
    http.get(
      WAITING,
      () => {
        reads += 1;
        return HttpResponse.json({ detail: 'Нет доступа.' }, { status: 403 });
      },
      { once: true },
    ),
  );
  signIn();
  const { user } = mount(<WaitingButton />);
  const button = await screen.findByRole('button', { name: 'Не сопоставлено 1' });
  expect(reads).toBe(0);
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Продажи не загрузились');
  expect(reads).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('listitem')).toBeVisible();
});

test('a waiting sale shows its buyer, term and candidates', async () => {
  serveWaiting(createWaiting(1), createWaiting(2));
  await open();
  expect(screen.getByRole('button', { name: 'Не сопоставлено 2', hidden: true })).toBeInTheDocument();
  const text = screen.getAllByRole('listitem')[0]?.textContent?.replaceAll(/\s/g, ' ');
  expect(text).toContain('ООО Клен12 500,00 ₽+7 916 123-45-67 · Окна · номер продажи A-17');
  expect(text).toContain('21 авг 2026, ждет до 20 сен 2026');
  expect(text).toContain('Возможно, это К-1 Клен (похожее имя)');
});

test('a sale is entered for the suggested client in the selected program', async () => {
  const sent = serveWaiting(createWaiting(1));
  const user = await open();
  await user.click(card().getByRole('button', { name: 'Связать с клиентом' }));
  expect(card().getByRole('combobox', { name: 'Клиент' })).toHaveValue('К-1 Клен');
  await user.selectOptions(await card().findByRole('combobox', { name: 'Программа' }), 'Двери, Волкова');
  await user.click(card().getByRole('button', { name: 'Связать' }));
  await waitFor(() => expect(sent).toEqual([{ call: 'match', body: { client: client.id, program: doors } }]));
  expect(await screen.findByText('Все продажи разобраны')).toBeVisible();
});

test('a sale that is the payment of a deal is merged with it after a question', async () => {
  const payment = { id: createClient(9).id, number: 'П-12', client: 'Клен', paid_on: '2026-08-20' };
  const sent = serveWaiting(createWaiting(1, { same_payment: payment }));
  const user = await open();
  const text = screen.getByRole('listitem').textContent?.replaceAll(/\s/g, ' ');
  expect(text).toContain('Похожа на продажу по сделке: П-12, Клен, 20 авг 2026. Это она?');
  await user.click(card().getByRole('button', { name: 'Да, та же продажа' }));
  await waitFor(() => expect(sent).toEqual([{ call: 'merge', body: { sale: payment.id } }]));
  expect(await screen.findByText('Продажа уже учтена в сделке')).toBeVisible();
  expect(await screen.findByText('Все продажи разобраны')).toBeVisible();
});

test('a client is created from a sale', async () => {
  const sent = serveWaiting(createWaiting(1));
  const user = await open();
  await user.click(card().getByRole('button', { name: 'Создать клиента' }));
  const name = card().getByRole('textbox', { name: 'Имя или компания' });
  await user.clear(name);
  await user.click(card().getByRole('button', { name: 'Создать' }));
  expect(await card().findByText('Введите имя, хотя бы две буквы')).toBeVisible();
  await user.type(name, 'Клен и дуб');
  await user.click(card().getByRole('button', { name: 'Создать' }));
  await waitFor(() => expect(sent).toEqual([{ call: 'client', body: { name: 'Клен и дуб' } }]));
  expect(await screen.findByText('Клиент создан')).toBeVisible();
});

test('a rejection needs a reason, and an error of the server is shown in the card of the sale', async () => {
  const sent = serveWaiting(createWaiting(1));
  const user = await open();
  await user.click(card().getByRole('button', { name: 'Отклонить' }));
  await user.click(card().getByRole('button', { name: 'Отклонить' }));
  expect(await card().findByText('Укажите причину')).toBeVisible();
  await user.type(card().getByRole('textbox', { name: 'Причина' }), 'Не наша');
  respond('post', `${WAITING}${createWaiting(1).id}/reject/`, 404, { detail: 'Объект не найден.' });
  await user.click(card().getByRole('button', { name: 'Отклонить' }));
  expect(await card().findByRole('alert')).toHaveTextContent('Объект не найден.');
  expect(sent).toEqual([]);
});
