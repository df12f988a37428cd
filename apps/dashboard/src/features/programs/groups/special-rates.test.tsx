import type { Group } from '@referral-dashboard/api-contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, test, vi } from 'vitest';
import { DRAFTS_KEY } from '@/shared/drafts/clear-drafts.ts';
import { signIn } from '@/testing/data/people.ts';
import { program } from '@/testing/data/program-pages.ts';
import { createPercentReward } from '@/testing/data/programs.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import GroupDialog from './group-dialog.tsx';

const url = '/api/referral/programs/groups/:id/';
const link = {
  id: '0190a000-0000-7000-8000-000000000071',
  code: 'smirnov',
  path: '/ref/smirnov',
  label: 'Визитка',
  active: true,
  program: { id: program.id, name: program.name },
  partner: { id: '0190a000-0000-7000-8000-000000000072', name: 'Смирнов Алексей' },
  clicks: 0,
  unique_clicks: 0,
  leads: 0,
  created_at: program.created_at,
};

const pro = { when: { products: ['Тариф Про'] }, pay: { percent_bps: 1500 } };
const repeated = { when: { client: 'existing' as const }, pay: { fixed_kop: 50_000 } };

// The rates are loaded when their section opens.
beforeAll(() => import('@/entities/program/reward/line-list.tsx'));

async function openTerms(lines: Group['reward']['lines'] = null) {
  signIn();
  respond('get', `/api/referral/programs/${program.id}/links/`, 200, {
    next: null,
    previous: null,
    results: [link],
  });
  const group: Group = {
    id: '0190a000-0000-7000-8000-000000000073',
    name: 'Золото',
    is_default: false,
    reward: { ...createPercentReward(1000), lines } as Group['reward'],
    reward_event: 'deal_won',
    hold_days: null,
    partners: 0,
    version: 1,
  };
  const app = mount(
    <GroupDialog program={program} group={group} defaultGroup={undefined} onClose={vi.fn()} />,
    '/',
  );
  await screen.findByLabelText('Название');
  if (lines !== null) await screen.findByRole('group', { name: 'Особые ставки' });
  const save = () => app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  const paste = async (field: HTMLElement, text: string) => {
    await app.user.click(field);
    await app.user.paste(text);
  };
  return { ...app, save, paste };
}
const sentence = () => screen.getByText(/^Партнер увидит:/).textContent.replaceAll('\u00a0', ' ');
const rate = (number: number) => within(screen.getByRole('group', { name: `Ставка ${number}` }));
const getProducts = () => rate(1).getByPlaceholderText('Название и Enter');

test('special rates are closed, and a filled one is described and sent', { timeout: 20_000 }, async () => {
  const { bodies } = holdResponse('patch', url, {});
  const { user, save, paste } = await openTerms();
  const toggle = screen.getByRole('button', { name: 'Особые ставки' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle);
  await user.click(await screen.findByRole('button', { name: 'Добавить ставку' }));
  await paste(getProducts(), 'Тариф Про');
  await user.keyboard('{Enter}');
  await user.click(rate(1).getByRole('button', { name: 'Добавить условие' }));
  await paste(rate(1).getByLabelText('Сумма от, ставка 1'), '1000');
  await paste(rate(1).getByLabelText('Процент'), '15');
  await paste(rate(1).getByLabelText('Не больше'), '700');
  expect(sentence()).toBe(
    'Партнер увидит: 15 % (не больше 700,00 ₽) за «Тариф Про» при сумме от 1 000,00 ₽, 10 % за остальное',
  );
  await save();
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({
    reward: {
      lines: [
        {
          when: { products: ['Тариф Про'], amount_from_kop: 100_000 },
          pay: { percent_bps: 1500 },
          cap_kop: 70_000,
        },
      ],
    },
  });
});

test('a rate can be limited to links of the program', async () => {
  const { user } = await openTerms([repeated]);
  await user.selectOptions(rate(1).getByLabelText('Условие 1, ставка 1'), 'Ссылка');
  await user.click(rate(1).getByRole('combobox', { name: 'Ссылки, ставка 1' }));
  await user.click(await screen.findByRole('option', { name: 'Визитка, Смирнов Алексей' }));
  expect(sentence()).toBe('Партнер увидит: 500,00 ₽ по выбранной ссылке, 10 % за остальное');
});

test('links are searched on the server, and selected ones keep their names', async () => {
  const old = { ...link, id: '0190a000-0000-7000-8000-000000000074', code: 'volkova', label: '' };
  const queries: string[] = [];
  const { user } = await openTerms([{ when: { links: [link.id] }, pay: { percent_bps: 1500 } }]);
  server.use(
    http.get(`/api/referral/programs/${program.id}/links/`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      queries.push(searchParams.get('search') ?? '');
      const results = searchParams.get('search') === 'volk' ? [old] : [link];
      return HttpResponse.json({ next: null, previous: null, results });
    }),
  );
  const field = rate(1).getByRole('combobox', { name: 'Ссылки, ставка 1' });
  // The list of options contains a selected link too.
  const isNamed = async (name: string) => expect((await rate(1).findAllByText(name))[0]).toBeVisible();
  await isNamed('Визитка, Смирнов Алексей');
  await user.click(field);
  await user.paste('volk');
  await user.click(await screen.findByRole('option', { name: 'volkova, Смирнов Алексей' }));
  expect(queries).toContain('volk');
  await isNamed('Визитка, Смирнов Алексей');
  await isNamed('volkova, Смирнов Алексей');
  expect(sentence()).toBe('Партнер увидит: 15 % по выбранным ссылкам, 10 % за остальное');
});

