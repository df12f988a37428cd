import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { servePartners, smirnov } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { setViewport } from '@/testing/viewport.ts';
import { Partners } from './partners.tsx';

const petrova = {
  ...smirnov,
  id: '01a2b3c4-0000-7000-8000-000000000002',
  name: 'Петрова Мария',
  status: 'pending' as const,
  figures: { programs: 0, clicks: 0, leads: 0, won: 0 },
  last_lead_at: null,
};

async function mountPartners(path = '/partners') {
  signIn();
  const app = mount(<Partners />, path);
  await screen.findByRole('heading', { level: 1, name: 'Партнеры' });
  return app;
}

const row = async (name: string) =>
  (await screen.findByRole('link', { name: new RegExp(name) })).closest('tr');

test('a row shows the legal form, phone, status and figures of a partner', async () => {
  servePartners([smirnov]);
  await mountPartners();
  const cells = within((await row('Смирнов')) as HTMLElement).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Смирнов АлексейСамозанятый',
    '+7 916 123-45-67',
    'Активен',
    '120',
    '40',
    '',
    '5',
    '25,0\u00a0%',
    '3\u00a0300,00\u00a0₽',
    '21\u00a0авг\u00a02026',
  ]);
});

test('the conversion is a dash while there are no leads', async () => {
  servePartners([smirnov, petrova]);
  await mountPartners('/partners?columns=conversion');
  expect(within((await row('Смирнов')) as HTMLElement).getByText('12,5 %')).toBeVisible();
  expect(within((await row('Петрова')) as HTMLElement).getByText('—')).toBeVisible();
});

test('tabs show counts and filter by status', async () => {
  const queries = servePartners([smirnov, petrova]);
  const { user, path } = await mountPartners();
  await user.click(await screen.findByRole('link', { name: 'На рассмотрении 1' }));
  expect(path()).toBe('/partners?status=pending');
  await screen.findByText('Петрова Мария');
  expect(queries.at(-1)?.get('status')).toBe('pending');
});

test('a row links to the partner’s card', async () => {
  servePartners([smirnov]);
  await mountPartners();
  expect(await screen.findByRole('link', { name: /Смирнов/ })).toHaveAttribute(
    'href',
    `/partners/${smirnov.id}`,
  );
});

test('an organization without partners is invited to add one', async () => {
  servePartners([]);
  const { user, path } = await mountPartners();
  expect(await screen.findByText('Партнеров пока нет')).toBeVisible();
  await user.click(
    within(screen.getByRole('main')).getAllByRole('link', { name: 'Добавить партнера' })[0] as HTMLElement,
  );
  expect(path()).toBe('/partner/create');
});

test('on a phone a partner is a card with name, phone, legal form and status', async () => {
  setViewport(360);
  servePartners([smirnov]);
  await mountPartners();
  const card = (await screen.findByRole('link', { name: 'Смирнов Алексей' })).closest('li');
  expect(card).toHaveTextContent('+7 916 123-45-67 · Самозанятый');
  expect(card).toHaveTextContent('Активен');
});

test('a day in the URL selects the amounts of that day and is a filter that can be removed', async () => {
  const queries = servePartners([smirnov]);
  const { user, path } = await mountPartners('/partners?at=2026-08-10');
  await row('Смирнов');
  expect(queries.at(-1)?.get('at')).toBe('2026-08-10');
  await user.click(await screen.findByRole('button', { name: /Суммы на дату:/ }));
  expect(path()).toBe('/partners');
});

test.each([
  ['Партнер', 'name'],
  ['Последний лид', 'last_lead_at'],
])('the header «%s» sorts the list, and a second click reverses it', async (label, ordering) => {
  servePartners([smirnov]);
  const { user, path } = await mountPartners();
  const header = await screen.findByRole('columnheader', { name: label });
  expect(header).toHaveAttribute('aria-sort', 'none');
  await user.click(within(header).getByRole('button'));
  expect(path()).toBe(`/partners?ordering=-${ordering}`);
  expect(header).toHaveAttribute('aria-sort', 'descending');
  await user.click(within(header).getByRole('button'));
  expect(path()).toBe(`/partners?ordering=${ordering}`);
  expect(header).toHaveAttribute('aria-sort', 'ascending');
});

test('a row shows the leads of the last weeks as a sentence and the share of deals', async () => {
  const quiet = {
    ...petrova,
    activity: { weekly_leads: smirnov.activity.weekly_leads.map(() => 0), deal_share_bps: 0 },
  };
  servePartners([smirnov, quiet]);
  await mountPartners();
  const active = within((await row('Смирнов')) as HTMLElement);
  expect(active.getByRole('img', { name: 'Лиды за 12 недель: всего 34, за последнюю 5' })).toBeVisible();
  expect(active.getByText('25,0 %')).toBeVisible();
  const idle = within((await row('Петрова')) as HTMLElement);
  expect(idle.getByRole('img', { name: 'За 12 недель лидов нет' })).toHaveTextContent('—');
  expect(idle.getByText('0,0 %')).toBeVisible();
});

test('the share of deals is a dash while the organization has no deals', async () => {
  servePartners([{ ...smirnov, activity: { ...smirnov.activity, deal_share_bps: null } }]);
  await mountPartners('/partners?columns=deal_share');
  expect(within((await row('Смирнов')) as HTMLElement).getByText('—')).toBeVisible();
});
