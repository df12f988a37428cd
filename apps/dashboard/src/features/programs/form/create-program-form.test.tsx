import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { draftProgram, organization } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { simulateReload } from '@/testing/session.ts';
import { CreateProgramForm } from './create-program-form.tsx';

const PROGRAMS_URL = '/api/referral/programs/';
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => {
  server.use(
    http.get('/api/referral/organization/', () => HttpResponse.json(organization)),
    http.get(`${PROGRAMS_URL}:id/`, () => HttpResponse.json(draftProgram)),
  );
});

const CREATE_PATH = '/referral/program/create';
const mountForm = () => mount(<CreateProgramForm />, CREATE_PATH);
/** Mounts the form in the app shell, which handles sign-out and deletes the drafts of other users. */
const mountApp = () => openApp(CREATE_PATH);

async function openForm(user: typeof anna = anna, mountPage = mountForm) {
  signIn(user);
  const app = mountPage();
  await screen.findByLabelText(/^Название/);
  return app;
}

async function fillField({ user }: ReturnType<typeof mount>, label: string | RegExp, text: string) {
  await user.click(getField(label));
  await user.paste(text);
}

test('a partner reads that organizations create programs and can return to the list', async () => {
  signIn(partner);
  mountForm();
  expect(await screen.findByRole('heading', { name: 'Программы создает организация' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'К программам' })).toHaveAttribute('href', '/referral/program');
});

test('a draft needs only a name, and saving it opens its page', async () => {
  const { release, bodies } = holdResponse('post', PROGRAMS_URL, draftProgram, 201);
  const app = await openForm();
  await fillField(app, /^Название/, ' Окна со скидкой ');
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
  await waitFor(() => expect(app.path()).toBe(`/referral/program/${draftProgram.id}`));
  expect(bodies[0]).toMatchObject({ name: 'Окна со скидкой', hold_days: 14, join_policy: 'by_request' });
  expect(bodies[0]).not.toHaveProperty('reward');
  expect(sessionStorage).toHaveLength(0);
});

test('amounts in roubles, shares in percent and dates are sent without rounding', async () => {
  const { release, bodies } = holdResponse('post', PROGRAMS_URL, draftProgram, 201);
  const app = await openForm();
  await fillField(app, /^Название/, 'Окна');
  await app.user.click(screen.getByRole('radio', { name: 'За сделку' }));
  await app.user.click(screen.getByRole('radio', { name: 'Процент от сделки' }));
  await fillField(app, /^Ставка/, '7,25');
  await fillField(app, /^Не больше/, '15000,5');
  await fillField(app, /^Бюджет/, '1000000');
  await fillField(app, /^Последний день/, '31.08.2026');
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
  expect(bodies[0]).toMatchObject({
    reward_event: 'deal_won',
    reward: { kind: 'percent', percent_bps: 725, cap_per_lead_kop: 1_500_050 },
    budget_kop: 100_000_000,
    ends_at: '2026-08-31T21:00:00.000Z',
  });
});

test('tiers can be added and removed, and the first one starts at zero leads', async () => {
  const { release, bodies } = holdResponse('post', PROGRAMS_URL, draftProgram, 201);
  const app = await openForm();
  await fillField(app, /^Название/, 'Окна');
  await app.user.click(screen.getByRole('radio', { name: 'По ступеням' }));
  await fillField(app, 'Сумма, ступень 1', '500');
  await app.user.click(screen.getByRole('button', { name: 'Добавить ступень' }));
  await fillField(app, 'Сумма, ступень 2', '700');
  await app.user.click(screen.getByRole('button', { name: 'Добавить ступень' }));
  await app.user.click(screen.getByRole('button', { name: 'Убрать ступень 3' }));
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
  expect(bodies[0]).toMatchObject({
    reward: {
      kind: 'tiered',
      tiers: [
        { from: 0, fixed_kop: 50_000 },
        { from: 5, fixed_kop: 70_000 },
      ],
    },
  });
});

