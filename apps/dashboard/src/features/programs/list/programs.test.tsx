import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { draftProgram, program, programForPartner } from '@/testing/data/program-pages.ts';
import { programActivity } from '@/testing/data/programs.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import { Programs } from './programs.tsx';

function mountPrograms(rows: object[], user: Parameters<typeof signIn>[0] = anna, query = '') {
  const results = user === partner ? rows : rows.map((row) => ({ ...row, activity: programActivity }));
  server.use(
    http.get('/api/referral/programs/', () => HttpResponse.json({ next: null, previous: null, results })),
    http.get('/api/referral/programs/counts/', () =>
      HttpResponse.json({ all: results.length, draft: 0, active: 0, paused: 0, archived: 0 }),
    ),
  );
  signIn(user);
  return mount(
    <Programs role={user === partner ? 'partner' : 'organization'} />,
    `/referral/program${query}`,
  );
}

test('a row shows the reward, the last day and the spent part of the budget', async () => {
  mountPrograms([{ ...program, ends_at: '2026-08-31T21:00:00.000Z' }]);
  const row = await screen.findByRole('row', { name: /Окна со скидкой/ });
  expect(row).toHaveTextContent(/7,5.% от сделки/);
  expect(row).toHaveTextContent(/По 31.авг.2026/);
  expect(within(row).getByRole('progressbar')).toHaveAccessibleName(
    /Израсходовано 25.000,00.₽ из 100.000,00.₽/,
  );
  expect(within(row).getByRole('link')).toHaveAttribute('href', `/referral/program/${program.id}`);
});

test('the columns of recent leads and of the share of deals can be chosen', async () => {
  mountPrograms([program], anna, '?columns=weekly_leads,deal_share');
  const row = await screen.findByRole('row', { name: /Окна со скидкой/ });
  expect(within(row).getByRole('img', { name: /^Лиды за 12 недель: всего 14/ })).toBeVisible();
  expect(row).toHaveTextContent(/40,3.%/);
});

test('a spent budget is marked', async () => {
  mountPrograms([{ ...program, is_exhausted: true }]);
  expect(await screen.findByText('Исчерпан')).toBeVisible();
});

test('an organization without programs is invited to create the first one', async () => {
  mountPrograms([]);
  expect(await screen.findByText('Первая займет около трех минут')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Создать программу' })).toHaveAttribute(
    'href',
    '/referral/program/create',
  );
});

test('a partner sees its status in each program and cannot create one', async () => {
  mountPrograms(
    [
      programForPartner,
      { ...programForPartner, id: draftProgram.organization.id, name: 'Двери', enrollment: null },
    ],
    partner,
  );
  expect(await screen.findByRole('row', { name: /Окна со скидкой/ })).toHaveTextContent('Участвует');
  expect(screen.getByRole('row', { name: /Двери/ })).toHaveTextContent('Можно вступить');
  expect(screen.queryByRole('link', { name: 'Создать программу' })).not.toBeInTheDocument();
});

test.each([
  ['Лиды', 'leads'],
  ['Вознаграждения', 'rewards_kop'],
])('the header «%s» sorts the list, and a second click reverses it', async (label, ordering) => {
  const { user, path } = mountPrograms([program]);
  const header = await screen.findByRole('columnheader', { name: label });
  expect(header).toHaveAttribute('aria-sort', 'none');
  await user.click(within(header).getByRole('button'));
  expect(path()).toBe(`/referral/program?ordering=-${ordering}`);
  expect(header).toHaveAttribute('aria-sort', 'descending');
  await user.click(within(header).getByRole('button'));
  expect(path()).toBe(`/referral/program?ordering=${ordering}`);
  expect(header).toHaveAttribute('aria-sort', 'ascending');
});
