import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { createClient, SALES, serveClients } from '@/testing/data/clients.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import BulkDialog from './bulk-dialog.tsx';

const [anna, oleg] = [createClient(1, { name: 'Анна' }), createClient(2, { name: 'Олег' })];
const toFound = ({ id, number, name }: typeof anna) => ({ id, number, name, programs: [] });
const PROGRAMS = [
  { id: createClient(7).id, name: 'Окна', partner: 'Смирнов' },
  { id: createClient(8).id, name: 'Двери', partner: 'Волкова' },
];

/** Mocks the search for clients: «анна» is one client, «все» are two, «двое» has two programs, other texts are unknown. */
function serveBulk() {
  const sent: { body: unknown; key: string | null }[] = [];
  serveClients([]);
  server.use(
    http.post(`${SALES}clients/`, async ({ request }) => {
      const { texts } = (await request.json()) as { texts: string[] };
      const answers: Record<string, object[]> = {
        анна: [toFound(anna)],
        олег: [toFound(oleg)],
        все: [toFound(anna), toFound(oleg)],
        двое: [{ ...toFound(anna), programs: PROGRAMS }],
      };
      return HttpResponse.json({ results: texts.map((text) => ({ text, clients: answers[text] ?? [] })) });
    }),
    http.post(`${SALES}bulk/`, async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      return HttpResponse.json(
        {
          results: [
            { id: anna.id, number: 'П-1' },
            { id: oleg.id, number: 'П-2' },
          ],
          amount_kop: 1_234_567,
          waiting: 0,
          reward_kop: 123_457,
        },
        { status: 201 },
      );
    }),
  );
  return sent;
}

async function open() {
  signIn();
  const onClose = vi.fn();
  const mounted = mount(<BulkDialog onClose={onClose} />);
  await screen.findByRole('dialog');
  return { ...mounted, onClose };
}
const field = (name: string, row: number) => screen.getByRole('textbox', { name: `${name}, строка ${row}` });
const paste = (element: HTMLElement, text: string) =>
  fireEvent.paste(element, { clipboardData: { getData: () => text } });
const submit = () => screen.getByRole('button', { name: 'Добавить' });

test('rows pasted from a spreadsheet are checked and added with one press', async () => {
  const sent = serveBulk();
  const { user, onClose } = await open();
  paste(field('Клиент', 1), 'Клиент\tСумма\tДата\nанна\t12 345,67\t05.08.2026\nолег\t100\t06.08.2026\n');
  expect(await screen.findByText('К-1 Анна, ни за кем не закреплен')).toBeVisible();
  expect(screen.getByText(/2.продажи на 12.445,67.₽/)).toBeVisible();
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent[0]?.body).toEqual({
    sales: [
      {
        client: anna.id,
        amount_kop: 1_234_567,
        paid_on: '2026-08-05',
        vat_kop: null,
        external_id: null,
      },
      { client: oleg.id, amount_kop: 10_000, paid_on: '2026-08-06', vat_kop: null, external_id: null },
    ],
  });
  expect(await screen.findByText(/2.продажи на 12.345,67.₽, вознаграждение 1.234,57.₽/)).toBeVisible();
});

test('wrong rows show their errors and nothing is sent', async () => {
  const sent = serveBulk();
  const { user } = await open();
  paste(field('Клиент', 1), 'анна\tмного\t05.08.2026\nК-999\t100\tвчера\n');
  await user.click(submit());
  expect(await screen.findByText('Введите сумму так: 12 345,67')).toBeVisible();
  expect(screen.getByText('Введите дату так: 05.11.2026')).toBeVisible();
  expect(field('Клиент', 2)).toBeInvalid();
  expect(field('Клиент', 2)).toHaveAccessibleDescription('Клиент не найден');
  expect(screen.getByRole('alert')).toHaveTextContent(/Исправьте 2.строки. Введенное на месте./);
  expect(sent).toEqual([]);
  await waitFor(() => expect(field('Сумма', 1)).toHaveFocus());
  await user.clear(field('Сумма', 1));
  expect(field('Сумма', 1)).toBeValid();
});

test('a sale of an unknown client is sent with the text as its buyer', async () => {
  const sent = serveBulk();
  const { user } = await open();
  paste(field('Клиент', 1), 'ООО Клен\t100\t05.08.2026');
  expect(await screen.findByText('Такого клиента пока нет: продажа подождет его 30 дней')).toBeVisible();
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ sales: [{ buyer: { name: 'ООО Клен' } }] });
});

test('several clients or programs of a text are chosen in the row', async () => {
  const sent = serveBulk();
  const { user } = await open();
  paste(field('Клиент', 1), 'все\t100\t05.08.2026\nдвое\t200\t05.08.2026\n');
  const choice = await screen.findByRole('combobox', { name: 'Какой клиент, строка 1' });
  await user.click(submit());
  expect(await screen.findByText('Выберите клиента')).toBeVisible();
  expect(screen.getByText('Выберите программу')).toBeVisible();
  await user.selectOptions(choice, 'К-2 Олег');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Программа, строка 2' }), 'Двери, Волкова');
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    sales: [{ client: oleg.id }, { client: anna.id, program: PROGRAMS[1]?.id }],
  });
});

test('errors of the server are shown in their rows, and the input stays', async () => {
  serveBulk();
  const { user } = await open();
  paste(field('Клиент', 2), 'анна\t100\t05.08.2026\t\t\tA-1\n');
  respond('post', `${SALES}bulk/`, 400, { 'sales.0.external_id': ['Продажа с этим номером уже есть.'] });
  await user.click(submit());
  await waitFor(() => expect(field('Номер в вашей системе', 2)).toBeInvalid());
  expect(field('Номер в вашей системе', 2)).toHaveAccessibleDescription('Продажа с этим номером уже есть.');
  expect(field('Клиент', 2)).toHaveValue('анна');
});

test('an empty table is not sent, rows are added and removed, more columns are shown on request', async () => {
  const sent = serveBulk();
  const { user } = await open();
  await user.click(submit());
  expect(screen.getByRole('alert')).toHaveTextContent('Введите хотя бы одну продажу.');
  await user.click(screen.getByRole('button', { name: 'Добавить строку' }));
  expect(field('Клиент', 4)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Убрать строку 4' }));
  expect(within(screen.getByRole('list', { name: 'Продажи' })).getAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Указать товар, НДС и номер' }));
  expect(field('Товар', 1)).toBeVisible();
  expect(sent).toEqual([]);
});

test('the table opens again with the input after a reload, and a filled table ignores Esc', async () => {
  serveBulk();
  const { user, onClose } = await open();
  paste(field('Клиент', 1), 'анна\t100\t05.08.2026');
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  cleanup();
  await open();
  expect(field('Сумма', 1)).toHaveValue('100');
  expect(await screen.findByText('К-1 Анна, ни за кем не закреплен')).toBeVisible();
});
