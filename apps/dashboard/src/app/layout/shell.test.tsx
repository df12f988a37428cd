import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { homeUrls } from '@/testing/data/home.ts';
import { anna, partner, signIn, userWithoutRole } from '@/testing/data/people.ts';
import { setMeta } from '@/testing/meta.ts';
import { openApp } from '@/testing/open-app.tsx';
import { respond, urls } from '@/testing/server.ts';
import { setViewport } from '@/testing/viewport.ts';

const sidebar = () => screen.findByRole('navigation', { name: 'Разделы' });
const labels = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.textContent);

test('the sidebar of an organization reads Главная, Профиль, Реферальные программы, Партнеры, Лиды, Выплаты', {
  tags: ['spec/2.labels'],
}, async () => {
  signIn(anna);
  openApp('/');
  expect(labels(await sidebar())).toEqual([
    'Главная',
    'Профиль',
    'Реферальные программы',
    'Партнеры',
    'Лиды',
    'Выплаты',
  ]);
});

test.each([
  ['a partner', partner],
  ['a user without a role', userWithoutRole],
])('%s does not see Партнеры in the sidebar', async (_who, person) => {
  signIn(person);
  openApp('/');
  expect(labels(await sidebar())).toEqual(['Главная', 'Профиль', 'Реферальные программы', 'Лиды', 'Выплаты']);
});

test.each([
  ['Профиль', '/profile'],
  ['Реферальные программы', '/referral/program'],
  ['Партнеры', '/partners'],
  ['Лиды', '/leads'],
  ['Выплаты', '/payments'],
])(
  '«%s» in the sidebar leads to %s, marks it open and moves the focus to its heading',
  async (label, path) => {
    signIn();
    const app = openApp('/');
    await app.user.click(within(await sidebar()).getByRole('link', { name: label }));
    const heading = await screen.findByRole('heading', { level: 1, name: label });
    expect(app.path()).toBe(path);
    expect(heading).toHaveFocus();
    expect(within(await sidebar()).getByRole('link', { current: 'page' })).toHaveTextContent(label);
  },
);

test('a nested page keeps its section current and links to its parent', async () => {
  signIn();
  const app = openApp('/partner/create');
  expect(within(await sidebar()).getByRole('link', { current: 'page' })).toHaveTextContent('Партнеры');
  const trail = screen.getByRole('navigation', { name: 'Путь' });
  await app.user.click(within(trail).getByRole('link', { name: 'Партнеры' }));
  expect(app.path()).toBe('/partners');
});

test.each([
  ['/import?kind=partners', 'Партнеры'],
  ['/import?kind=leads', 'Лиды'],
  ['/import?kind=sales', 'Лиды'],
  ['/import?kind=balances', 'Выплаты'],
])('%s keeps the section of its objects current', async (address, section) => {
  signIn();
  openApp(address);
  expect(within(await sidebar()).getByRole('link', { current: 'page' })).toHaveTextContent(section);
});

test('the sidebar ends with «Написать в техподдержку», which opens the configured address', {
  tags: ['spec/2.footer'],
}, async () => {
  setMeta('support-url', 'mailto:help@example.test');
  signIn();
  openApp('/');
  expect(await screen.findByRole('link', { name: 'Написать в техподдержку' })).toHaveAttribute(
    'href',
    'mailto:help@example.test',
  );
});

test('«Написать в техподдержку» leads to the address of the organization', async () => {
  setMeta('support-url', 'mailto:server@example.test');
  const person = { ...anna, support: [{ organization: 'Ромашка', url: 'tel:+74951234567' }] };
  signIn(person);
  respond('get', urls.me, 200, person);
  openApp('/');
  expect(await screen.findByRole('link', { name: 'Написать в техподдержку' })).toHaveAttribute(
    'href',
    'tel:+74951234567',
  );
});

