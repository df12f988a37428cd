import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { createTemplate } from './import.ts';
import { ImportPage } from './import-page.tsx';

const BASE = '/api/referral/imports/';
const id = '01a2b3c4-0000-7000-8000-000000000901';
const noRows = { waiting: 0, created: 0, changed: 0, skipped: 0, refused: 0, undone: 0 };
const summary = {
  id,
  kind: 'leads',
  state: 'uploaded',
  name: 'Лиды из CRM.csv',
  created_at: '2026-11-24T09:00:00Z',
  created_by: 'Иванова А. П.',
  total: 3,
  counts: { ...noRows, waiting: 3 },
  problem: '',
};
const view = {
  ...summary,
  columns: [
    { title: 'Кто', samples: ['Ирина'] },
    { title: 'Телефон', samples: ['+7 916 123-45-67'] },
  ],
  header_row: 2,
  head: [
    { number: 1, text: 'Отчет по лидам' },
    { number: 2, text: 'Кто · Телефон' },
    { number: 3, text: 'Ирина · +7 916 123-45-67' },
  ],
  settings: { mapping: { phone: 1 } },
};

function serve(change: object = {}) {
  respond('get', BASE, 200, { results: [] });
  respond('get', `${BASE}${id}/`, 200, { ...view, ...change });
  respond('get', '/api/referral/programs/', 200, { next: null, previous: null, results: [] });
  server.use(
    http.get(`${BASE}${id}/rows/`, () =>
      HttpResponse.json({
        results: [
          {
            number: 3,
            text: 'Олег · 12',
            reasons: [{ field: 'phone', column: 'Телефон', detail: 'Уберите добавочный номер.' }],
            object: null,
          },
        ],
        next: null,
      }),
    ),
  );
}

function open(address = `/import?kind=leads&id=${id}`) {
  signIn();
  return mount(<ImportPage />, address);
}

test('a dropped file is uploaded and its columns are shown', async () => {
  serve();
  const sent: unknown[] = [];
  server.use(
    http.post(BASE, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(view, { status: 201 });
    }),
  );
  open('/import?kind=leads');
  const file = new File(['Кто;Телефон'], 'Лиды из CRM.csv', { type: 'text/csv' });
  fireEvent.drop(await screen.findByRole('region', { name: 'Файл' }), { dataTransfer: { files: [file] } });
  expect(await screen.findByText('Лиды. Шаг 2 из 4: столбцы')).toBeVisible();
  expect(sent).toMatchObject([{ kind: 'leads', name: 'Лиды из CRM.csv' }]);
});

test('a refused file is explained at the place where it was dropped', async () => {
  serve();
  respond('post', BASE, 400, { data: ['В файле нет строк.'] });
  open('/import?kind=leads');
  const file = new File([';'], 'Пусто.csv');
  fireEvent.drop(await screen.findByRole('region', { name: 'Файл' }), { dataTransfer: { files: [file] } });
  expect(await screen.findByRole('alert')).toHaveTextContent('В файле нет строк');
});

test('a file dropped outside the area is uploaded, and the browser does not open it', async () => {
  serve();
  respond('post', BASE, 201, view);
  open('/import?kind=leads');
  await screen.findByRole('region', { name: 'Файл' });
  const file = new File(['Кто;Телефон'], 'Лиды из CRM.csv', { type: 'text/csv' });
  fireEvent.drop(document.body, { dataTransfer: { files: [file] } });
  expect(await screen.findByText('Лиды. Шаг 2 из 4: столбцы')).toBeVisible();
});

test('a file whose rows are deleted can only be uploaded again', async () => {
  serve({ columns: [] });
  open();
  expect(await screen.findByText('Строк этого файла больше нет')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Проверить файл' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Загрузить другой файл' })).toHaveAttribute(
    'href',
    '/import?kind=leads',
  );
});

