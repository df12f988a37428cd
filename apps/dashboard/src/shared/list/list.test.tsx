import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { mountLeads } from '@/testing/mount-leads.tsx';
import { respond, server } from '@/testing/server.ts';
import { setViewport } from '@/testing/viewport.ts';

const LEADS = '/api/referral/leads/';
const three = () => [
  createLead(1),
  createLead(2, { status: 'won', deal_amount_kop: 12_500_000 }),
  createLead(3, { source: 'partner' }),
];

const rows = () => screen.getAllByRole('row').slice(1);
const row = (name: string) => screen.findByRole('link', { name: new RegExp(name) });
const tab = (name: RegExp) => screen.findByRole('link', { name });

test('the tabs and the pager show counts', async () => {
  serveLeads(three(), 2048);
  mountLeads();
  await row('Клиент 1');
  expect(rows()).toHaveLength(3);
  expect(await tab(/^Все/)).toHaveTextContent('Все 2 048');
  expect(await tab(/^Новые/)).toHaveTextContent('Новые 2');
  expect(await screen.findByText('1–3 из 2 048')).toBeVisible();
});

test('a search beyond the counting limit shows a plus sign', async () => {
  serveLeads(three());
  const counts = { new: 6200, in_progress: 0, qualified: 3801, won: 0, lost: 0, rejected: 0, duplicate: 0 };
  respond('get', `${LEADS}counts/`, 200, { ...counts, all: 10_000, more: true });
  mountLeads('/leads?search=Клиент');
  await row('Клиент 1');
  expect(await tab(/^Все/)).toHaveTextContent('Все 10 000+');
  expect(await tab(/^Новые/)).toHaveTextContent('Новые 6 200+');
  expect(await tab(/^Сделки/)).toHaveTextContent(/^Сделки\s*$/);
  expect(await screen.findByText('1–3 из 10 000+')).toBeVisible();
});

test('a tab changes the address, and the back button returns', async () => {
  const { queries } = serveLeads(three());
  const app = mountLeads();
  await app.user.click(await tab(/^Сделки/));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(app.path()).toBe('/leads?status=won');
  expect(queries.at(-1)).toEqual({ status: 'won' });
  await act(() => app.router.navigate(-1));
  await waitFor(() => expect(rows()).toHaveLength(3));
});

test('the address holds filters, search, order, page size, columns, density and the open row', async () => {
  const { queries } = serveLeads(three());
  const [first] = three();
  mountLeads(
    `/leads?status=new&source=public_form,partner&search=Клиент&ordering=number&page_size=50&columns=status&density=dense&id=${first?.id}`,
  );
  await row('Клиент 1');
  expect(queries[0]).toEqual({
    status: 'new',
    source: 'public_form,partner',
    search: 'Клиент',
    ordering: 'number',
    page_size: '50',
  });
  expect(await tab(/^Новые/)).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('searchbox')).toHaveValue('Клиент');
  expect(screen.getByRole('columnheader', { name: 'Лид' })).toHaveAttribute('aria-sort', 'ascending');
  expect(await screen.findByLabelText('Строк на странице')).toHaveValue('50');
  expect(screen.getByRole('table')).toHaveAttribute('data-density', 'dense');
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Лид', 'Статус']);
  const panel = await screen.findByRole('complementary', { name: 'Подробности' });
  expect(await within(panel).findByRole('heading', { name: 'Клиент 1' })).toBeVisible();
});

test('invalid parameters of the address are ignored', async () => {
  const { queries } = serveLeads(three());
  mountLeads('/leads?status=nonsense&page_size=7&created_from=вчера&utm_term=mail&source=partner');
  await row('Клиент 3');
  expect(queries[0]).toEqual({ source: 'partner' });
});

test('the search waits for a pause, resets the page and replaces the history entry', async () => {
  const { queries } = serveLeads(three());
  const app = mountLeads('/leads?cursor=further&page=2');
  await row('Клиент 1');
  await app.user.type(screen.getByRole('searchbox'), 'Клиент 2');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(queries.slice(1)).toEqual([{ search: 'Клиент 2' }]);
  expect(app.path()).toBe(`/leads?${new URLSearchParams({ search: 'Клиент 2' })}`);
});

