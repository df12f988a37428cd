import { joinList } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { figures, homeUrls, series, summary, top } from '@/testing/data/home.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { OrganizationHome } from '../organization-home.tsx';

const PARTNER = top.partners[0]?.partner ?? { id: '', name: '' };
const PROGRAM = top.programs[0]?.program ?? { id: '', name: '' };

/** Queries of the figures, the chart and the lists, in the order of the requests. */
let queries: Record<'summary' | 'series' | 'top', string[]>;

beforeEach(() => {
  queries = { summary: [], series: [], top: [] };
  const record = (name: keyof typeof queries, body: object) =>
    http.get(homeUrls[name], ({ request }) => {
      const { searchParams } = new URL(request.url);
      for (const other of ['by', 'metric', 'step', 'from', 'to', 'limit']) searchParams.delete(other);
      queries[name].push(searchParams.toString());
      return HttpResponse.json(body);
    });
  server.use(record('summary', summary), record('series', series), record('top', top));
});

function openHome(path = '/') {
  signIn();
  return mount(<OrganizationHome />, path);
}

const getQuery = (link: HTMLElement) =>
  Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams);

test('a click on a source filters the figures, the chart and the lists, and a second click removes the filter', async () => {
  const { user, path } = openHome();
  const sources = within(await screen.findByRole('table', { name: 'Источники лидов' }));
  await user.click(sources.getByRole('link', { name: 'Показать только: Партнер' }));
  expect(path()).toBe('/?source=partner');
  for (const name of ['summary', 'series', 'top'] as const)
    await waitFor(() => expect(queries[name].at(-1)).toBe('source=partner'));
  const selected = sources.getByRole('link', { name: 'Убрать фильтр: Партнер' });
  expect(selected).toHaveAttribute('aria-current', 'true');
  await user.click(selected);
  expect(path()).toBe('/');
});

test('a filter of the URL is shown as a chip that removes it', async () => {
  const { user, path } = openHome('/?source=import');
  await user.click(await screen.findByRole('button', { name: 'Убрать фильтр Источник: Импорт' }));
  expect(path()).toBe('/');
  expect(screen.queryByRole('button', { name: /^Убрать фильтр/ })).toBeNull();
});

test('filters of a partner, a program, a source and a UTM tag are combined, and one button removes all', async () => {
  respond('get', `/api/referral/programs/${PROGRAM.id}/`, 404, { detail: 'Нет.', code: 'not_found' });
  const { user, path } = openHome();
  const find = (name: string) => screen.findByRole('link', { name: `Показать только: ${name}` });
  await user.click(await find(PARTNER.name));
  await user.click(await find(PROGRAM.name));
  await user.click(await find('Реферальная страница'));
  await user.click(await find('vk'));
  expect(path()).toBe(`/?partner=${PARTNER.id}&program=${PROGRAM.id}&source=public_form&utm_source=vk`);
  for (const name of ['summary', 'series', 'top'] as const)
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(queries[name].at(-1)))).toEqual({
        partner: PARTNER.id,
        program: PROGRAM.id,
        source: 'public_form',
        utm_source: 'vk',
      }),
    );
  expect(screen.getByRole('link', { name: 'Открыть партнера' })).toHaveAttribute(
    'href',
    `/partners/${PARTNER.id}`,
  );
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  expect(path()).toBe('/');
});

test('figures link only to lists that have the same filters', async () => {
  openHome(`/?partner=${PARTNER.id}`);
  const shown = within(await screen.findByRole('region', { name: 'Показатели за период' }));
  for (const name of [/^Лиды/, /^Вознаграждения/, /^Выплачено за период/])
    expect(getQuery(await shown.findByRole('link', { name }))).toMatchObject({ partner: PARTNER.id });
});

