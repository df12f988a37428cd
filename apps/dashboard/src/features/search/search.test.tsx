import type { SearchResults } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';
import { respond, server } from '@/testing/server.ts';

const SEARCH_URL = '/api/referral/search/';
const uuid = (number: number) => `00000001-0000-7000-8000-00000000000${number}`;
const RESULTS: SearchResults = {
  leads: [{ id: createLead(1).id, number: 'Л-1', name: 'Клиент 1', program: 'Окна для дома', status: 'new' }],
  clients: [{ id: uuid(5), number: 'К-12', name: 'ООО «Климт»' }],
  partners: [{ id: uuid(2), name: 'Клименко Олег', status: 'active' }],
  payments: [
    { id: uuid(3), number: 'В-7', partner: 'Клименко Олег', amount_kop: 1_250_000, status: 'draft' },
  ],
  programs: [{ id: uuid(4), name: 'Климат-контроль', status: 'active' }],
};
const NO_RESULTS: SearchResults = { leads: [], clients: [], partners: [], payments: [], programs: [] };

beforeEach(() => void serveLeads([createLead(1)]));

async function openSearch(user: Parameters<typeof signIn>[0] = anna) {
  signIn(user);
  const app = openApp('/leads');
  await screen.findByRole('link', { name: /Клиент 1/ });
  await app.user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Поиск по всему' });
  const field = within(dialog).getByRole('combobox', { name: 'Поиск по всему' });
  await waitFor(() => expect(field).toHaveFocus());
  const getActiveOption = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  return { ...app, dialog, field, getActiveOption };
}
const getOptionTexts = (dialog: HTMLElement, group: string) =>
  within(within(dialog).getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test('keys typed while the search opens appear in its field', async () => {
  respond('get', SEARCH_URL, 200, NO_RESULTS);
  signIn();
  const { user } = openApp('/leads');
  await screen.findByRole('link', { name: /Клиент 1/ });
  await user.keyboard('{Control>}k{/Control}климк{Backspace}');
  const field = await screen.findByRole('combobox', { name: 'Поиск по всему' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('клим');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox', { name: 'Поиск по всему' })).toHaveValue('');
});

test('results are grouped, and Enter opens the selected one', async () => {
  const queries: (string | null)[] = [];
  server.use(
    http.get(SEARCH_URL, ({ request }) => {
      queries.push(new URL(request.url).searchParams.get('search'));
      return HttpResponse.json(RESULTS);
    }),
  );
  const { user, dialog, getActiveOption, path } = await openSearch();
  await user.keyboard('клим');
  expect(await within(dialog).findByRole('option', { name: /Климат-контроль/ })).toBeVisible();
  expect(queries).toEqual(['клим']);
  expect(getOptionTexts(dialog, 'Партнеры')).toEqual(['Клименко ОлегАктивен']);
  expect(getOptionTexts(dialog, 'Лиды')).toEqual(['Клиент 1Л-1 · Окна для дома · Новый']);
  expect(getOptionTexts(dialog, 'Клиенты')).toEqual(['ООО «Климт»К-12']);
  expect(getOptionTexts(dialog, 'Выплаты')).toEqual(['В-7 на 12 500,00 ₽Клименко Олег · Черновик']);
  expect(getActiveOption()).toHaveTextContent('Клименко Олег');
  await user.keyboard('{ArrowDown}');
  expect(getActiveOption()).toHaveTextContent('Клиент 1');
  expect(getActiveOption()).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(getActiveOption()).toHaveTextContent('Климат-контроль');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(path()).toBe(`/leads?id=${createLead(1).id}`);
});

test('a client opens in the view of clients', async () => {
  respond('get', SEARCH_URL, 200, RESULTS);
  const { user, dialog, path } = await openSearch();
  await user.keyboard('клим');
  await user.click(await within(dialog).findByRole('option', { name: /Климт/ }));
  expect(path()).toBe(`/leads?view=clients&id=${uuid(5)}`);
});

test('pages and actions are offered at once and found in the wrong keyboard layout', async () => {
  respond('get', SEARCH_URL, 200, NO_RESULTS);
  const { user, dialog, path } = await openSearch();
  expect(getOptionTexts(dialog, 'Действия')).toEqual([
    'Добавить лид',
    'Новая программа',
    'Добавить партнера',
    'Сочетания клавиш',
    'Выйти из профиля',
  ]);
  await user.keyboard('lj,');
  expect(
    within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Добавить лид', 'Новая программа', 'Добавить партнера']);
  await user.click(within(dialog).getByRole('option', { name: 'Добавить лид' }));
  expect(await screen.findByRole('form', { name: 'Новый лид' })).toBeVisible();
  expect(path()).toBe('/leads?new=lead');
});

test('forbidden actions are not offered', async () => {
  const { dialog } = await openSearch({ ...anna, permissions: ['leads'] } as typeof anna);
  expect(getOptionTexts(dialog, 'Действия')).toEqual(['Сочетания клавиш', 'Выйти из профиля']);
  expect(getOptionTexts(dialog, 'Разделы')).not.toContain('Журнал');
});

test('a partner is offered its pages only', async () => {
  signIn(partner);
  const app = openApp('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Профиль' });
  await app.user.click(await screen.findByRole('button', { name: /^Найти/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Поиск по всему' });
  expect(getOptionTexts(dialog, 'Действия')).toEqual([
    'Добавить лид',
    'Сочетания клавиш',
    'Выйти из профиля',
  ]);
  expect(getOptionTexts(dialog, 'Разделы')).toEqual([
    'Главная',
    'Профиль',
    'Реферальные программы',
    'Лиды',
    'Выплаты',
    'Уведомления',
  ]);
});

test('the empty result is shown only after the response', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  server.use(
    http.get(SEARCH_URL, async () => {
      await promise;
      return HttpResponse.json(NO_RESULTS);
    }),
  );
  const { user, dialog } = await openSearch();
  await user.keyboard('щщщщ');
  expect(within(dialog).queryByText(/^Ничего не нашлось/)).not.toBeInTheDocument();
  release();
  expect(await within(dialog).findByText(/^Ничего не нашлось/)).toBeVisible();
  expect(within(dialog).queryByRole('option')).not.toBeInTheDocument();
});

test('a failed search keeps the input and can be retried', async () => {
  respond('get', SEARCH_URL, 403, { detail: 'Нельзя.' });
  const { user, dialog, field } = await openSearch();
  await user.keyboard('клим');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Поиск не ответил');
  respond('get', SEARCH_URL, 200, RESULTS);
  await user.click(within(dialog).getByRole('button', { name: 'Повторить' }));
  expect(await within(dialog).findByRole('option', { name: /^Клименко/ })).toBeVisible();
  expect(field).toHaveValue('клим');
});

test('Esc closes the search and returns the focus', async () => {
  signIn();
  const { user } = openApp('/leads');
  const row = await screen.findByRole('link', { name: /Клиент 1/ });
  row.focus();
  await user.keyboard('{Meta>}л{/Meta}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('{Meta>}[KeyK]{/Meta}');
  await screen.findByRole('dialog', { name: 'Поиск по всему' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(row).toHaveFocus();
});

test('«?» lists the shortcuts and is plain text in a field', async () => {
  signIn();
  const { user } = openApp('/leads');
  await screen.findByRole('link', { name: /Клиент 1/ });
  await user.keyboard('/');
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  await user.keyboard('?');
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('?'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('{Shift>}?{/Shift}');
  const dialog = await screen.findByRole('dialog', { name: 'Сочетания клавиш' });
  const lists = within(dialog).getAllByRole('region');
  expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual([
    'Везде',
    'В списках',
    'В карточке лида',
  ]);
  expect(lists[0]).toHaveTextContent('Ctrl + K');
});

test.each([
  ['чеки', 'ЧекиВыплаты', '/payments?tab=receipts'],
  ['выписка банка', 'Документы банкаВыплаты', '/payments?tab=bank'],
  ['итоги', 'Итоги месяцаГлавная', '/summary'],
  ['безоп', 'БезопасностьПрофиль', '/profile#security'],
  ['оферта', 'Документы для партнеровОрганизация', '/profile/organization#organization-documents'],
])('«%s» finds the section %s', async (query, name, target) => {
  respond('get', SEARCH_URL, 200, NO_RESULTS);
  const { user, dialog, router } = await openSearch();
  expect(within(dialog).queryByRole('option', { name })).not.toBeInTheDocument();
  await user.keyboard(query);
  const option = await within(dialog).findByRole('option', { name });
  await user.click(option);
  const { pathname, search, hash } = router.state.location;
  expect(`${pathname}${search}${hash}`).toBe(target);
});

test('a partner finds only the tabs of a partner', async () => {
  signIn(partner);
  respond('get', SEARCH_URL, 200, NO_RESULTS);
  const app = openApp('/profile');
  await app.user.click(await screen.findByRole('button', { name: /^Найти/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Поиск по всему' });
  await app.user.keyboard('акты');
  expect(getOptionTexts(dialog, 'Разделы')).toEqual(['АктыВыплаты']);
  await app.user.clear(within(dialog).getByRole('combobox'));
  await app.user.keyboard('реестры');
  expect(within(dialog).queryByRole('option', { name: /Реестры/ })).not.toBeInTheDocument();
});

test('«темная» switches the color scheme', async () => {
  respond('get', SEARCH_URL, 200, NO_RESULTS);
  const { user, dialog } = await openSearch();
  await user.keyboard('темная');
  await user.click(await within(dialog).findByRole('option', { name: 'Темная тема' }));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
