import type {
  EnrollmentStatus,
  EnrollmentTerms,
  PersonalTerms,
  PartnerTerms as Terms,
} from '@referral-dashboard/api-contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { smirnov } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { program } from '@/testing/data/program-pages.ts';
import { createPercentReward } from '@/testing/data/programs.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import PartnerTerms from './partner-terms.tsx';

// Dialogs are loaded when they open.
beforeAll(() => Promise.all([import('./personal-terms-dialog.tsx'), import('./end-terms-dialog.tsx')]));

const url = `/api/referral/partners/${smirnov.id}/terms/`;
const ENROLLMENT = '0190a000-0000-7000-8000-000000000031';
const termsUrl = `/api/referral/programs/enrollments/${ENROLLMENT}/terms/`;
const rule = (percent_bps: number) => createPercentReward(percent_bps) as PersonalTerms['reward'];

const forMarch: PersonalTerms = {
  id: '0190a000-0000-7000-8000-000000000051',
  reward: rule(1200),
  reward_event: 'deal_won',
  starts_on: '2026-03-01',
  ends_on: null,
  reason: 'Много сделок',
  created_by: { id: '0190a000-0000-7000-8000-000000000061', name: 'Иванова Анна' },
  created_at: '2026-03-01T09:00:00.000Z',
  version: 2,
};
const former: PersonalTerms = {
  ...forMarch,
  id: '0190a000-0000-7000-8000-000000000052',
  reward: rule(900),
  starts_on: '2025-01-01',
  ends_on: '2025-12-31',
};

const ofProgram: EnrollmentTerms = {
  source: 'program',
  reward: rule(750),
  reward_event: 'deal_won',
  hold_days: 14,
  group: null,
  personal: [],
};

let status: EnrollmentStatus = 'active';
beforeEach(() => {
  status = 'active';
});

function openTerms(...results: EnrollmentTerms[]) {
  signIn();
  const body: Terms = {
    results: results.map((terms, index) => ({
      enrollment: {
        id: index === 0 ? ENROLLMENT : `0190a000-0000-7000-8000-00000000007${index}`,
        status,
        program: { id: program.id, name: program.name },
        partner: { id: smirnov.id, name: smirnov.name },
        group: terms.group,
        created_at: program.created_at,
        updated_at: program.updated_at,
      },
      terms,
    })),
  };
  server.use(http.get(url, () => HttpResponse.json(body)));
  return mount(<PartnerTerms id={smirnov.id} />, `/partners/${smirnov.id}?tab=terms`);
}

type User = ReturnType<typeof openTerms>['user'];

async function fill(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

const PREVIEW_URL = `/api/referral/programs/${program.id}/terms-preview/`;
const preview = {
  from: '2026-04-01',
  to: '2026-06-30',
  partners: 1,
  leads: 2,
  before_kop: 100_000,
  after_kop: 300_000,
};

test('each program shows the terms of today with the reason', async () => {
  const group = { id: '0190a000-0000-7000-8000-000000000021', name: 'Золото' };
  openTerms(
    { ...ofProgram, source: 'personal', reward: rule(1200), group, personal: [forMarch, former] },
    { ...ofProgram, source: 'group', reward: rule(1500), group, hold_days: 0 },
    ofProgram,
  );
  expect(await screen.findByText(/^Личная ставка с 1.мар.2026: 12.% от сделки$/)).toBeVisible();
  expect(screen.getByText(/^Группа «Золото»: 15.% от сделки$/)).toBeVisible();
  expect(screen.getByText('Можно выплатить сразу')).toBeVisible();
  expect(screen.getByText(/^Как в программе: 7,5.% от сделки$/)).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Личные ставки' }));
  expect(list.getByText(/^с 1.янв.2025 по 31.дек.2025: 9.% от сделки$/)).toBeVisible();
  expect(list.getAllByText('Причина: Много сделок · Иванова Анна')).toHaveLength(2);
  // The former terms are over.
  expect(list.getAllByRole('button')).toHaveLength(1);
});

test('a partner without programs is led to the tab that adds one', async () => {
  openTerms();
  expect(await screen.findByText(/Программ пока нет/)).toBeVisible();
});

test('personal terms start with the current ones and are sent with their days and their reason', async () => {
  respond('post', PREVIEW_URL, 200, preview);
  const { release, bodies } = holdResponse('post', termsUrl, { ...ofProgram }, 201);
  const { user } = openTerms(ofProgram);
  await user.click(await screen.findByRole('button', { name: /^Личная ставка: / }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Личная ставка: / }));
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(dialog.getByLabelText('Причина')).toHaveAccessibleDescription(/Укажите причину/);
  const rate = dialog.getByLabelText('Ставка');
  expect(rate).toHaveValue('7,5\u00a0%');
  await user.clear(rate);
  await fill(user, rate, '12');
  expect(await dialog.findByText(/^За прошлый квартал: \+2.000,00.₽ к прежним условиям$/)).toBeVisible();
  await user.clear(dialog.getByRole('textbox', { name: 'Первый день' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Первый день' }), '01.12.2026');
  await fill(user, dialog.getByLabelText('Причина'), 'Много сделок');
  await user.dblClick(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        reward: {
          kind: 'percent',
          percent_bps: 1200,
          cap_per_lead_kop: null,
          base: 'gross',
          applies_to: 'first_sale',
          applies_to_limit: null,
          cap_per_client_kop: null,
        },
        reward_event: 'deal_won',
        starts_on: '2026-12-01',
        ends_on: null,
        reason: 'Много сделок',
      },
    ]),
  );
  release();
  expect(await screen.findByText('Личная ставка сохранена')).toBeVisible();
});