test('the order of rates is changed by keyboard, and the focus follows the rate', async () => {
  const { bodies } = holdResponse('patch', url, {});
  const { user, save } = await openTerms([pro, repeated]);
  expect(sentence()).toBe(
    'Партнер увидит: 15 % за «Тариф Про», 500,00 ₽ с повторных покупок, 10 % за остальное',
  );
  screen.getByRole('button', { name: 'Поднять ставку 2' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Опустить ставку 1' })).toHaveFocus();
  expect(sentence()).toBe(
    'Партнер увидит: 500,00 ₽ с повторных покупок, 15 % за «Тариф Про», 10 % за остальное',
  );
  await save();
  await waitFor(() => expect(bodies).toMatchObject([{ reward: { lines: [repeated, pro] } }]));
});

test('removed rates are sent as none', async () => {
  const { bodies } = holdResponse('patch', url, {});
  const { user, save } = await openTerms([pro]);
  await user.click(screen.getByRole('button', { name: 'Убрать ставку 1' }));
  expect(sentence()).toBe('Партнер увидит: 10 % от сделки');
  await save();
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies).not.toMatchObject([{ reward: { lines: expect.anything() } }]);
});

test('errors of rates are shown at their fields', async () => {
  const { user, save, paste } = await openTerms();
  await user.click(screen.getByRole('button', { name: 'Особые ставки' }));
  await user.click(await screen.findByRole('button', { name: 'Добавить ставку' }));
  await user.click(await screen.findByRole('button', { name: 'Добавить ставку' }));
  await user.selectOptions(rate(2).getByLabelText('Условие 1, ставка 2'), 'Месяц закрепления');
  await save();
  expect(getProducts()).toHaveAccessibleDescription('Введите хотя бы один товар.');
  expect(rate(1).getByLabelText('Процент')).toHaveAccessibleDescription('Укажите сумму или процент.');
  expect(rate(2).getByLabelText('Месяц от, ставка 2')).toHaveAccessibleDescription('Введите месяц');
  expect(screen.queryByText('Группа не сохранена')).not.toBeInTheDocument();
  await paste(rate(2).getByLabelText('Месяц от, ставка 2'), '13');
  await paste(rate(2).getByLabelText('Месяц до, ставка 2'), '12');
  await paste(rate(2).getByLabelText('Процент'), '5');
  await user.click(screen.getByRole('button', { name: 'Убрать ставку 1' }));
  await save();
  expect(rate(1).getByLabelText('Месяц до, ставка 1')).toHaveAccessibleDescription('Конец не раньше начала.');
});

test('special rates are not offered for a confirmed lead and for tiers', async () => {
  const { user } = await openTerms();
  await user.click(screen.getByRole('radio', { name: 'По ступеням' }));
  expect(screen.queryByRole('button', { name: 'Особые ставки' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Сумма' }));
  await user.click(screen.getByRole('radio', { name: 'За подтвержденный лид' }));
  expect(screen.queryByRole('button', { name: 'Особые ставки' })).not.toBeInTheDocument();
});

test('a draft that was stored before the form had special rates is kept', async () => {
  const { user } = await openTerms();
  await user.click(screen.getByRole('textbox', { name: 'Ставка' }));
  await user.clear(screen.getByRole('textbox', { name: 'Ставка' }));
  await user.paste('12');
  await waitFor(() => expect(sessionStorage.getItem(DRAFTS_KEY)).toContain('"lines"'));
  const stored: unknown = JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? '');
  const withoutNewFields = JSON.stringify(stored, (key, value: unknown) =>
    key === 'lines' || key === 'limits' ? undefined : value,
  );
  cleanup();
  sessionStorage.setItem(DRAFTS_KEY, withoutNewFields);
  await openTerms([pro]);
  expect(screen.getByRole('textbox', { name: 'Ставка' })).toHaveValue('12\u00a0%');
  expect(rate(1).getByText('Тариф Про')).toBeVisible();
});
