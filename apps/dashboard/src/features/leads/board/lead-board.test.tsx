import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { setHeights, setViewport } from '@/testing/viewport.ts';
import { Leads } from '../leads.tsx';

// Six cards of 100px are visible.
beforeEach(() => setHeights({ client: 600, offset: 100 }));

const reward = (amount_kop: number) => ({
  id: createLead(9).id,
  number: 'Н-1',
  amount_kop,
  explanation: 'За сделку',
  status: 'available' as const,
  hold_until: null,
});
const leads = [
  createLead(1),
  createLead(2, { status: 'won', reward: reward(1_250_050), deal_amount_kop: 50_000_000 }),
  createLead(3, { status: 'won', reward: reward(50_000) }),
  createLead(4, { status: 'rejected' }),
];

async function mountBoard(address = '/leads?view=board') {
  signIn();
  const response = serveLeads(leads);
  const app = mount(<Leads role={ORGANIZATION} />, address);
  await screen.findByRole('region', { name: 'Новый' });
  return { app, ...response };
}
const column = (name: string) => screen.getByRole('region', { name });

test('a column shows its count and total reward, and a card its reward', async () => {
  await mountBoard();
  expect(await within(column('Сделка')).findByText('13 000,50 ₽')).toBeVisible();
  expect(column('Сделка')).toHaveTextContent(/^Сделка2Вознаграждения: 13 000,50 ₽/);
  const cards = await within(column('Сделка')).findAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(cards[0]).toHaveTextContent(/ 2026 ?12 500,50 ₽$/);
  expect(column('Новый')).toHaveTextContent(/^Новый1Вознаграждения: 0,00 ₽/);
});

test('moving a card with the keyboard focuses the next card of the column', async () => {
  signIn();
  serveLeads([createLead(1), createLead(2)]);
  const { user } = mount(<Leads role={ORGANIZATION} />, '/leads?view=board');
  const menu = await screen.findByRole('button', { name: 'Переместить: Л-1 Клиент 1' });
  menu.focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('menuitem', { name: 'В работе' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(within(column('Новый')).getByRole('link', { name: 'Клиент 2' })).toHaveFocus());
  expect(within(column('В работе')).getByRole('link', { name: 'Клиент 1' })).toBeVisible();
});

test('a closed column is collapsed and can be expanded with the keyboard', async () => {
  const { app } = await mountBoard();
  const header = within(column('Отклонен')).getByRole('button', { name: /^Отклонен/ });
  expect(header).toHaveAttribute('aria-expanded', 'false');
  header.focus();
  await app.user.keyboard('{Enter}');
  expect(await within(column('Отклонен')).findByRole('link', { name: 'Клиент 4' })).toBeVisible();
  await app.user.keyboard('{Enter}');
  expect(within(column('Отклонен')).queryByRole('link')).not.toBeInTheDocument();
  expect(within(column('Новый')).queryByRole('button', { name: /^Новый/ })).not.toBeInTheDocument();
});

test('a tab shows its only column expanded', async () => {
  const { app } = await mountBoard();
  await app.user.click(screen.getByRole('link', { name: /^Отклоненные/ }));
  expect(await within(column('Отклонен')).findByRole('link', { name: 'Клиент 4' })).toBeVisible();
  expect(screen.getAllByRole('region')).toHaveLength(1);
});

test('on a narrow screen columns are collapsible sections, and a card moves by its menu', async () => {
  setViewport(360);
  const { app, changes } = await mountBoard();
  await app.user.click(await screen.findByRole('button', { name: 'Переместить: Л-1 Клиент 1' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'В работе' }));
  await waitFor(() => expect(within(column('Новый')).queryByRole('listitem')).not.toBeInTheDocument());
  await app.user.click(await within(column('В работе')).findByRole('button', { name: /^В работе1/ }));
  expect(await within(column('В работе')).findByRole('link', { name: 'Клиент 1' })).toBeVisible();
  expect(changes).toEqual([{ to: 'in_progress', version: 1 }]);
});

test('a board without leads shows the same notice as the table', async () => {
  signIn();
  serveLeads([]);
  mount(<Leads role={ORGANIZATION} />, '/leads?view=board');
  expect(await screen.findByText('Лидов пока нет')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Новый' })).not.toBeInTheDocument();
});

test('a board that failed to load shows one alert', async () => {
  signIn();
  serveLeads(leads);
  respond('get', '/api/referral/leads/counts/', 503, { detail: 'Сервер занят.' });
  mount(<Leads role={ORGANIZATION} />, '/leads?view=board');
  const problem = await screen.findByRole('alert');
  expect(problem).toHaveTextContent('Не удалось загрузить доску');
  expect(screen.getAllByRole('button', { name: 'Повторить' })).toHaveLength(1);
});

const manyLeads = Array.from({ length: 120 }, (_, index) => createLead(index + 1));

/** Mounts the board with 120 new leads in pages. `sizes` collects the requested page sizes. */
async function mountLongBoard() {
  signIn();
  serveLeads(manyLeads);
  const sizes: string[] = [];
  server.use(
    http.get('/api/referral/leads/', ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get('status') !== 'new')
        return HttpResponse.json({ next: null, previous: null, results: [] });
      const size = query.get('page_size') ?? '';
      sizes.push(size);
      const from = Number(query.get('cursor') ?? 0);
      const to = from + Number(size);
      return HttpResponse.json({
        next: to < manyLeads.length ? String(to) : null,
        previous: from > 0 ? String(from) : null,
        results: manyLeads.slice(from, to),
      });
    }),
  );
  const app = mount(<Leads role={ORGANIZATION} />, '/leads?view=board');
  const column = await screen.findByRole('region', { name: 'Новый' });
  await within(column).findByRole('link', { name: 'Клиент 1' });
  return { app, column, sizes };
}
const getCards = (column: HTMLElement) => within(column).getAllByRole('listitem');