test('a partner of several organizations sees the support address of each', async () => {
  setMeta('support-url', 'mailto:server@example.test');
  const support = [
    { organization: 'Окна', url: '' },
    { organization: 'Ромашка', url: 'mailto:help@example.test' },
  ];
  signIn({ ...partner, support });
  respond('get', urls.me, 200, { ...partner, support });
  const app = openApp('/');
  await app.user.click(await screen.findByRole('button', { name: 'Написать в техподдержку' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Техподдержка' }));
  expect(await dialog.findByRole('link', { name: 'server@example.test' })).toBeVisible();
  expect(dialog.getByRole('link', { name: 'help@example.test' })).toHaveAttribute(
    'href',
    'mailto:help@example.test',
  );
});

test.each([
  [anna, /Укажите его: партнеры/],
  [{ ...anna, permissions: [] }, /обратитесь к владельцу кабинета/],
  [partner, /обратитесь к организации/],
])('without a support address «Написать в техподдержку» names the person to ask', async (person, advice) => {
  signIn(person);
  respond('get', urls.me, 200, person);
  const app = openApp('/');
  await app.user.click(await screen.findByRole('button', { name: 'Написать в техподдержку' }));
  expect(
    await within(await screen.findByRole('dialog', { name: 'Техподдержка' })).findByText(advice),
  ).toBeVisible();
});

test.each([
  ['Иванова А. П.', anna],
  ['Иванова А.', { ...anna, father_name: '' }],
  ['Анна Петровна', { ...anna, last_name: '' }],
  ['+7 999 000-00-01', { ...anna, last_name: '', first_name: '', father_name: '' }],
])('the top bar shows the name as «%s»', async (name, person) => {
  signIn(person);
  openApp('/');
  const bar = await screen.findByRole('banner');
  expect(within(bar).getByRole('link', { name })).toHaveAttribute('href', '/profile');
});

test('a user without name and phone has a neutral label in the top bar', async () => {
  signIn({ role: null });
  openApp('/');
  expect(within(await screen.findByRole('banner')).getByRole('link')).toHaveTextContent(/^Профиль$/);
});

test('«Выйти из профиля» ends the session and leads to /login without a return address', {
  tags: ['spec/2.top-bar.logout'],
}, async () => {
  signIn();
  const app = openApp('/leads');
  await app.user.click(await screen.findByRole('button', { name: 'Выйти из профиля' }));
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
  await waitFor(() => expect(localStorage).toHaveLength(0));
  expect(app.path()).toBe('/login');
  expect(app.router.state.location.state).toBeNull();
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
});

test('a sign-out in another tab removes the shell and keeps the return address', async () => {
  signIn();
  const app = openApp('/leads');
  await sidebar();
  await app.auth.logout();
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
  expect(app.router.state.location.state).toEqual({ from: '/leads' });
});

test('an unauthenticated user sees neither sidebar nor top bar', async () => {
  openApp('/login');
  await screen.findByRole('heading', { name: 'Вход' });
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
});

test('sidebar and top bar are hidden on /ref/{code} for a signed-in user too', async () => {
  signIn();
  openApp('/ref/abc');
  await screen.findByRole('heading', { name: 'Окна со скидкой' });
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
});

test('/ref/{code} needs no login', { tags: ['spec/2.route.ref'] }, async () => {
  const app = openApp('/ref/abc');
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(app.path()).toBe('/ref/abc');
});

test('/referral/… has the shell although it starts like /ref', async () => {
  signIn();
  openApp('/referral/program');
  expect(await sidebar()).toBeInTheDocument();
});

test('an unknown address shows a page in the shell with a link home', async () => {
  signIn();
  const app = openApp('/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Такой страницы нет' })).toBeVisible();
  await sidebar();
  await app.user.click(screen.getByRole('link', { name: 'На главную' }));
  expect(app.path()).toBe('/');
});

test('the sidebar counts open tasks of Лиды and Выплаты and keeps their names', async () => {
  const waiting = { kind: 'ready_to_pay', count: 3, blocked: 2, sum_kop: 8_430_000 };
  const fresh = { kind: 'new_leads', count: 2048, oldest_at: '2026-08-21T11:05:00.000Z' };
  respond('get', homeUrls.tasks, 200, { results: [fresh, waiting] });
  signIn();
  const app = openApp('/profile');
  const item = async (name: string) => within(await sidebar()).getByRole('link', { name });
  await waitFor(async () => expect(await item('Лиды')).toHaveAccessibleDescription('2\u00a0048\u00a0новых'));
  expect(await item('Выплаты')).toHaveAccessibleDescription('3\u00a0партнера готовы к выплате');
  expect(await item('Партнеры')).not.toHaveAccessibleDescription();
  expect(await sidebar()).toHaveTextContent('2 048');
  await app.user.click(screen.getByRole('button', { name: 'Свернуть меню' }));
  expect(await item('Лиды')).toHaveAccessibleDescription('2\u00a0048\u00a0новых');
  expect(await sidebar()).toHaveTextContent('999+');
});

test('the sidebar has no counts when they fail to load', async () => {
  respond('get', homeUrls.tasks, 403, { detail: 'Нет' });
  signIn();
  openApp('/');
  expect(await screen.findByText(/^Не удалось загрузить/)).toBeVisible();
  expect(within(await sidebar()).getByRole('link', { name: 'Лиды' })).not.toHaveAccessibleDescription();
  expect(await sidebar()).not.toHaveTextContent(/\d/);
});

test('on a wide screen the sidebar collapses to named icons and stays collapsed', async () => {
  signIn();
  const app = openApp('/');
  await app.user.click(await screen.findByRole('button', { name: 'Свернуть меню' }));
  expect(screen.getByRole('button', { name: 'Развернуть меню' })).toHaveAttribute('aria-expanded', 'false');
  expect(within(await sidebar()).getByRole('link', { name: 'Лиды' })).toHaveAttribute('data-rail');
  expect(localStorage.getItem('sidebar_collapsed')).toBe('true');
});

test('on a medium screen the sidebar is always collapsed', async () => {
  setViewport(768);
  signIn();
  openApp('/');
  expect(within(await sidebar()).getByRole('link', { name: 'Лиды' })).toHaveAttribute('data-rail');
  expect(screen.queryByRole('button', { name: /меню/ })).not.toBeInTheDocument();
});

test('on a narrow screen the menu is a drawer that closes when a section is chosen', async () => {
  setViewport(360);
  signIn();
  const app = openApp('/');
  await app.user.click(await screen.findByRole('button', { name: 'Открыть меню' }));
  const menu = await screen.findByRole('dialog');
  expect(within(menu).getByText('Написать в техподдержку')).toBeInTheDocument();
  await app.user.click(within(menu).getByRole('link', { name: 'Профиль' }));
  expect(app.path()).toBe('/profile');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('on a narrow screen the main sections are at the bottom', async () => {
  setViewport(360);
  signIn();
  openApp('/');
  const bar = await screen.findByRole('navigation', { name: 'Главные разделы' });
  expect(labels(bar)).toEqual(['Главная', 'Партнеры', 'Лиды', 'Выплаты']);
});

test('«К содержанию» is the first focusable element and skips the menu', async () => {
  signIn();
  const app = openApp('/');
  await sidebar();
  await app.user.tab();
  expect(screen.getByRole('link', { name: 'К содержанию' })).toHaveFocus();
  await app.user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});

test('the Tab key reaches the sections before «Выйти из профиля»', async () => {
  signIn();
  openApp('/');
  const lastSection = within(await sidebar()).getByRole('link', { name: 'Выплаты' });
  const signOut = screen.getByRole('button', { name: 'Выйти из профиля' });
  expect(lastSection.compareDocumentPosition(signOut)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('the avatar opens the pages of the organization and the color scheme', async () => {
  signIn();
  const app = openApp('/');
  await app.user.click(await screen.findByRole('button', { name: 'Меню профиля' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Команда',
    'Организация',
    'Уведомления',
    'Сообщения',
    'Журнал',
    'Для разработчиков',
    'Темная тема',
  ]);
  await app.user.click(screen.getByRole('menuitem', { name: 'Темная тема' }));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await app.user.click(screen.getByRole('button', { name: 'Меню профиля' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Светлая тема' }));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
  await app.user.click(screen.getByRole('button', { name: 'Меню профиля' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Уведомления' }));
  expect(app.path()).toBe('/profile/notifications');
});

test('the avatar menu of a partner has no pages of the organization', async () => {
  signIn(partner);
  const app = openApp('/');
  await app.user.click(await screen.findByRole('button', { name: 'Меню профиля' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Уведомления', 'Темная тема']);
});

test('on a narrow screen the menu contains the pages of the avatar menu', async () => {
  setViewport(360);
  signIn();
  const app = openApp('/');
  await app.user.click(await screen.findByRole('button', { name: 'Открыть меню' }));
  const menu = await screen.findByRole('dialog');
  await app.user.click(within(menu).getByRole('link', { name: 'Уведомления' }));
  expect(app.path()).toBe('/profile/notifications');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
