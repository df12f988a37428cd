import type { EnrollmentWithFigures, Group } from '@referral-dashboard/api-contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { organization, program } from '@/testing/data/program-pages.ts';
import { createPercentReward } from '@/testing/data/programs.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { ProgramPartners } from './program-partners.tsx';

// Dialogs are loaded when they open.
beforeAll(() => Promise.all([import('./group-dialog.tsx'), import('./assign-group-dialog.tsx')]));

const programUrl = `/api/referral/programs/${program.id}/`;
const groupUrl = '/api/referral/programs/groups/:id/';

const gold: Group = {
  id: '0190a000-0000-7000-8000-000000000021',
  name: 'Золото',
  is_default: true,
  reward: { ...createPercentReward(1500), version: 4 } as Group['reward'],
  reward_event: 'deal_won',
  hold_days: 7,
  partners: 12,
  version: 5,
};
const silver: Group = {
  ...gold,
  id: '0190a000-0000-7000-8000-000000000022',
  name: 'Серебро',
  is_default: false,
  hold_days: null,
  partners: 0,
};

const createEnrollment = (index: number, name: string, more: object = {}): EnrollmentWithFigures => ({
  id: `0190a000-0000-7000-8000-00000000003${index}`,
  status: 'active',
  program: { id: program.id, name: program.name },
  partner: { id: `0190a000-0000-7000-8000-00000000004${index}`, name },
  group: null,
  terms: 'program',
  figures: { leads: 0, won: 0, rewards_kop: 0 },
  created_at: program.created_at,
  updated_at: program.updated_at,
  ...more,
});
const enrollments = [
  createEnrollment(1, 'Смирнов Алексей', { group: { id: gold.id, name: gold.name }, terms: 'personal' }),
  createEnrollment(2, 'Волкова Анна'),
  createEnrollment(3, 'Орлов Павел', { status: 'rejected' }),
];