/** Scrolls a column until the card is rendered. It retries because cards have no height while they load. */
const scrollTo = (column: HTMLElement, top: number, name: string) =>
  waitFor(() => {
    const scroller = within(column).getByRole('list').parentElement as HTMLElement;
    scroller.scrollTop = top;
    fireEvent.scroll(scroller);
    expect(within(column).getByText(name)).toBeVisible();
  });

test('a long column renders the visible cards, loads the others while scrolling and numbers them', async () => {
  const { column, sizes } = await mountLongBoard();
  expect(getCards(column).length).toBeLessThan(20);
  expect(getCards(column)[0]).toHaveAttribute('aria-posinset', '1');
  await waitFor(() => expect(getCards(column)[0]).toHaveAttribute('aria-setsize', '120'));
  expect(sizes).toEqual(['25']);
  await scrollTo(column, 40_000, 'Клиент 120');
  expect(getCards(column).length).toBeLessThan(20);
  expect(getCards(column).at(-1)).toHaveAttribute('aria-posinset', '120');
  expect(sizes).toEqual(['25', '100']);
});

test('a focused card stays rendered outside the viewport, and its menu works', async () => {
  const { app, column } = await mountLongBoard();
  const menu = within(column).getByRole('button', { name: 'Переместить: Л-2 Клиент 2' });
  menu.focus();
  await scrollTo(column, 10_000, 'Клиент 95');
  expect(within(column).queryByRole('link', { name: 'Клиент 1' })).not.toBeInTheDocument();
  expect(menu).toHaveFocus();
  await app.user.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'В работе' })).toBeVisible();
});

/** Moves a lead with the menu of its card. */
async function moveCard({ user }: ReturnType<typeof mount>, column: HTMLElement, number: number, to: string) {
  await user.click(within(column).getByRole('button', { name: `Переместить: Л-${number} Клиент ${number}` }));
  await user.click(await screen.findByRole('menuitem', { name: to }));
}