test('«/» focuses the search', async () => {
  serveLeads(three());
  const app = mountLeads();
  await row('Клиент 1');
  await app.user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('clicking a sorted column reverses its order', async () => {
  const { queries } = serveLeads(three());
  const app = mountLeads();
  await row('Клиент 1');
  const head = screen.getByRole('columnheader', { name: 'Создан' });
  expect(head).toHaveAttribute('aria-sort', 'descending');
  await app.user.click(within(head).getByRole('button'));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ordering: 'created_at' }));
  expect(head).toHaveAttribute('aria-sort', 'ascending');
});

test('«Вперед» and «Назад» follow the cursors', async () => {
  const { queries } = serveLeads(three(), 40);
  const app = mountLeads();
  await row('Клиент 1');
  expect(await screen.findByRole('button', { name: 'Назад' })).toBeDisabled();
  await app.user.click(screen.getByRole('button', { name: 'Вперед' }));
  expect(await screen.findByText('26–28 из 40')).toBeVisible();
  expect(queries.at(-1)).toEqual({ cursor: 'further' });
  await app.user.click(screen.getByRole('button', { name: 'Назад' }));
  expect(await screen.findByText('1–3 из 40')).toBeVisible();
});

test('chosen columns are kept in the address and remembered', async () => {
  serveLeads(three());
  const app = mountLeads();
  await row('Клиент 1');
  await app.user.click(screen.getByRole('button', { name: 'Столбцы и плотность' }));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Партнер' }));
  expect(screen.queryByRole('columnheader', { name: 'Партнер' })).not.toBeInTheDocument();
  expect(app.path()).toContain('columns=');
  await act(() => app.router.navigate('/leads'));
  expect(screen.queryByRole('columnheader', { name: 'Партнер' })).not.toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'Программа' })).toBeInTheDocument();
});

test('the density is kept in the address and remembered', async () => {
  serveLeads(three());
  const app = mountLeads();
  await row('Клиент 1');
  expect(screen.getByRole('table')).toHaveAttribute('data-density', 'normal');
  await app.user.click(screen.getByRole('button', { name: 'Столбцы и плотность' }));
  await app.user.click(await screen.findByText('Плотная'));
  expect(screen.getByRole('table')).toHaveAttribute('data-density', 'dense');
  expect(app.path()).toBe('/leads?density=dense');
  await act(() => app.router.navigate('/leads'));
  expect(screen.getByRole('table')).toHaveAttribute('data-density', 'dense');
  await act(() => app.router.navigate('/leads?density=normal'));
  expect(screen.getByRole('table')).toHaveAttribute('data-density', 'normal');
});

test('a filter applies at once, and its chip removes it', async () => {
  const { queries } = serveLeads(three());
  const app = mountLeads();
  await row('Клиент 1');
  await app.user.click(screen.getByRole('button', { name: 'Фильтры' }));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Партнер' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ source: 'partner' }));
  await app.user.click(await screen.findByRole('button', { name: /^Убрать фильтр Источник: / }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ source: 'partner' }));
  expect(app.path()).toBe('/leads');
});

test('an empty list explains itself on every tab', async () => {
  serveLeads([]);
  const app = mountLeads();
  expect(await screen.findByRole('heading', { name: 'Лидов пока нет' })).toBeVisible();
  await act(() => app.router.navigate('/leads?status=new'));
  await waitFor(() => expect(app.path()).toBe('/leads?status=new'));
  expect(await screen.findByRole('heading', { name: 'Лидов пока нет' })).toBeVisible();
});