async function openPartners(groups: readonly Group[], partners = 3) {
  signIn();
  server.use(
    http.get(`${programUrl}groups/`, () => HttpResponse.json({ results: groups })),
    http.get(`${programUrl}enrollments/`, () =>
      HttpResponse.json({ next: null, previous: null, results: enrollments }),
    ),
    http.get('/api/referral/partners/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
  );
  const app = mount(
    <ProgramPartners
      program={{ ...program, join_policy: 'closed', figures: { ...program.figures, partners } }}
      organization={organization}
    />,
    `/referral/program/${program.id}`,
  );
  await screen.findByRole('link', { name: 'Волкова Анна' });
  const openAction = async (group: Group, action: string) => {
    await app.user.click(screen.getByRole('button', { name: `Действия с группой «${group.name}»` }));
    await app.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { ...app, openAction };
}

const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

test('a program without groups offers to add one and shows nothing else of groups', async () => {
  await openPartners([]);
  expect(screen.getByRole('button', { name: 'Добавить группу' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Группы' })).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('groups are listed with their reward, hold days, partners and the default one', async () => {
  await openPartners([gold, silver]);
  const [first, second] = within(screen.getByRole('list', { name: 'Группы' })).getAllByRole('listitem');
  expect(plain(first as HTMLElement)).toContain(
    'Золото15 % от сделки · удержание 7 дней · по умолчанию12 партнеров',
  );
  expect(plain(second as HTMLElement)).toContain('Серебро15 % от сделки0 партнеров');
});

test('a new group starts with the reward of its program and is sent with its own, and empty hold days mean those of the program', async () => {
  const { release, bodies } = holdResponse('post', `${programUrl}groups/`, { ...silver }, 201);
  const { user } = await openPartners([gold]);
  await user.click(screen.getByRole('button', { name: 'Добавить группу' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новая группа' }));
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(dialog.getByLabelText('Название')).toHaveAccessibleDescription(/Введите название/);
  await user.type(dialog.getByLabelText('Название'), 'Серебро');
  expect(dialog.getByLabelText('Ставка')).toHaveValue('7,5\u00a0%');
  await user.clear(dialog.getByLabelText('Ставка'));
  await user.type(dialog.getByLabelText('Ставка'), '12,5');
  expect(dialog.getByText('Сейчас они попадают в группу «Золото»')).toBeVisible();
  await user.click(dialog.getByRole('switch', { name: /^Новые партнеры попадают в эту группу/ }));
  await user.dblClick(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        name: 'Серебро',
        reward: {
          kind: 'percent',
          percent_bps: 1250,
          cap_per_lead_kop: null,
          base: 'gross',
          applies_to: 'first_sale',
          applies_to_limit: null,
          cap_per_client_kop: null,
        },
        reward_event: 'deal_won',
        hold_days: null,
        is_default: true,
      },
    ]),
  );
  release();
  expect(await screen.findByText('Группа добавлена')).toBeVisible();
});

test('a changed group shows its effect on the last quarter and sends the version that was read', async () => {
  const preview = { from: '2026-04-01', to: '2026-06-30', partners: 12, leads: 20 };
  const previews = holdResponse('post', `${programUrl}terms-preview/`, {
    ...preview,
    before_kop: 500_000,
    after_kop: 400_000,
  });
  previews.release();
  const { release, bodies } = holdResponse('patch', groupUrl, { ...gold });
  release();
  const { user, openAction } = await openPartners([gold]);
  await openAction(gold, 'Изменить');
  const dialog = within(await screen.findByRole('dialog', { name: 'Группа «Золото»' }));
  await user.clear(dialog.getByLabelText('Ставка'));
  await user.type(dialog.getByLabelText('Ставка'), '10');
  expect(
    await dialog.findByText(/^За прошлый квартал: 12.партнеров, −1.000,00.₽ к прежним условиям$/),
  ).toBeVisible();
  expect(previews.bodies.at(-1)).toMatchObject({ group: gold.id, reward: { percent_bps: 1000 } });
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toMatchObject([{ version: 5, reward: { percent_bps: 1000 } }]));
  expect(await screen.findByText('Группа изменена')).toBeVisible();
});

test('an unsaved group is kept after a reload', async () => {
  const { user } = await openPartners([gold]);
  await user.click(screen.getByRole('button', { name: 'Добавить группу' }));
  await user.type(
    within(await screen.findByRole('dialog', { name: 'Новая группа' })).getByLabelText('Название'),
    'Бронза',
  );
  cleanup();
  await openPartners([gold]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Новая группа' }));
  expect(dialog.getByLabelText('Название')).toHaveValue('Бронза');
});

async function openGroupDialog(group: Group) {
  respond('post', `${programUrl}terms-preview/`, 500, { detail: 'Внутренняя ошибка сервера.' });
  const { release, bodies } = holdResponse('patch', groupUrl, group);
  release();
  const { user, openAction } = await openPartners([group]);
  await openAction(group, 'Изменить');
  const dialog = within(await screen.findByRole('dialog', { name: `Группа «${group.name}»` }));
  const choose = (name: RegExp) =>
    user.selectOptions(
      dialog.getByRole('combobox', { name: 'За что платим' }),
      dialog.getByRole('option', { name }),
    );
  return { user, dialog, bodies, choose };
}

test('a reward for every payment is sent with its months, and the partner’s sentence follows the fields', async () => {
  const { user, dialog, bodies, choose } = await openGroupDialog(gold);
  expect(dialog.getByText(/^Партнер увидит: 15.% от сделки$/)).toBeVisible();
  await choose(/^За каждую оплату, 12.месяцев$/);
  expect(
    dialog.getByText(/^Партнер увидит: 15.% с каждой оплаты клиента в течение 12.месяцев$/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Дополнительно' }));
  await user.click(dialog.getByRole('radio', { name: 'С суммы без НДС' }));
  await user.type(dialog.getByLabelText('Не больше за клиента'), '50000');
  expect(
    dialog.getByText(
      /^Партнер увидит: 15.% с каждой оплаты без НДС в течение 12.месяцев, не больше 50.000,00.₽ за клиента$/,
    ),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      {
        reward: {
          kind: 'percent',
          base: 'net_of_vat',
          applies_to: 'sales_for_months',
          applies_to_limit: 12,
          cap_per_client_kop: 5_000_000,
        },
      },
    ]),
  );
});

test('the number of payments is required, has limits and is kept when the choice changes', async () => {
  const { user, dialog, bodies, choose } = await openGroupDialog(gold);
  await choose(/^За первые 5.оплат$/);
  const limit = () => dialog.getByRole('textbox', { name: 'Сколько оплат' });
  await user.clear(limit());
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(limit()).toHaveAccessibleDescription('Укажите число оплат: от 2 до 100');
  expect(limit()).toHaveFocus();
  await user.type(limit(), '1');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(limit()).toHaveAccessibleDescription('Укажите число оплат: от 2 до 100');
  await user.clear(limit());
  await user.type(limit(), '8');
  await choose(/^За каждую оплату клиента$/);
  expect(dialog.queryByRole('textbox', { name: 'Сколько оплат' })).not.toBeInTheDocument();
  await choose(/^За первые 8.оплат$/);
  expect(limit()).toHaveValue('8');
  expect(bodies).toEqual([]);
});

test('later payments are not offered for tiers and for qualified leads, and an unchanged choice is kept', async () => {
  const { user, dialog, bodies } = await openGroupDialog({
    ...gold,
    reward: { ...gold.reward, applies_to: 'first_sales', applies_to_limit: 3, cap_per_client_kop: 100_000 },
  });
  expect(dialog.getByLabelText('Не больше за клиента')).toHaveValue('1\u00a0000\u00a0₽');
  await user.click(dialog.getByRole('radio', { name: 'По ступеням' }));
  expect(dialog.queryByRole('combobox', { name: 'За что платим' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: 'Сумма' }));
  await user.click(dialog.getByRole('radio', { name: 'За подтвержденный лид' }));
  expect(dialog.queryByRole('combobox', { name: 'За что платим' })).not.toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'Сумма' }), '500');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      {
        reward_event: 'lead_qualified',
        reward: { kind: 'fixed', fixed_kop: 50_000, cap_per_lead_kop: null },
      },
    ]),
  );
  expect(bodies).not.toMatchObject([{ reward: { applies_to: expect.anything() } }]);
});