test('invalid fields show their errors, the first one gets the focus, and nothing is sent', async () => {
  const { bodies } = holdResponse('post', PROGRAMS_URL, draftProgram, 201);
  const app = await openForm();
  await fillField(app, /^Название/, 'Ок');
  await app.user.clear(getField(/^Удержание/));
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(getField(/^Название/)).toHaveAccessibleDescription(/Не меньше 3 символов/);
  expect(getField(/^Удержание/)).toHaveAccessibleDescription(/Введите срок удержания/);
  expect(getField(/^Название/)).toHaveFocus();
  expect(bodies).toEqual([]);
});

test('an impossible date keeps its text, shows an error and is not sent', async () => {
  const { bodies } = holdResponse('post', PROGRAMS_URL, draftProgram, 201);
  const app = await openForm();
  await fillField(app, /^Название/, 'Окна');
  await fillField(app, /^Последний день/, '31.02.2026');
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(getField(/^Последний день/)).toHaveValue('31.02.2026');
  expect(getField(/^Последний день/)).toHaveAccessibleDescription(/Такого дня нет/);
  expect(bodies).toEqual([]);
});

test('a refused name stays in the form with the server’s message', async () => {
  respond('post', PROGRAMS_URL, 400, { name: ['Программа с таким названием уже есть.'] });
  const app = await openForm();
  await fillField(app, /^Название/, 'Окна');
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(getField(/^Название/)).toHaveAccessibleDescription('Программа с таким названием уже есть.'),
  );
  expect(app.path()).toBe(CREATE_PATH);
});

test('the previews of the public page and of the reward follow the form', async () => {
  const app = await openForm();
  await fillField(app, /^Заголовок/, 'Окна за день');
  await app.user.click(screen.getByRole('radio', { name: 'За сделку' }));
  await app.user.click(screen.getByRole('radio', { name: 'Процент от сделки' }));
  await fillField(app, /^Ставка/, '7,5');
  const preview = screen.getByRole('region', { name: 'Так увидит клиент' });
  expect(preview).toHaveTextContent('Окна за день');
  expect(screen.getByRole('region', { name: 'Сколько получит партнер' })).toHaveTextContent(
    /При сделке 100.000,00.₽ партнер получит 7.500,00.₽/,
  );
});

test('a draft survives a reload for the same user and is hidden from another one', async () => {
  const app = await openForm(anna, mountApp);
  await fillField(app, /^Название/, 'Незаконченная');
  simulateReload();
  await openForm(anna, mountApp);
  expect(getField(/^Название/).value).toBe('Незаконченная');

  simulateReload();
  await openForm({ ...anna, id: 77 }, mountApp);
  expect(getField(/^Название/).value).toBe('');
  expect(sessionStorage).toHaveLength(0);
});

test('signing out with unsaved input asks first, then deletes the draft', async () => {
  const app = await openForm(anna, mountApp);
  await fillField(app, /^Название/, 'Незаконченная');
  await app.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  const leaveDialog = await screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
  await app.user.click(within(leaveDialog).getByRole('button', { name: 'Уйти' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(sessionStorage).toHaveLength(0);
});

test('a link may open the own site, whose address is required and shown as the client opens it', async () => {
  const { release, bodies } = holdResponse('post', PROGRAMS_URL, draftProgram, 201);
  const app = await openForm();
  await fillField(app, /^Название/, 'Окна');
  expect(screen.queryByRole('radio', { name: 'Страница вашего сайта' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Настроить' }));
  await app.user.click(screen.getByRole('radio', { name: 'Страница вашего сайта' }));
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Введите адрес страницы сайта')).toBeVisible();
  expect(bodies).toHaveLength(0);
  await fillField(app, /^Страница сайта/, 'https://okna.ru/zamer?from=a#form');
  expect(screen.getByText('https://okna.ru/zamer?from=a&ref=okna77&click_id=…#form')).toBeVisible();
  await app.user.click(screen.getByRole('radio', { name: 'Первому партнеру' }));
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
  expect(bodies[0]).toMatchObject({
    landing_mode: 'redirect',
    landing_url: 'https://okna.ru/zamer?from=a#form',
    attribution: 'first',
  });
});
