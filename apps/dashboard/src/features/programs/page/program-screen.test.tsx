import type { Program } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { draftProgram, organization, program } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { ProgramScreen } from './program-screen.tsx';

const getUrl = (action = '') => `/api/referral/programs/${program.id}/${action}`;
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

const respondWithProgram = (currentProgram: Program) =>
  server.use(http.get(getUrl(), () => HttpResponse.json(currentProgram)));

// The form is loaded with its tab.
beforeAll(() => import('../form/program-editor.tsx'));

beforeEach(() => {
  server.use(http.get('/api/referral/organization/', () => HttpResponse.json(organization)));
});

async function openProgram(currentProgram: Program) {
  signIn();
  respondWithProgram(currentProgram);
  const app = mount(<ProgramScreen />, `/referral/program/${currentProgram.id}?tab=terms`);
  await screen.findByRole('heading', { level: 1, name: currentProgram.name });
  await screen.findByLabelText(/^Название/);
  const fill = async (label: string | RegExp, text: string) => {
    await app.user.clear(getField(label));
    await app.user.click(getField(label));
    await app.user.paste(text);
  };
  const choose = async (action: string) => {
    await app.user.click(screen.getByRole('button', { name: 'Действия с программой' }));
    await app.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { ...app, fill, choose };
}

test('saving sends the changed fields and the version that was read', async () => {
  const { release, bodies } = holdResponse('patch', getUrl(), { ...program, version: 4, hold_days: 30 });
  const app = await openProgram(program);
  await app.fill(/^Удержание/, '30');
  await app.fill(/^Заголовок/, 'Окна за день');
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ version: 3, hold_days: 30, landing: { title: 'Окна за день' } }]),
  );
  release();
  expect(await screen.findByText('Программа сохранена')).toBeInTheDocument();
});

test('a changed reward shows which leads get the new rule before it is saved', async () => {
  const app = await openProgram(program);
  expect(screen.queryByText(/правило/)).not.toBeInTheDocument();
  await app.fill(/^Ставка/, '10');
  expect(
    screen.getByText(/Новые лиды получат новые условия\. За уже пришедшие — прежние, правило 2\./),
  ).toBeVisible();
});

test('a changed reward is compared with the current one over the last quarter, and saving does not wait for it', async () => {
  const preview = { from: '2026-04-01', to: '2026-06-30', partners: 37, leads: 90, before_kop: 1_000_000 };
  const { release, bodies } = holdResponse('post', getUrl('terms-preview/'), {
    ...preview,
    after_kop: 19_400_000,
  });
  const app = await openProgram(program);
  await app.fill(/^Ставка/, '10');
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        reward: {
          kind: 'percent',
          percent_bps: 1000,
          cap_per_lead_kop: null,
          base: 'gross',
          applies_to: 'first_sale',
          applies_to_limit: null,
          cap_per_client_kop: null,
        },
        reward_event: 'deal_won',
      },
    ]),
  );
  expect(screen.getByText('Считаем за прошлый квартал…')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Сохранить' })).toBeEnabled();
  release();
  expect(
    await screen.findByText(/^За прошлый квартал: 37.партнеров, \+184.000,00.₽ к прежним условиям$/),
  ).toBeVisible();
});

test('a failed comparison can be repeated', async () => {
  respond('post', getUrl('terms-preview/'), 500, { detail: 'Внутренняя ошибка сервера.' });
  const app = await openProgram(program);
  await app.fill(/^Ставка/, '10');
  expect(await screen.findByText(/За прошлый квартал посчитать не удалось/)).toBeVisible();
  const preview = {
    from: '2026-04-01',
    to: '2026-06-30',
    partners: 0,
    leads: 0,
    before_kop: 0,
    after_kop: 0,
  };
  respond('post', getUrl('terms-preview/'), 200, preview);
  await app.user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('За прошлый квартал: вознаграждений не было')).toBeVisible();
});

test('the reward of an active program cannot be removed', async () => {
  const app = await openProgram(program);
  await app.user.clear(getField(/^Ставка/));
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(getField(/^Ставка/)).toHaveAccessibleDescription(/Укажите вознаграждение/);
});