test('a cap per partner and period is a rare field, and its sentence is shown', async () => {
  const { user, dialog, bodies } = await openGroupDialog(gold);
  const cap = () => dialog.queryByRole('textbox', { name: 'Не больше на партнера' });
  expect(cap()).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Предел на партнера' }));
  await user.type(dialog.getByRole('textbox', { name: 'Не больше на партнера' }), '100000');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'За какой срок' }), 'В квартал');
  expect(
    dialog.getByText(/^Партнер увидит: .*, не больше 100.000,00.₽ в квартал на партнера$/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([{ reward: { cap_per_partner_kop: 10_000_000, cap_period: 'quarter' } }]),
  );
});

test('tiers by turnover can reward every sale of a client, and tiers by number cannot', async () => {
  const { user, dialog, bodies, choose } = await openGroupDialog({
    ...gold,
    reward: {
      ...gold.reward,
      kind: 'tiered',
      measure: 'turnover',
      period: 'quarter',
      tiers: [
        { from: 0, percent_bps: 1000 },
        { from: 50_000_000, percent_bps: 1200 },
      ],
    },
  });
  await choose(/^За каждую оплату клиента$/);
  expect(dialog.getByText(/^Партнер увидит:/)).toHaveTextContent(
    '10 % от оплат на сумму до 500 000,00 ₽ за квартал, дальше 12 %: с каждой оплаты клиента',
  );
  expect(dialog.getByLabelText('Что считаем')).toHaveDisplayValue('Сумму оплат');
  expect(dialog.getByLabelText('Что платим')).toHaveDisplayValue('Процент с оплаты');
  expect(dialog.getByText(/суммы оплат клиентов партнера в программе за этот квартал$/)).toBeVisible();
  expect(dialog.queryByLabelText('Не больше за клиента')).not.toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('Что считаем'), 'Число вознаграждений');
  expect(dialog.queryByRole('combobox', { name: 'За что платим' })).not.toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('Что считаем'), 'Сумму сделок');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      { reward: { kind: 'tiered', applies_to: 'lifetime', measure: 'turnover' } },
    ]),
  );
});

test('tiers count a turnover in a period and pay percentages', async () => {
  const { user, dialog, bodies } = await openGroupDialog({
    ...gold,
    reward: {
      ...gold.reward,
      kind: 'tiered',
      measure: 'turnover',
      period: 'quarter',
      tiers: [
        { from: 0, percent_bps: 1000 },
        { from: 50_000_000, percent_bps: 1100 },
      ],
    },
  });
  await user.clear(dialog.getByLabelText('Ставка, ступень 2'));
  await user.type(dialog.getByLabelText('Ставка, ступень 2'), '12');
  expect(dialog.getByText(/^Партнер увидит:/)).toHaveTextContent(
    '10 % от сделок на сумму до 500 000,00 ₽ за квартал, дальше 12 %',
  );
  await user.selectOptions(dialog.getByLabelText('За какой срок'), 'За месяц');
  await user.selectOptions(dialog.getByLabelText('Новая ступень'), 'Для всего срока, в конце');
  expect(dialog.getByText(/^Партнер увидит:/)).toHaveTextContent(
    'за месяц, дальше 12 %, ставка за весь месяц',
  );
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  const tiers = [
    { from: 0, percent_bps: 1000 },
    { from: 50_000_000, percent_bps: 1200 },
  ];
  await waitFor(() =>
    expect(bodies).toMatchObject([
      { reward: { kind: 'tiered', measure: 'turnover', period: 'month', mode: 'whole_period', tiers } },
    ]),
  );
});