test('moving a card far down does not reload its column', async () => {
  const { app, column, sizes } = await mountLongBoard();
  await scrollTo(column, 40_000, 'Клиент 120');
  const requestCountBefore = sizes.length;
  await moveCard(app, column, 120, 'В работе');
  await waitFor(() =>
    expect(within(column).queryByRole('link', { name: 'Клиент 120' })).not.toBeInTheDocument(),
  );
  await screen.findByText('Статус изменен');
  expect(within(column).getByRole('link', { name: 'Клиент 119' })).toBeVisible();
  expect(sizes.slice(requestCountBefore)).toEqual([]);
});

test('a moved card takes its place by order in a scrolled column', async () => {
  signIn();
  const createdAt = (number: number) => new Date(Date.UTC(2026, 7, 1) - number * 60_000).toISOString();
  const leadsInProgress = Array.from({ length: 60 }, (_, index) =>
    createLead(2 * index + 2, { status: 'in_progress', created_at: createdAt(2 * index + 2) }),
  );
  const movedLead = createLead(81, { created_at: createdAt(81) });
  serveLeads([movedLead, ...leadsInProgress]);
  const cursors: string[] = [];
  let isMoved = false;
  server.use(
    http.post('/api/referral/leads/:id/transition/', () => {
      isMoved = true;
      return HttpResponse.json({ ...movedLead, status: 'in_progress', version: 2 });
    }),
    http.get('/api/referral/leads/', ({ request }) => {
      const { status, cursor } = Object.fromEntries(new URL(request.url).searchParams);
      if (status === 'new')
        return HttpResponse.json({ next: null, previous: null, results: isMoved ? [] : [movedLead] });
      if (status !== 'in_progress') return HttpResponse.json({ next: null, previous: null, results: [] });
      cursors.push(cursor ?? '');
      return HttpResponse.json({
        next: cursor ? null : '25',
        previous: null,
        results: cursor ? leadsInProgress.slice(25) : leadsInProgress.slice(0, 25),
      });
    }),
  );
  const app = mount(<Leads role={ORGANIZATION} />, '/leads?view=board');
  const column = await screen.findByRole('region', { name: 'В работе' });
  await within(column).findByRole('link', { name: 'Клиент 2' });
  await scrollTo(column, 3700, 'Клиент 80');
  expect(cursors).toEqual(['', '25']);
  await moveCard(app, screen.getByRole('region', { name: 'Новый' }), 81, 'В работе');
  await waitFor(() => {
    const names = within(column)
      .getAllByRole('link')
      .map((link) => link.textContent);
    const position = names.indexOf('Клиент 81');
    expect(names.slice(position - 1, position + 2)).toEqual(['Клиент 80', 'Клиент 81', 'Клиент 82']);
  });
  expect(cursors).toEqual(['', '25']);
});

test('a page of cards that failed to load can be retried', async () => {
  const { app, column } = await mountLongBoard();
  respond('get', '/api/referral/leads/', 422, { detail: 'Нет.' });
  const scroller = within(column).getByRole('list').parentElement as HTMLElement;
  scroller.scrollTop = 2000;
  fireEvent.scroll(scroller);
  const problem = await within(column).findByRole('alert');
  expect(problem).toHaveTextContent('Не удалось загрузить лиды');
  respond('get', '/api/referral/leads/', 200, {
    next: null,
    previous: null,
    results: manyLeads.slice(25, 40),
  });
  await app.user.click(within(problem).getByRole('button', { name: 'Повторить' }));
  await scrollTo(column, 40_000, 'Клиент 40');
  expect(within(column).queryByRole('alert')).not.toBeInTheDocument();
});

test('on a phone a long column shows its first page and a link to the table', async () => {
  setViewport(360);
  const { column, sizes } = await mountLongBoard();
  expect(getCards(column)).toHaveLength(25);
  expect(await within(column).findByRole('link', { name: /^Еще 95 в таблице/ })).toHaveAttribute(
    'href',
    '/leads?status=new',
  );
  expect(sizes).toEqual(['25']);
});