test('changes of another user are reported and merged with unsaved input', async () => {
  const app = await openProgram(program);
  await app.fill(/^Удержание/, '30');
  respondWithProgram({ ...program, version: 4, name: 'Окна и двери' });
  respond('patch', getUrl(), 409, { detail: 'Объект уже изменен.', code: 'version_conflict' });
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Программу уже изменили')).toBeVisible();
  expect(getField(/^Название/).value).toBe(program.name);

  await app.user.click(screen.getByRole('button', { name: 'Взять изменения' }));
  expect(getField(/^Название/).value).toBe('Окна и двери');
  expect(getField(/^Удержание/).value).toMatch(/^30/);
  const { release, bodies } = holdResponse('patch', getUrl(), { ...program, version: 5 });
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ version: 4, hold_days: 30 }]));
  release();
});

test('a draft lists the fields it needs for activation, and each item focuses its field', async () => {
  const app = await openProgram(draftProgram);
  expect(screen.getByRole('button', { name: 'Включить' })).toBeDisabled();
  await app.user.click(screen.getByRole('button', { name: 'Заголовок страницы' }));
  expect(getField(/^Заголовок/)).toHaveFocus();
  await app.fill(/^Заголовок/, 'Окна');
  expect(screen.queryByRole('button', { name: 'Заголовок страницы' })).not.toBeInTheDocument();
});