test('the chosen columns are sent to the check', async () => {
  serve();
  const sent: unknown[] = [];
  server.use(
    http.post(`${BASE}${id}/check/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...view, state: 'checking' });
    }),
  );
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('combobox', { name: /^Имя/ }));
  await user.click(await screen.findByRole('option', { name: 'Кто' }));
  await user.click(screen.getByRole('button', { name: 'Проверить файл' }));
  await waitFor(() => expect(sent).toMatchObject([{ mapping: { name: 0, phone: 1 } }]));
});

test.each([
  ['leads', 1],
  ['sales', 0],
] as const)(
  'the columns of %s have %i fields for the program of rows that name none',
  async (kind, count) => {
    serve({ kind });
    open(`/import?kind=${kind}&id=${id}`);
    expect(await screen.findByRole('button', { name: 'Проверить файл' })).toBeVisible();
    expect(screen.queryAllByRole('combobox', { name: 'Программа для строк без программы' })).toHaveLength(
      count,
    );
  },
);

test('another row with the headers is chosen, and the columns are guessed again', async () => {
  serve();
  const sent: unknown[] = [];
  server.use(
    http.post(`${BASE}${id}/header/`, async ({ request }) => {
      sent.push(await request.json());
      const columns = [
        { title: 'Имя', samples: [] },
        { title: 'Номер', samples: [] },
      ];
      const chosen = { ...view, columns, header_row: 3, settings: { mapping: { name: 0 } } };
      respond('get', `${BASE}${id}/`, 200, chosen);
      return HttpResponse.json(chosen);
    }),
  );
  open();
  const user = userEvent.setup();
  const select = await screen.findByRole('combobox', { name: 'Строка с заголовками' });
  expect(select).toHaveValue('2. Кто · Телефон');
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: '3. Ирина · +7 916 123-45-67' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Имя/ })).toHaveValue('Имя'));
  expect(screen.getByRole('combobox', { name: /^Телефон/ })).toHaveValue('');
  expect(sent).toEqual([{ row: 3 }]);
});

test('a row that cannot be the header is refused next to its field', async () => {
  serve();
  respond('post', `${BASE}${id}/header/`, 400, { row: ['Под строкой с заголовками нет данных.'] });
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('combobox', { name: 'Строка с заголовками' }));
  await user.click(await screen.findByRole('option', { name: /^3\./ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('нет данных');
  expect(screen.getByRole('combobox', { name: 'Строка с заголовками' })).toHaveValue('2. Кто · Телефон');
});

test('columns with the same header show their numbers', async () => {
  serve({
    columns: [
      { title: 'Телефон', samples: [] },
      { title: 'Телефон', samples: [] },
      { title: '', samples: [] },
    ],
  });
  open();
  await userEvent.click(await screen.findByRole('combobox', { name: /^Имя/ }));
  const names = ['Телефон (столбец 1)', 'Телефон (столбец 2)', 'Столбец 3'];
  for (const name of names) expect(await screen.findByRole('option', { name })).toBeVisible();
});

test('a check that the server could not finish is explained above the columns', async () => {
  serve({ problem: 'На сервере произошла ошибка. Проверьте файл еще раз.' });
  open();
  expect(await screen.findByText(/Проверьте файл еще раз/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Проверить файл' })).toBeEnabled();
});

test('a check shows the numbers of rows by result, and the rows with errors', async () => {
  serve({ state: 'checked', counts: { ...noRows, created: 2, refused: 1 } });
  open();
  expect(await screen.findByRole('button', { name: /Загрузить 2\s?строки/ })).toBeVisible();
  const table = await screen.findByRole('table', { name: 'Строки с ошибками' });
  expect(within(table).getByText('Телефон: Уберите добавочный номер.')).toBeVisible();
});

test('a check without rows to write offers no run', async () => {
  serve({ state: 'checked', counts: { ...noRows, refused: 3 } });
  open();
  expect(await screen.findByText(/Загружать нечего/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Загрузить \d/ })).toBeNull();
});

test('a running import shows its progress and can be stopped', async () => {
  serve({ state: 'running', counts: { ...noRows, waiting: 1, created: 2 } });
  const stopped: string[] = [];
  server.use(
    http.post(`${BASE}${id}/cancel/`, () => {
      stopped.push(id);
      return HttpResponse.json({ ...view, state: 'canceled' });
    }),
  );
  open();
  expect(await screen.findByText(/Готово 2 из 3/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Загружаем строки' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Остановить загрузку' }));
  await waitFor(() => expect(stopped).toEqual([id]));
});

test('a finished import links to its list and to another file', async () => {
  serve({ state: 'done', counts: { ...noRows, created: 3 } });
  open();
  expect(await screen.findByText('Файл загружен')).toBeVisible();
  expect(screen.getByRole('link', { name: 'К лидам' })).toHaveAttribute('href', '/leads');
  expect(screen.getByRole('link', { name: 'Загрузить другой файл' })).toHaveAttribute(
    'href',
    '/import?kind=leads',
  );
});

test('an undo tells the numbers first, and the rows that stay with their cause', async () => {
  serve({ state: 'done', counts: { ...noRows, created: 3 } });
  const causes = [{ detail: 'Лид меняли после загрузки.', rows: 1 }];
  respond('get', `${BASE}${id}/undo/`, 200, { undone: 2, kept: 1, causes });
  const undone: string[] = [];
  server.use(
    http.post(`${BASE}${id}/undo/`, () => {
      undone.push(id);
      return HttpResponse.json({ ...view, state: 'undoing', counts: { ...noRows, created: 3 } });
    }),
  );
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Отменить загрузку' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить загрузку?' }));
  expect(await dialog.findByText(/Будет отменено: 2\s?строки, останется: 1\s?строка/)).toBeVisible();
  expect(dialog.getByText(/Лид меняли после загрузки/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Отменить загрузку' }));
  await waitFor(() => expect(undone).toEqual([id]));
});

test('an undone import shows what stayed and cannot be undone again', async () => {
  serve({ state: 'undone', counts: { ...noRows, created: 1, undone: 2 } });
  open();
  expect(await screen.findByText('Загрузка отменена')).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Осталось после отмены' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отменить загрузку' })).toBeNull();
});

test('an employee without the right to import reads the reason', async () => {
  serve();
  signIn({ ...anna, permissions: ['leads'] });
  mount(<ImportPage />, '/import');
  expect(await screen.findByText('Недоступно для вашей должности')).toBeVisible();
});

test('an accountant imports sales and balances, and the template has the columns of balances', async () => {
  serve();
  signIn({ ...anna, position: 'accountant' });
  mount(<ImportPage />, '/import?kind=balances');
  expect(await screen.findByRole('radio', { name: 'Остатки' })).toBeChecked();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(await createTemplate('balances').text()).toContain(
    'Партнер;Сумма, ₽;На дату;Программа;Основание;Номер в вашей системе',
  );
});

test('a manager imports no balances', async () => {
  serve();
  signIn({ ...anna, position: 'manager' });
  mount(<ImportPage />, '/import?kind=balances');
  expect(await screen.findByRole('radio', { name: 'Партнеры' })).toBeChecked();
  expect(screen.queryByRole('radio', { name: 'Остатки' })).toBeNull();
});

test('imported balances link to the accruals, and their undo names the effect', async () => {
  serve({ kind: 'balances', state: 'done', counts: { ...noRows, created: 3 } });
  respond('get', `${BASE}${id}/undo/`, 200, { undone: 3, kept: 0, causes: [] });
  open();
  expect(await screen.findByText('Остатки. Шаг 4 из 4: результат')).toBeVisible();
  expect(screen.getByRole('link', { name: 'К начислениям' })).toHaveAttribute(
    'href',
    '/payments?tab=accruals',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Отменить загрузку' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить загрузку?' }));
  expect(await dialog.findByText(/Начисления отменятся/)).toBeVisible();
});