test('an empty tab and a search without matches have their own notices', async () => {
  serveLeads([createLead(2, { status: 'won', deal_amount_kop: 12_500_000 })]);
  const app = mountLeads('/leads?status=new');
  expect(await screen.findByRole('heading', { name: 'Новых лидов нет, все разобраны' })).toBeVisible();
  await act(() => app.router.navigate('/leads?status=new&source=import'));
  expect(await screen.findByRole('heading', { name: 'По этим условиям ничего нет' })).toBeVisible();
  expect(screen.getByText(/Уберите фильтр «Источник»/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Сбросить' })).not.toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
  expect(app.path()).toBe('/leads?status=new');
});

test('a search without matches in a tab offers the matches in other tabs', async () => {
  serveLeads([createLead(2, { status: 'won', deal_amount_kop: 12_500_000 })]);
  const app = mountLeads('/leads?status=new&search=%D0%9A%D0%BB%D0%B8%D0%B5%D0%BD%D1%82');
  await app.user.click(await screen.findByRole('button', { name: /^В других статусах: 1.лид$/ }));
  expect(app.path()).toBe('/leads?search=%D0%9A%D0%BB%D0%B8%D0%B5%D0%BD%D1%82');
  expect(await screen.findByRole('row', { name: /Клиент/ })).toBeVisible();
});

test('a search without matches offers to clear only the search', async () => {
  serveLeads([createLead(2)]);
  const app = mountLeads('/leads?search=%D0%9D%D0%B5%D1%82');
  expect(await screen.findByRole('heading', { name: 'По этим условиям ничего нет' })).toBeVisible();
  expect(screen.getByText('Проверьте запрос или очистите поиск')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Сбросить фильтры' })).not.toBeInTheDocument();
  // The search field has a button of the same name.
  await app.user.click(screen.getAllByRole('button', { name: 'Очистить поиск' }).at(-1) as HTMLElement);
  expect(app.path()).toBe('/leads');
});

test('a period counts as one filter and is named in the empty state', async () => {
  serveLeads([]);
  mountLeads('/leads?created_from=2026-08-01&created_to=2026-08-31&source=import');
  expect(await screen.findByText(/Уберите фильтр «Источник»/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Фильтры.2$/ })).toBeVisible();
});

test('a list that failed to load shows the incident number and can be reloaded', async () => {
  serveLeads(three());
  const app = mountLeads('/leads?status=new');
  respond('get', LEADS, 500, { detail: 'Ошибка', code: 'server_error', incident: '7F3A-21' });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Не удалось загрузить список');
  expect(alert).toHaveTextContent('Ваши фильтры на месте. Номер для техподдержки: 7F3A-21.');
  expect(screen.getByRole('button', { name: 'Добавить лид' })).toHaveAttribute('data-variant', 'default');
  serveLeads(three());
  await app.user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await row('Клиент 1')).toBeVisible();
  expect(app.path()).toBe('/leads?status=new');
});

test('rows stay when reloading them fails', async () => {
  serveLeads(three());
  const app = mountLeads();
  await app.user.click(await row('Клиент 1'));
  const step = await screen.findByRole('button', { name: 'Взять в работу' });
  respond('get', LEADS, 503, { detail: 'База данных не отвечает.' });
  await app.user.click(step);
  expect(await screen.findByText('Не удалось обновить список')).toBeVisible();
  expect(screen.getByText(/База данных не отвечает/)).toBeVisible();
  expect(rows()).toHaveLength(3);
});

test('arrows move along rows and panels, Enter opens a row, Esc closes it', async () => {
  serveLeads(three());
  const app = mountLeads();
  const first = await row('Клиент 1');
  await app.user.keyboard('/{ArrowDown}');
  expect(first).toHaveFocus();
  await app.user.keyboard('{ArrowDown}');
  expect(await row('Клиент 2')).toHaveFocus();
  await app.user.keyboard('{Enter}');
  const panel = await screen.findByRole('complementary', { name: 'Подробности' });
  expect(await within(panel).findByRole('heading', { name: 'Клиент 2' })).toBeVisible();
  await app.user.keyboard('{ArrowDown}');
  expect(await within(panel).findByRole('heading', { name: 'Клиент 3' })).toBeVisible();
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(await row('Клиент 3')).toHaveFocus();
  expect(app.path()).toBe('/leads');
});

test('on a medium screen the panel is a dialog', async () => {
  setViewport(768);
  serveLeads(three());
  const app = mountLeads();
  await app.user.click(await row('Клиент 1'));
  const dialog = await screen.findByRole('dialog', { name: 'Подробности' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('on a phone the rows are cards', async () => {
  setViewport(360);
  serveLeads(three());
  mountLeads();
  const list = await screen.findByRole('list', { name: 'Лиды' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).getByText('125 000,00 ₽')).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('«Экспорт» requests the filtered list', async () => {
  serveLeads(three());
  const urls: string[] = [];
  server.use(
    http.get(`${LEADS}export/`, ({ request }) => {
      urls.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 503 });
    }),
  );
  const app = mountLeads('/leads?status=new&ordering=number&page_size=50');
  await row('Клиент 1');
  await app.user.click(screen.getByRole('button', { name: 'Экспорт' }));
  await app.user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Файл не получен');
  expect(urls).toEqual(['?format=csv&ordering=number&status=new']);
});
