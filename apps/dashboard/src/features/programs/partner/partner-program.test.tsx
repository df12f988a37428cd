import type { ProgramForPartner } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { partner, signIn } from '@/testing/data/people.ts';
import { link, programForPartner } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { ProgramScreen } from '../page/program-screen.tsx';

const getUrl = (action = '') => `/api/referral/programs/${programForPartner.id}/${action}`;
const respondWithProgram = (currentProgram: ProgramForPartner) =>
  server.use(http.get(getUrl(), () => HttpResponse.json(currentProgram)));

beforeEach(() => {
  server.use(
    http.get(getUrl('links/'), () => HttpResponse.json({ next: null, previous: null, results: [link] })),
    http.get(`/api/referral/links/${link.id}/qr/`, () =>
      HttpResponse.text('<svg xmlns="http://www.w3.org/2000/svg"/>', {
        headers: { 'content-type': 'image/svg+xml' },
      }),
    ),
  );
});

async function openProgram(currentProgram: ProgramForPartner) {
  signIn(partner);
  respondWithProgram(currentProgram);
  const app = mount(<ProgramScreen />, `/referral/program/${currentProgram.id}`);
  await screen.findByRole('heading', { level: 1, name: currentProgram.name });
  return app;
}

test('a partner with own terms reads their source', async () => {
  await openProgram({ ...programForPartner, terms: 'Группа «Золото»' });
  expect(await screen.findByText('Группа «Золото»')).toBeVisible();
});

const ladder = {
  ...programForPartner,
  reward: {
    ...programForPartner.reward,
    kind: 'tiered',
    measure: 'turnover',
    period: 'quarter',
    tiers: [
      { from: 0, percent_bps: 1000 },
      { from: 50_000_000, percent_bps: 1200 },
    ],
    cap_per_partner_kop: 10_000_000,
    cap_period: 'month',
  } as ProgramForPartner['reward'],
};

test('a partner reads its step, what is missing until the next one, and what its cap leaves', async () => {
  const [current, next] = ladder.reward?.tiers ?? [];
  if (current === undefined || next === undefined) throw new Error('no steps');
  const progress = { step: { current, next, left: 12_000_000 }, cap_left_kop: 3_000_000 };
  await openProgram({ ...ladder, progress });
  expect(await screen.findByText('Сейчас')).toBeVisible();
  expect(screen.getByText(/^10.% от сделки$/)).toBeVisible();
  expect(screen.getByText(/^До 12.%: еще 120.000,00.₽ в этом квартале$/)).toBeVisible();
  expect(screen.getByText(/^Осталось до предела: 30.000,00.₽ в этом месяце$/)).toBeVisible();
});

test('a partner on the last step reads no next one, and that its cap is used up', async () => {
  const [, last] = ladder.reward?.tiers ?? [];
  if (last === undefined) throw new Error('no steps');
  await openProgram({
    ...ladder,
    progress: { step: { current: last, next: null, left: 0 }, cap_left_kop: 0 },
  });
  expect(await screen.findByText(/^12.% от сделки$/)).toBeVisible();
  expect(screen.getByText('Предел в этом месяце достигнут')).toBeVisible();
  expect(screen.queryByText(/^До /)).not.toBeInTheDocument();
});

test('a partner reads that its step is a share of each payment when later sales are rewarded', async () => {
  const [current, next] = ladder.reward?.tiers ?? [];
  if (current === undefined || next === undefined) throw new Error('no steps');
  await openProgram({
    ...ladder,
    reward: ladder.reward && { ...ladder.reward, applies_to: 'lifetime' },
    progress: { step: { current, next, left: 12_000_000 }, cap_left_kop: null },
  });
  expect(await screen.findByText(/^10.% с оплаты$/)).toBeVisible();
  expect(screen.getByText(/^До 12.%: еще 120.000,00.₽ в этом квартале$/)).toBeVisible();
  expect(screen.queryByText(/от сделки$/)).not.toBeInTheDocument();
});

test('a program without steps shows no progress', async () => {
  await openProgram(programForPartner);
  expect(screen.queryByText('Сейчас')).not.toBeInTheDocument();
});

test('a partner sees its link, its figures and the terms, and no fields to edit', async () => {
  await openProgram(programForPartner);
  expect(await screen.findByText(`${window.location.host}/ref/okna-7`)).toBeVisible();
  const figures = screen.getByLabelText('Ваши итоги');
  expect(figures).toHaveTextContent(/Лиды4/);
  expect(figures).toHaveTextContent(/Вознаграждения25.000,00.₽/);
  expect(screen.getByText(/7,5.% от сделки/)).toBeVisible();
  expect(screen.getByText(/Через 14.дней после начисления/)).toBeVisible();
  expect(within(screen.getByRole('main')).queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Сохранить' })).not.toBeInTheDocument();
});

test('the QR code is loaded on demand', async () => {
  const app = await openProgram(programForPartner);
  await app.user.click(await screen.findByRole('button', { name: 'QR-код' }));
  expect(await screen.findByRole('img', { name: 'QR-код ссылки okna-7' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/),
  );
});

test('joining an open program gives the partner a link', async () => {
  const app = await openProgram({ ...programForPartner, enrollment: null });
  expect(screen.getByText('Вступите в программу, и вы получите свою ссылку')).toBeVisible();
  const newEnrollment = {
    id: '0190a000-0000-7000-8000-000000000009',
    status: 'active',
    program: { id: programForPartner.id, name: programForPartner.name },
    partner: link.partner,
    group: null,
    created_at: link.created_at,
    updated_at: link.created_at,
  };
  server.use(http.post(getUrl('join/'), () => HttpResponse.json(newEnrollment)));
  respondWithProgram(programForPartner);
  await app.user.click(screen.getByRole('button', { name: 'Вступить' }));
  expect(await screen.findByText('Вы участвуете')).toBeInTheDocument();
  expect(await screen.findByText(`${window.location.host}/ref/okna-7`)).toBeVisible();
});

test.each([
  ['is closed', { join_policy: 'closed' as const, enrollment: null }],
  ['has blocked the partner', { enrollment: { id: link.id, status: 'blocked' as const } }],
  ['is still deciding', { enrollment: { id: link.id, status: 'pending' as const } }],
])('a partner cannot join a program that %s', async (_which, changes) => {
  await openProgram({ ...programForPartner, ...changes });
  expect(screen.queryByRole('button', { name: /Вступить|Подать заявку/ })).not.toBeInTheDocument();
});

test('leaving a program asks for confirmation and explains the effect on links', async () => {
  const app = await openProgram(programForPartner);
  await app.user.click(screen.getByRole('button', { name: 'Выйти из программы' }));
  expect(await screen.findByRole('dialog', { name: 'Выйти из программы?' })).toHaveTextContent(
    'Ваши ссылки в этой программе перестанут принимать заявки.',
  );
});

test('a refused name of a link is reported at its field', async () => {
  respond('patch', `/api/referral/links/${link.id}/`, 400, { label: ['Не больше 100 символов.'] });
  const { user } = await openProgram(programForPartner);
  await user.click(await screen.findByRole('button', { name: 'Действия со ссылкой okna-7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Переименовать' }));
  const form = within(await screen.findByRole('form', { name: 'Переименовать ссылку' }));
  await user.type(form.getByLabelText('Название'), 'Сайт');
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(form.getByLabelText('Название')).toHaveAccessibleDescription(/Не больше 100 символов/),
  );
  expect(form.getByLabelText('Название')).toHaveValue('Сайт');
});
