import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { anna, partner, signIn, withoutRole } from '../../../testing/data/people.ts';
import { draft, forPartner, program } from '../../../testing/data/program-pages.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { server } from '../../../testing/server.ts';

/** Opens the list for somebody to whom the server tells these programs. */
function open(results: object[], person: object & { role: string | null } = anna) {
  server.use(
    http.get('/api/referral/programs/', () => HttpResponse.json({ next: null, previous: null, results })),
    http.get('/api/referral/programs/counts/', () =>
      HttpResponse.json({ all: results.length, draft: 0, active: 0, paused: 0, archived: 0 }),
    ),
  );
  signIn(person);
  return openApp('/referral/program');
}

test('a program tells what it rewards, what it has brought and how much of its budget is spent', async () => {
  open([{ ...program, ends_at: '2026-08-31T21:00:00.000Z' }]);
  const row = await screen.findByRole('row', { name: /Окна со скидкой/ });
  expect(row).toHaveTextContent(/7,5.% от сделки/);
  expect(row).toHaveTextContent(/По 31.авг.2026/);
  expect(within(row).getByRole('progressbar')).toHaveAccessibleName(
    /Израсходовано 25.000,00.₽ из 100.000,00.₽/,
  );
  expect(within(row).getByRole('link')).toHaveAttribute('href', `/referral/program/${program.id}`);
});

test('a budget that is spent says so', async () => {
  open([{ ...program, is_exhausted: true }]);
  expect(await screen.findByText('Исчерпан')).toBeVisible();
});

test('an organization without programs reads how long the first one takes, and may create it', async () => {
  open([]);
  expect(await screen.findByText('Первая займет около трех минут')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Создать программу' })).toHaveAttribute(
    'href',
    '/referral/program/create',
  );
});

test('a partner sees its place in each program, and creates none', async () => {
  open([forPartner, { ...forPartner, id: draft.organization.id, name: 'Двери', enrollment: null }], partner);
  expect(await screen.findByRole('row', { name: /Окна со скидкой/ })).toHaveTextContent('Участвует');
  expect(screen.getByRole('row', { name: /Двери/ })).toHaveTextContent('Можно вступить');
  expect(screen.queryByRole('link', { name: 'Создать программу' })).not.toBeInTheDocument();
});

test.each(['/referral/program', '/referral/program/create', `/referral/program/${program.id}`])(
  'somebody without a role reads at %s whom to turn to',
  async (address) => {
    signIn(withoutRole);
    openApp(address);
    expect(await screen.findByText('Раздел откроется, когда у вас будет роль')).toBeVisible();
  },
);
