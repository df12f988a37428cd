import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { program } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import { EnrollmentList } from './enrollment-list.tsx';

const partner = { id: '0190a000-0000-7000-8000-000000000008', name: 'Смирнов Алексей' };
const enrollment = {
  id: '0190a000-0000-7000-8000-000000000009',
  status: 'active',
  program: { id: program.id, name: program.name },
  partner,
  group: null,
  terms: 'program',
  figures: { leads: 14, won: 2, rewards_kop: 2_500_000 },
  created_at: program.created_at,
  updated_at: program.updated_at,
};

function openList(path = '') {
  const requests: Record<string, string>[] = [];
  server.use(
    http.get(`/api/referral/programs/${program.id}/enrollments/`, ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      requests.push(query);
      const results = query['search'] === 'Петров' ? [] : [enrollment];
      return HttpResponse.json({ next: null, previous: null, results });
    }),
    http.get('/api/referral/partners/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
  );
  signIn();
  const app = mount(
    <EnrollmentList program={program} groups={[]} />,
    `/referral/program/${program.id}${path}`,
  );
  return { ...app, requests };
}

const getQuery = (element: HTMLElement) =>
  Object.fromEntries(new URL(element.getAttribute('href') ?? '', 'http://x').searchParams);

test('the figures of a partner link to its leads and accruals in the program', async () => {
  openList();
  const filters = { program: program.id, partner: partner.id };
  expect(getQuery(await screen.findByRole('link', { name: /^14.лидов$/ }))).toMatchObject(filters);
  expect(getQuery(screen.getByRole('link', { name: /^2.сделки$/ }))).toEqual({ ...filters, status: 'won' });
  expect(getQuery(screen.getByRole('link', { name: /^25.000,00.₽$/ }))).toMatchObject({
    ...filters,
    tab: 'accruals',
  });
});

test('without groups the partners have no checkboxes', async () => {
  openList();
  await screen.findByRole('link', { name: partner.name });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('partners are sorted and searched by the URL', async () => {
  const { user, requests, path } = openList();
  await screen.findByRole('link', { name: partner.name });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Порядок партнеров' }), 'По сделкам');
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ ordering: '-won' }));
  await user.type(screen.getByRole('searchbox', { name: 'Найти: Имя или телефон' }), 'Петров');
  expect(await screen.findByText(/По этому запросу партнеров нет/)).toBeVisible();
  expect(requests.at(-1)).toMatchObject({ ordering: '-won', search: 'Петров' });
  expect(decodeURIComponent(path())).toContain('ordering=-won&search=Петров');
});