test.each<[EnrollmentStatus, number]>([
  ['paused', 1],
  ['left', 0],
  ['rejected', 0],
  ['blocked', 0],
])('an enrollment that is %s offers personal terms %i times', async (enrollmentStatus, count) => {
  status = enrollmentStatus;
  openTerms(ofProgram);
  await screen.findByText(/^Как в программе/);
  expect(screen.queryAllByRole('button', { name: /^Личная ставка: / })).toHaveLength(count);
});

test('unsaved personal terms are kept after a reload', async () => {
  const { user } = openTerms(ofProgram);
  await user.click(await screen.findByRole('button', { name: /^Личная ставка: / }));
  await fill(user, within(await screen.findByRole('dialog')).getByLabelText('Причина'), 'Много сделок');
  cleanup();
  openTerms(ofProgram);
  const dialog = within(await screen.findByRole('dialog', { name: /^Личная ставка: / }));
  expect(dialog.getByLabelText('Причина')).toHaveValue('Много сделок');
});

test('days that are taken are reported at the first day', async () => {
  const message = 'На эти дни уже есть личная ставка: с 1 мар 2026.';
  respond('post', PREVIEW_URL, 200, preview);
  respond('post', termsUrl, 400, { starts_on: [message] });
  const { user } = openTerms(ofProgram);
  await user.click(await screen.findByRole('button', { name: /^Личная ставка: / }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Личная ставка: / }));
  await fill(user, dialog.getByLabelText('Причина'), 'Много сделок');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Первый день' })).toHaveAccessibleDescription(
      expect.stringContaining(message),
    ),
  );
  // The calendar would cover the message. A click shows it.
  const firstDay = dialog.getByRole('textbox', { name: 'Первый день' });
  await waitFor(() => expect(firstDay).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Следующий месяц' })).not.toBeInTheDocument();
  await user.click(firstDay);
  expect(await screen.findByRole('button', { name: 'Следующий месяц' })).toBeInTheDocument();
});

test('personal terms are ended on the chosen day from the version that was read', async () => {
  const { release, bodies } = holdResponse('patch', `/api/referral/programs/terms/${forMarch.id}/`, {
    ...ofProgram,
  });
  release();
  const { user } = openTerms({ ...ofProgram, source: 'personal', personal: [forMarch] });
  await user.click(await screen.findByRole('button', { name: /^Завершить личную ставку/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Завершить личную ставку?' }));
  expect(dialog.getByText(/новые лиды будут по условиям программы/)).toBeVisible();
  const lastDay = dialog.getByRole('textbox', { name: 'Последний день' });
  await user.clear(lastDay);
  await user.click(dialog.getByRole('button', { name: 'Завершить' }));
  expect(lastDay).toHaveAccessibleDescription(/Введите последний день/);
  await fill(user, lastDay, '31.12.2026');
  await user.click(dialog.getByRole('button', { name: 'Завершить' }));
  await waitFor(() => expect(bodies).toEqual([{ version: 2, ends_on: '2026-12-31' }]));
  expect(await screen.findByText(/^Личная ставка действует по 31.дек.2026$/)).toBeVisible();
});