test('the page opens on the overview', async () => {
  signIn();
  respondWithProgram(program);
  server.use(
    http.get(getUrl('links/'), () => HttpResponse.json({ next: null, previous: null, results: [] })),
  );
  mount(<ProgramScreen />, `/referral/program/${program.id}`);
  expect(await screen.findByRole('tab', { name: 'Обзор' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByRole('region', { name: 'Показатели за период' })).toBeVisible();
  expect(screen.queryByLabelText(/^Название/)).not.toBeInTheDocument();
});

test('a missing field is focused from another tab', async () => {
  const app = await openProgram(draftProgram);
  await app.user.click(screen.getByRole('tab', { name: /Ссылки/ }));
  expect(screen.queryByLabelText(/^Заголовок/)).not.toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Заголовок страницы' }));
  await waitFor(() => expect(getField(/^Заголовок/)).toHaveFocus());
});

test('switching tabs keeps unsaved input, marks its tab, and leaving still asks for confirmation', async () => {
  const app = await openProgram(program);
  await app.fill(/^Удержание/, '30');
  await app.user.click(screen.getByRole('tab', { name: /Ссылки/ }));
  expect(app.path()).toBe(`/referral/program/${program.id}?tab=links`);
  await app.user.click(screen.getByRole('tab', { name: 'Условия, есть несохраненные изменения' }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Удержание/)).value).toMatch(/^30/);
  await app.user.click(screen.getByRole('tab', { name: /Ссылки/ }));
  void app.router.navigate('/referral/program');
  expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeVisible();
});

test('activating a program saves unsaved changes first', async () => {
  const readyProgram = { ...program, status: 'draft' as const, effective_status: 'draft' as const };
  const saveRequest = holdResponse('patch', getUrl(), { ...readyProgram, version: 4, hold_days: 30 });
  const activateRequest = holdResponse('post', getUrl('activate/'), { ...program, version: 5 });
  const app = await openProgram(readyProgram);
  await app.fill(/^Удержание/, '30');
  await app.user.click(screen.getByRole('button', { name: 'Включить' }));
  saveRequest.release();
  await waitFor(() => expect(activateRequest.bodies).toEqual([{ version: 4 }]));
  activateRequest.release();
  expect(await screen.findByText('Программа включена')).toBeInTheDocument();
});

test('requirements reported by the server are shown next to the activation button', async () => {
  const readyProgram = { ...program, status: 'draft' as const, effective_status: 'draft' as const };
  respond('post', getUrl('activate/'), 400, {
    privacy_policy_url: ['Укажите адрес политики обработки персональных данных.'],
  });
  const app = await openProgram(readyProgram);
  await app.user.click(screen.getByRole('button', { name: 'Включить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Укажите адрес политики обработки персональных данных.',
  );
});

test('pausing explains its effect and asks for confirmation; a refusal is shown in the dialog', async () => {
  const { bodies, release } = holdResponse(
    'post',
    getUrl('pause/'),
    { detail: 'Такой переход невозможен.' },
    409,
  );
  const app = await openProgram(program);
  await app.choose('Приостановить');
  const confirmation = await screen.findByRole('dialog', { name: 'Приостановить программу?' });
  expect(confirmation).toHaveTextContent(/Ссылки 3.партнеров перестанут принимать заявки/);
  await app.user.click(within(confirmation).getByRole('button', { name: 'Приостановить' }));
  release();
  expect(await within(confirmation).findByRole('alert')).toHaveTextContent('Такой переход невозможен.');
  expect(bodies).toEqual([{ version: 3 }]);
});

test('deleting a draft asks for confirmation and returns to the list', async () => {
  server.use(
    http.delete(getUrl(), () => new HttpResponse(null, { status: 204 })),
    http.get('/api/referral/programs/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
    http.get('/api/referral/programs/counts/', () =>
      HttpResponse.json({ all: 0, draft: 0, active: 0, paused: 0, archived: 0 }),
    ),
  );
  const app = await openProgram(draftProgram);
  await app.fill(/^Описание/, 'Не сохранено');
  await app.choose('Удалить черновик');
  await app.user.click(
    within(await screen.findByRole('dialog', { name: 'Удалить черновик?' })).getByRole('button', {
      name: 'Удалить черновик',
    }),
  );
  await waitFor(() => expect(app.path()).toBe('/referral/program'));
  expect(sessionStorage).toHaveLength(0);
});

test('a partner’s request is approved at once, and rejecting it asks for a reason', async () => {
  const enrollment = {
    id: '0190a000-0000-7000-8000-000000000009',
    status: 'pending',
    program: { id: program.id, name: program.name },
    partner: { id: '0190a000-0000-7000-8000-000000000008', name: 'Смирнов Алексей' },
    group: null,
    terms: 'program',
    figures: { leads: 4, won: 1, rewards_kop: 2_500_000 },
    created_at: program.created_at,
    updated_at: program.updated_at,
  };
  server.use(
    http.get(getUrl('enrollments/'), () =>
      HttpResponse.json({ next: null, previous: null, results: [enrollment] }),
    ),
    http.get('/api/referral/partners/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
  );
  const { bodies, release } = holdResponse(
    'post',
    `/api/referral/programs/enrollments/${enrollment.id}/transition/`,
    { ...enrollment, status: 'active' },
  );
  release();
  const app = await openProgram(program);
  await app.user.click(screen.getByRole('tab', { name: /Партнеры/ }));
  await app.user.click(await screen.findByRole('button', { name: 'Отклонить: Смирнов Алексей' }));
  const confirmation = await screen.findByRole('dialog', { name: 'Отклонить заявку?' });
  await app.user.type(within(confirmation).getByLabelText('Причина'), 'Нужен ИНН');
  await app.user.type(within(confirmation).getByLabelText('Комментарий для команды'), 'Проверить');
  await app.user.click(within(confirmation).getByRole('button', { name: 'Отклонить' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ action: 'reject', reason: 'Нужен ИНН', comment: 'Проверить' }]),
  );
  await waitFor(() => expect(confirmation).not.toBeInTheDocument());
  await app.user.click(screen.getByRole('button', { name: 'Одобрить: Смирнов Алексей' }));
  await waitFor(() => expect(bodies[1]).toEqual({ action: 'approve' }));
});

test('a missing program shows a link to the list', async () => {
  signIn();
  respond('get', getUrl(), 404, { detail: 'Страница не найдена.' });
  mount(<ProgramScreen />, `/referral/program/${program.id}`);
  expect(await screen.findByRole('heading', { name: 'Такой программы нет' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'К программам' })).toHaveAttribute('href', '/referral/program');
});

test('a loading error shows the incident number and can be retried', async () => {
  signIn();
  respond('get', getUrl(), 500, {
    detail: 'Внутренняя ошибка сервера.',
    code: 'server_error',
    incident: '7F3A-21',
  });
  const app = mount(<ProgramScreen />, `/referral/program/${program.id}?tab=terms`);
  expect(await screen.findByText('Ничего не потеряно. Номер для техподдержки: 7F3A-21')).toBeVisible();
  respondWithProgram(program);
  await app.user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Название/)).value).toBe(program.name);
});

test('an active program without partners offers to add the first one', async () => {
  await openProgram({ ...program, effective_status: 'active', figures: { ...program.figures, partners: 0 } });
  const nextStep = await screen.findByRole('region', { name: 'Следующий шаг' });
  expect(within(nextStep).getByRole('link', { name: 'Добавить партнера' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/partner\/create\?program=/),
  );
});