test('with a source, accruals and payments have no link, and visits are hidden', async () => {
  openHome('/?source=partner&metric=clicks');
  const shown = within(await screen.findByRole('region', { name: 'Показатели за период' }));
  expect(getQuery(await shown.findByRole('link', { name: /^Лиды/ }))).toMatchObject({ source: 'partner' });
  expect(shown.queryByRole('link', { name: /^(Вознаграждения|Выплачено)/ })).toBeNull();
  expect(await screen.findByRole('combobox', { name: 'Показатель' })).toHaveDisplayValue('Лиды');
  expect(screen.queryByText('Переходы')).toBeNull();
});

test('a UTM tag filters the page, keeps a comma in its value, and is removed by its chip', async () => {
  const utm_sources = [{ utm_source: 'Щит, улица', leads: 3, won: 1, deal_kop: 100_000 }];
  respond('get', homeUrls.top, 200, { ...top, utm_sources });
  const { user, path } = openHome('/?metric=clicks');
  const tags = within(await screen.findByRole('table', { name: 'Метки utm_source' }));
  await user.click(tags.getByRole('link', { name: 'Показать только: Щит, улица' }));
  const filter = `utm_source=${encodeURIComponent(joinList(['Щит, улица']))}`;
  for (const name of ['summary', 'series'] as const)
    await waitFor(() =>
      expect(new URLSearchParams(queries[name].at(-1)).toString()).toBe(
        new URLSearchParams(filter).toString(),
      ),
    );
  const shown = within(screen.getByRole('region', { name: 'Показатели за период' }));
  expect(shown.getByRole('link', { name: /^Лиды/ })).toBeVisible();
  expect(shown.queryByRole('link', { name: /^(Вознаграждения|Выплачено)/ })).toBeNull();
  expect(screen.queryByText('Переходы')).toBeNull();
  expect(tags.getByRole('link', { name: 'Убрать фильтр: Щит, улица' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await user.click(screen.getByRole('button', { name: 'Убрать фильтр utm_source: Щит, улица' }));
  expect(path()).toBe('/?metric=clicks');
});

test('an invalid filter of the URL is ignored', async () => {
  openHome('/?source=radio&partner=7');
  await screen.findByRole('link', { name: /^Лиды ?39$/ });
  expect(queries.summary).toEqual(['']);
  expect(screen.queryByRole('button', { name: /^Убрать фильтр/ })).toBeNull();
});

test('sources are sorted by their share of leads, and show the shares of leads and deals', async () => {
  openHome();
  const table = await screen.findByRole('table', { name: 'Источники лидов' });
  const texts = within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '));
  expect(texts).toEqual([
    'Показать только: Партнер26 лидов66,7 %1 сделка20,0 %100 000,00 ₽',
    'Показать только: Реферальная страница13 лидов33,3 %4 сделки80,0 %400 000,00 ₽',
    'Показать только: Организация0 лидов0,0 %0 сделок0,0 %0,00 ₽',
    'Показать только: Сайт организации0 лидов0,0 %0 сделок0,0 %0,00 ₽',
    'Показать только: Импорт0 лидов0,0 %0 сделок0,0 %0,00 ₽',
  ]);
});

test('sources without any leads show a dash instead of a share', async () => {
  const sources = top.sources.map((row) => ({ ...row, leads: 0, won: 0, deal_kop: 0 }));
  respond('get', homeUrls.top, 200, { ...top, sources });
  openHome();
  const table = await screen.findByRole('table', { name: 'Источники лидов' });
  expect(within(table).getAllByText('—')).toHaveLength(10);
});

test('the days of a row of the chart narrow the period to them', async () => {
  respond('get', homeUrls.summary, 200, { ...summary, current: figures });
  const { user, path } = openHome('/?view=table&source=partner');
  const table = await screen.findByRole('table', { name: 'Лиды' });
  await user.click(within(table).getByRole('link', { name: /^Показать только: 23.июл/ }));
  expect(path()).toBe('/?view=table&source=partner&from=2026-07-23&to=2026-07-23');
});
