import type { Program } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, test, vi } from 'vitest';
import { homeUrls, series, summary, top } from '@/testing/data/home.ts';
import { signIn } from '@/testing/data/people.ts';
import { draftProgram, link, program } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { Overview } from './overview.tsx';

const LINKS = `/api/referral/programs/${program.id}/links/`;
// The parts below the figures are loaded after them.
beforeAll(() => Promise.all([import('./overview-lists.tsx'), import('./empty-overview.tsx')]));

const getQuery = (element: HTMLElement) =>
  Object.fromEntries(new URL(element.getAttribute('href') ?? '', 'http://x').searchParams);

function openOverview(currentProgram: Program = program, path = '') {
  signIn();
  server.use(http.get(LINKS, () => HttpResponse.json({ next: null, previous: null, results: [link] })));
  const onOpenTerms = vi.fn();
  const app = mount(
    <Overview program={currentProgram} onOpenTerms={onOpenTerms} />,
    `/referral/program/${currentProgram.id}${path}`,
  );
  return { ...app, onOpenTerms };
}

test('every read is limited to the program and the chosen period', async () => {
  const requests: string[] = [];
  const record = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    requests.push(`${pathname} ${searchParams.get('program')} ${searchParams.get('from')}`);
  };
  server.use(
    http.get(homeUrls.summary, ({ request }) => {
      record(request);
      return HttpResponse.json(summary);
    }),
    http.get(homeUrls.series, ({ request }) => {
      record(request);
      return HttpResponse.json(series);
    }),
    http.get(homeUrls.top, ({ request }) => {
      record(request);
      return HttpResponse.json(top);
    }),
  );
  openOverview(program, '?from=2026-07-23&to=2026-08-21');
  const expected = [homeUrls.summary, homeUrls.series, homeUrls.top];
  await waitFor(() =>
    expect(new Set(requests)).toEqual(new Set(expected.map((url) => `${url} ${program.id} 2026-07-23`))),
  );
});

test('each figure links to the rows of the program that it counts', async () => {
  openOverview();
  const figures = within(await screen.findByRole('region', { name: 'Показатели за период' }));
  const days = { created_from: '2026-07-23', created_to: '2026-08-21', program: program.id };
  expect(getQuery(await figures.findByRole('link', { name: /^Лиды ?39$/ }))).toEqual({
    ...days,
    status: 'new,in_progress,qualified,won,lost,rejected',
  });
  expect(getQuery(figures.getByRole('link', { name: /^Сделки ?5$/ }))).toEqual({ ...days, status: 'won' });
  expect(getQuery(figures.getByRole('link', { name: /^Вознаграждения ?12.500,50/ }))).toEqual({
    ...days,
    tab: 'accruals',
    status: 'hold,review,available,reserved,paid',
  });
  expect(figures.getByText(/^Вознаграждение на сделку/)).toHaveTextContent(/2.500,10.₽/);
  expect(figures.queryByText(/Выплачено/)).not.toBeInTheDocument();
});

test('a program without deals has no cost per deal', async () => {
  respond('get', homeUrls.summary, 200, {
    ...summary,
    current: { ...summary.current, won: 0, reward_per_deal_kop: null },
  });
  openOverview();
  expect(await screen.findByText('Сделок за эти дни не было')).toBeVisible();
});

test('the budget shows the rest, the spending and its accruals', async () => {
  openOverview();
  const budget = within(await screen.findByRole('region', { name: 'Бюджет' }));
  expect(budget.getByText(/Осталось 75.000,00.₽ из 100.000,00.₽/)).toBeVisible();
  expect(budget.getByRole('progressbar')).toHaveAccessibleName(/Израсходовано 25.000,00.₽/);
  expect(getQuery(budget.getByRole('link', { name: /25.000,00/ }))).toMatchObject({
    tab: 'accruals',
    program: program.id,
  });
});

test('a budget that is not set is not limited and has no bar', async () => {
  openOverview({ ...program, budget_kop: null });
  const budget = within(await screen.findByRole('region', { name: 'Бюджет' }));
  expect(budget.getByText('Не ограничен')).toBeVisible();
  expect(budget.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('the picture names each partner with its deals, and shows the name of the focused one', async () => {
  const { user } = openOverview();
  const picture = await screen.findByRole('group', { name: /^Организация и партнеры/ });
  const node = within(picture).getByRole('link', { name: /^Смирнов Алексей: 5.сделок, 24.лида$/ });
  expect(node).toHaveAttribute('href', `/partners/${top.partners[0]?.partner.id}`);
  expect(screen.getByText('Чем больше сделок, тем больше круг')).toBeInTheDocument();
  await user.hover(node);
  expect(screen.getByText(/^Смирнов Алексей: 5.сделок, 24.лида$/)).toBeInTheDocument();
});

test('the links of the program can be copied', async () => {
  const { user } = openOverview();
  const links = within(await screen.findByRole('region', { name: 'Ссылки' }));
  await user.click(await links.findByRole('button', { name: 'Скопировать ссылку okna-7' }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/ref/okna-7`);
  expect(links.getByRole('link', { name: 'Все ссылки' })).toHaveAttribute(
    'href',
    `/referral/program/${program.id}?tab=links`,
  );
});

test('a failed part does not hide the others', async () => {
  respond('get', homeUrls.top, 500, { detail: 'Ошибка', code: 'server_error', incident: '7F3A-21' });
  openOverview();
  const partners = within(await screen.findByRole('region', { name: 'Лучшие партнеры' }));
  expect(await partners.findByText('Не удалось загрузить список')).toBeVisible();
  expect(await screen.findByRole('link', { name: /^Лиды ?39$/ })).toBeVisible();
});

const noLeads = { ...program.figures, clicks: 0, leads: 0, won: 0, rewards_kop: 0 };

test('an active program without leads offers to copy its link', async () => {
  const { user } = openOverview({ ...program, figures: noLeads });
  expect(await screen.findByRole('heading', { name: 'Лидов пока нет' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Скопировать ссылку' }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/ref/okna-7`);
  expect(screen.queryByRole('region', { name: 'Показатели за период' })).not.toBeInTheDocument();
});

test('a draft leads to its terms', async () => {
  const { user, onOpenTerms } = openOverview(draftProgram);
  expect(await screen.findByRole('heading', { name: 'Программа еще не включена' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Открыть условия' }));
  expect(onOpenTerms).toHaveBeenCalledOnce();
});

test('an archived program keeps its figures and says that its links do not work', async () => {
  openOverview({ ...program, status: 'archived', effective_status: 'archived' });
  expect(await screen.findByText('Программа в архиве')).toBeVisible();
  expect(await screen.findByRole('link', { name: /^Лиды ?39$/ })).toBeVisible();
});