test('a taken name is reported at the field', async () => {
  respond('post', `${programUrl}groups/`, 400, { name: ['Группа с таким названием уже есть.'] });
  const { user } = await openPartners([]);
  await user.click(screen.getByRole('button', { name: 'Добавить группу' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новая группа' }));
  await user.type(dialog.getByLabelText('Название'), 'Золото');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(dialog.getByLabelText('Название')).toHaveAccessibleDescription(
      /Группа с таким названием уже есть/,
    ),
  );
});

test('a group with partners cannot be deleted, an empty one can', async () => {
  const deleted: string[] = [];
  server.use(
    http.delete(groupUrl, ({ params }) => {
      deleted.push(String(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, openAction } = await openPartners([gold, silver]);
  await openAction(gold, 'Удалить');
  const refusal = within(await screen.findByRole('dialog', { name: 'Удалить группу?' }));
  expect(refusal.getByText(/В группе 12.партнеров\. Сначала переведите их в другую группу\./)).toBeVisible();
  expect(refusal.getByRole('button', { name: 'Удалить' })).toBeDisabled();
  await user.click(refusal.getByRole('button', { name: 'Отмена' }));
  await openAction(silver, 'Удалить');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Группа удалена')).toBeVisible();
  expect(deleted).toEqual([silver.id]);
});

test('selected partners are moved to a group after the dialog names the number and the new reward', async () => {
  const { release, bodies } = holdResponse('post', `${programUrl}groups/assign/`, { moved: 1, unchanged: 1 });
  release();
  const { user } = await openPartners([gold, silver]);
  expect(screen.getByText(/Группа «Золото» · Личная ставка/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Выбрать: Орлов Павел' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Волкова Анна' }));
  await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Смирнов Алексей' }));
  await user.click(screen.getByRole('button', { name: 'Перевести в группу' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Перевести 2.партнеров в группу$/ }));
  await user.click(dialog.getByRole('button', { name: 'Перевести' }));
  expect(dialog.getByText('Выберите группу', { selector: '[id$="error"]' })).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Группа' }));
  await user.click(await screen.findByRole('option', { name: 'Золото' }));
  expect(
    dialog.getByText(
      /^Новые лиды 2.партнеров будут по ставке «Золото»: 15.% от сделки\. Прежние лиды не изменятся\.$/,
    ),
  ).toBeVisible();
  expect(dialog.getByText('Личные ставки останутся в силе.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Перевести' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ group: gold.id, ids: [enrollments[1]?.id, enrollments[0]?.id] }]),
  );
  expect(await screen.findByText('Партнеры теперь в группе «Золото»')).toBeVisible();
});

test('all partners of the program are moved by filter with the number that the page shows', async () => {
  const { release, bodies } = holdResponse('post', `${programUrl}groups/assign/`, {
    moved: 137,
    unchanged: 0,
  });
  release();
  const { user } = await openPartners([gold], 137);
  await user.click(screen.getByRole('checkbox', { name: 'Выбрать всех на странице' }));
  await user.click(screen.getByRole('button', { name: 'Выбрать все 137 по фильтру' }));
  await user.click(screen.getByRole('button', { name: 'Перевести в группу' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Перевести 137.партнеров в группу$/ }));
  await user.click(dialog.getByRole('combobox', { name: 'Группа' }));
  await user.click(await screen.findByRole('option', { name: 'Без группы, как в программе' }));
  expect(dialog.getByText(/будут по условиям программы: 7,5.% от сделки/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Перевести' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ group: null, filter: { status: 'active,paused' }, expected_count: 137 }]),
  );
});

test('the partners are shown when the groups cannot be loaded', async () => {
  signIn();
  respond('get', `${programUrl}groups/`, 500, { detail: 'Внутренняя ошибка сервера.' });
  server.use(
    http.get(`${programUrl}enrollments/`, () =>
      HttpResponse.json({ next: null, previous: null, results: enrollments }),
    ),
    http.get('/api/referral/partners/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
  );
  mount(<ProgramPartners program={program} organization={organization} />, `/referral/program/${program.id}`);
  expect(await screen.findByRole('link', { name: 'Волкова Анна' })).toBeVisible();
  expect(screen.getByText('Группы не загрузились')).toBeVisible();
});
