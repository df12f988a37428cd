import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { figures, homeUrls, payoutTotals, series, startedSteps, summary } from '@/testing/data/home.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { OrganizationHome } from './organization-home.tsx';

async function openHome(path = '/') {
  signIn();
  const app = mount(<OrganizationHome />, path);
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  return app;
}

const findFigure = (name: RegExp) => screen.findByRole('link', { name });
const getQuery = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', 'http://x').searchParams;

test('each figure links to the rows it counts', async () => {
  await openHome();
  expect(Object.fromEntries(getQuery(await findFigure(/^Лиды ?39$/)))).toEqual({
    status: 'new,in_progress,qualified,won,lost,rejected',
    created_from: '2026-07-23',
    created_to: '2026-08-21',
  });
  expect(getQuery(await findFigure(/^Подтверждено ?12$/)).get('status')).toBe('qualified,won');
  expect(getQuery(await findFigure(/^Сделки ?5$/)).get('status')).toBe('won');
  const rewards = await findFigure(/^Вознаграждения ?12.500,50/);
  expect(rewards).toHaveAttribute('href', expect.stringContaining('/payments?tab=accruals'));
  expect(Object.fromEntries(getQuery(await findFigure(/^Выплачено за период ?9.000,00/)))).toEqual({
    tab: 'payments',
    status: 'paid',
    paid_from: '2026-07-23',
    paid_to: '2026-08-21',
  });
});

test('deals show their amount, rewards the cost of a deal, and top partners their revenue', async () => {
  await openHome();
  const figures = within(await screen.findByRole('region', { name: 'Показатели за период' }));
  expect(await figures.findByText(/^на 500.000,00.₽$/)).toBeVisible();
  expect(figures.getByText(/^2.500,10.₽ на сделку$/)).toBeVisible();
  expect(figures.getByText('по дате перевода')).toBeVisible();
  expect(await screen.findByText(/24.лида · 5.сделок на 500.000,00.₽/)).toBeVisible();
});

test('the paid sum names its date and the payments of earlier days that the bank returned', async () => {
  respond('get', homeUrls.summary, 200, { ...summary, current: { ...figures, returned_kop: 200_000 } });
  await openHome();
  const shown = within(await screen.findByRole('region', { name: 'Показатели за период' }));
  expect(
    await shown.findByText(/^по дате перевода, банк вернул 2.000,00.₽ из прежних выплат$/),
  ).toBeVisible();
});

test('a figure shows its change, also from zero', async () => {
  await openHome();
  const figures = within(await screen.findByRole('region', { name: 'Показатели за период' }));
  expect(await figures.findByText(/больше на/)).toBeInTheDocument();
  expect(figures.getByText(/21,9.%/).parentElement).toHaveTextContent('к прошлым 30 дням');
  expect(figures.getByText(/25,0.%/)).toHaveTextContent('меньше на');
  expect(
    figures.getByText('как за прошлые 30 дней', { normalizer: (text) => text.replace('\u00a0', ' ') }),
  ).toBeVisible();
  expect(figures.getByText(/дней не было/)).toBeVisible();
});

test('the organization sees its debt to partners today and on the next dates', async () => {
  await openHome();
  const money = within(await screen.findByRole('region', { name: 'К выплате партнерам' }));
  const dates = within(await money.findByRole('list', { name: 'Когда деньги станут доступны' }));
  expect(
    dates.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'Сегодня103 900,00 ₽',
    expect.stringMatching(/^25 авг.*\+4 200,00 ₽$/),
    expect.stringMatching(/^1 сен.*\+1 800,00 ₽$/),
    expect.stringMatching(/^9 янв.*\+1 000,00 ₽$/),
    'Позже+3 000,00 ₽',
  ]);
  expect(money.getByRole('link', { name: /^84.300,00.₽$/ })).toHaveAttribute('href', '/payments?due=ready');
  expect(money.getByRole('link', { name: /^19.600,00.₽$/ })).toHaveAttribute('href', '/payments?due=blocked');
  expect(money.queryByText(/На проверке/)).toBeNull();
});

test('amounts owed to partners that failed to load can be reloaded', async () => {
  respond('get', homeUrls.totals, 400, { detail: 'Не сейчас.', code: 'invalid' });
  const { user } = await openHome();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Не удалось загрузить суммы к выплате');
  respond('get', homeUrls.totals, 200, payoutTotals);
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('region', { name: 'К выплате партнерам' })).toBeVisible();
});

test('overdue receipts are counted by partner and link to their list', async () => {
  respond('get', homeUrls.tasks, 200, {
    results: [{ kind: 'receipts_late', count: 3, sum_kop: 600_000, partners: 2 }],
  });
  await openHome();
  expect(
    await screen.findByText(/^3.чека просрочены у 2.партнеров, по выплатам на 6.000,00.₽$/),
  ).toBeVisible();
  expect(Object.fromEntries(getQuery(await screen.findByRole('link', { name: 'Напомнить' })))).toEqual({
    tab: 'receipts',
    late: 'true',
  });
});

test('a funnel never shows more leads than visits as a percentage', async () => {
  const { current, ...otherFields } = summary;
  respond('get', homeUrls.summary, 200, {
    ...otherFields,
    current: {
      ...current,
      clicks: 3,
      leads: 115,
      conversions: { ...current.conversions, click_to_lead: 383_333 },
    },
  });
  await openHome();
  const funnel = within(await screen.findByRole('region', { name: 'Воронка' }));
  expect(await funnel.findByText('Больше, чем переходов: часть лидов добавлена без перехода')).toBeVisible();
  expect(funnel.queryByText(/от переходов/)).toBeNull();
});

test('tasks about receipts and acts link to their lists', async () => {
  const sums = { sum_kop: 600_000 };
  respond('get', homeUrls.tasks, 200, {
    results: [
      { kind: 'receipts_wrong', count: 1, partners: 1, ...sums },
      { kind: 'receipts_awaited', count: 2, partners: 1, ...sums },
      { kind: 'acts_objected', count: 3, ...sums },
      { kind: 'payments_without_act', count: 4, ...sums },
    ],
  });
  await openHome();
  for (const [text, name, search] of [
    [/^1.неверный чек у 1.партнера, по/, 'Проверить', 'tab=receipts&status=mismatched%2Cannulled&late=false'],
    [/^Ждем 2.чека от 1.партнера, по/, 'Напомнить', 'tab=receipts&status=awaited&late=false'],
    [/^3.акта с возражением на 6.000,00.₽$/, 'Рассмотреть', 'tab=acts&status=objected'],
    [/^Выплачено без акта: 4.выплаты на/, 'Дополнить акты', 'tab=payments&without_act=true'],
  ] as const) {
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/payments?${search}`);
  }
});

test('a CRM that does not work is a task with the cause', async () => {
  respond('get', homeUrls.tasks, 200, {
    results: [{ kind: 'crm_broken', count: 1, crm: 'amocrm', cause: 'Аккаунт amoCRM не оплачен.' }],
  });
  await openHome();
  expect(await screen.findByText('Связь с amoCRM не работает. Аккаунт amoCRM не оплачен.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Исправить' })).toHaveAttribute('href', '/profile/developers');
});

test('a task shows its text and a link to its list', async () => {
  respond('get', homeUrls.tasks, 200, {
    results: [
      { kind: 'new_leads', count: 2, oldest_at: new Date(Date.now() - 3 * 3_600_000).toISOString() },
      { kind: 'ready_to_pay', count: 9, sum_kop: 8_430_000, blocked: 2 },
    ],
  });
  await openHome();
  const rows = within(await screen.findByRole('region', { name: 'Требует внимания' })).getAllByRole(
    'listitem',
  );
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    '2 новых лида, самый давний ждет 3 чРазобрать',
    '9 партнерам можно выплатить 84 300,00 ₽, еще 2 пока нельзяСформировать выплаты',
  ]);
  expect(screen.getByRole('link', { name: 'Разобрать' })).toHaveAttribute(
    'href',
    '/leads?status=new&ordering=created_at',
  );
});

test('the figures link to the summary of a month', async () => {
  await openHome();
  expect(await screen.findByRole('link', { name: 'Итоги месяца' })).toHaveAttribute('href', '/summary');
});

test('a page without tasks shows one line', async () => {
  await openHome();
  expect(await screen.findByText('Все разобрано')).toBeVisible();
});

test('every section requests the period of the URL, and the button shows it', async () => {
  const requests: string[] = [];
  const recordRequest = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    requests.push(`${pathname} ${searchParams.get('from')} ${searchParams.get('to')}`);
  };
  server.use(
    http.get(homeUrls.summary, ({ request }) => recordRequest(request)),
    http.get(homeUrls.top, ({ request }) => recordRequest(request)),
  );
  await openHome('/?from=2026-07-23&to=2026-08-21');
  await screen.findByRole('button', { name: /Период: 23.июл.– 21.авг.2026/ });
  await waitFor(() => expect(requests).toContain('/api/home/top/ 2026-07-23 2026-08-21'));
  expect(requests).toContain('/api/home/summary/ 2026-07-23 2026-08-21');
});

test('choosing a preset period changes the URL', async () => {
  const { user, path } = await openHome();
  await user.click(await screen.findByRole('button', { name: /^Период/ }));
  await user.click(await screen.findByRole('button', { name: '7 дней' }));
  expect(path()).toMatch(/^\/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
});

test('the chart can be shown as a table of one figure', async () => {
  const requests: (string | null)[] = [];
  server.use(
    http.get(homeUrls.series, ({ request }) => {
      const metric = new URL(request.url).searchParams.get('metric') as typeof series.metric;
      requests.push(metric);
      return HttpResponse.json({ ...series, metric });
    }),
  );
  const { user, path } = await openHome('/?view=table');
  const table = await screen.findByRole('table', { name: 'Лиды' });
  expect(within(table).getByRole('row', { name: /23.июл(.2026)? 39 32/ })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Показатель' }), 'Переходы');
  await screen.findByRole('table', { name: 'Переходы' });
  expect(path()).toBe('/?view=table&metric=clicks');
  expect(requests).toEqual(['leads', 'clicks']);
});

test('figures that failed to load show the incident number and can be reloaded', async () => {
  respond('get', homeUrls.summary, 400, {
    detail: 'Период не длиннее 366 дней.',
    code: 'invalid',
    incident: '7F3A-21',
  });
  const { user } = await openHome();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Не удалось загрузить показатели');
  expect(alert).toHaveTextContent('Номер для техподдержки: 7F3A-21');
  expect(screen.queryByRole('region', { name: 'Показатели за период' })).not.toBeInTheDocument();
  respond('get', homeUrls.summary, 200, summary);
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await findFigure(/^Лиды ?39$/)).toBeVisible();
});

test('a new organization sees only the first steps, with a link for the next one', async () => {
  respond('get', homeUrls.start, 200, startedSteps(2));
  await openHome();
  const steps = within(await screen.findByRole('region', { name: 'Первые шаги' }));
  expect(steps.getByText('2 из 7')).toBeVisible();
  expect(steps.getAllByRole('listitem')).toHaveLength(7);
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Создать программу']);
  expect(screen.queryByRole('region', { name: 'Показатели за период' })).toBeNull();
});

test.each([
  [{ email: false, telegram: false }, 'настройте почту и Telegram', 'приглашения и уведомления'],
  [{ email: true, telegram: false }, 'настройте Telegram', 'чтобы уведомления'],
])(
  'the first steps name the channels that an owner may still set up: %o',
  async (senders, name, sentence) => {
    respond('get', homeUrls.start, 200, { ...startedSteps(2), senders });
    await openHome();
    const steps = within(await screen.findByRole('region', { name: 'Первые шаги' }));
    const link = steps.getByRole('link', { name });
    expect(link).toHaveAttribute('href', '/profile/organization');
    expect(link.parentElement).toHaveTextContent(`По желанию: ${name}`);
    expect(link.parentElement).toHaveTextContent(sentence);
  },
);

test('the first steps name no channels for employees who cannot set them up', async () => {
  respond('get', homeUrls.start, 200, { ...startedSteps(2), senders: { email: false, telegram: false } });
  signIn({ ...anna, position: 'viewer', permissions: ['homeStart'] });
  mount(<OrganizationHome />);
  const steps = within(await screen.findByRole('region', { name: 'Первые шаги' }));
  expect(steps.queryByText(/По желанию/)).not.toBeInTheDocument();
});

test('an organization with leads sees the remaining steps and the figures', async () => {
  respond('get', homeUrls.start, 200, startedSteps(6));
  await openHome();
  const steps = within(await screen.findByRole('region', { name: 'Первые шаги' }));
  expect(steps.getAllByRole('listitem')).toHaveLength(1);
  expect(steps.getByRole('link', { name: 'Открыть выплаты' })).toHaveAttribute('href', '/payments');
  expect(await findFigure(/^Лиды ?39$/)).toBeVisible();
});

test('an organization that completed the first steps no longer sees them', async () => {
  await openHome();
  await findFigure(/^Лиды ?39$/);
  expect(screen.queryByText('Первые шаги')).toBeNull();
});

test('a placeholder is shown while the page loads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(
    http.get(homeUrls.start, async () => {
      await promise;
      return HttpResponse.json(startedSteps(7));
    }),
  );
  await openHome();
  expect(await screen.findByText('Главная загружается')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Период/ })).toBeVisible();
  resolve();
  expect(await findFigure(/^Лиды ?39$/)).toBeVisible();
  expect(screen.queryByText('Главная загружается')).not.toBeInTheDocument();
});

test('tasks that failed to load can be reloaded, and the figures are shown', async () => {
  respond('get', homeUrls.tasks, 400, { detail: 'Не сейчас.', code: 'invalid' });
  const { user } = await openHome();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Не удалось загрузить задачи');
  expect(await findFigure(/^Лиды ?39$/)).toBeVisible();
  respond('get', homeUrls.tasks, 200, { results: [] });
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Все разобрано')).toBeVisible();
});

test('the comparison can be switched off and the URL keeps this choice', async () => {
  const { user, path } = await openHome('/?view=table');
  const table = () => screen.findByRole('table', { name: 'Лиды' });
  expect(within(await table()).getByRole('columnheader', { name: 'Прошлый период' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Период/ }));
  await user.click(await screen.findByRole('switch', { name: 'Сравнивать с прошлым периодом' }));
  expect(path()).toBe('/?view=table&compare=off');
  expect(screen.queryByText(/к прошлым/)).not.toBeInTheDocument();
  expect(within(await table()).queryByRole('columnheader', { name: 'Прошлый период' })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Сравнивать с прошлым периодом' }));
  expect(path()).toBe('/?view=table');
  expect((await screen.findAllByText(/к прошлым/)).length).toBeGreaterThan(0);
});

test.each([
  { count: 1, partner: 'Петров Олег', text: /1\sпартнер ждет решения по заявке: программа «Окна для дома»/ },
  { count: 3, partner: null, text: /3\sпартнера ждут решения по заявке: программа «Окна для дома»/ },
])(
  'applications of $count partners link to the page where they are decided',
  async ({ count, partner, text }) => {
    const id = '01a2b3c4-0000-7000-8000-0000000000c1';
    respond('get', homeUrls.tasks, 200, {
      results: [
        {
          kind: 'pending_partners',
          count,
          programs: [{ id, name: 'Окна для дома' }],
          partner: partner && { id, name: partner },
        },
      ],
    });
    await openHome();
    const row = within(await screen.findByRole('region', { name: 'Требует внимания' })).getByRole('listitem');
    expect(row).toHaveTextContent(text);
    expect(within(row).getByRole('link', { name: 'Рассмотреть' })).toHaveAttribute(
      'href',
      partner ? `/partners/${id}` : '/partners?awaits_decision=true',
    );
  },
);

test('a form that refused leads is named by its link or program with the count and the time', async () => {
  const id = (digit: number) => `01a2b3c4-0000-7000-8000-0000000000c${digit}`;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const program = { id: id(1), name: 'Окна для дома' };
  const link = { id: id(2), code: 'okna-2026', partner: { id: id(3), name: 'Петров Олег' } };
  const limitedForm = (count: number, last: number, more: object) => ({
    kind: 'form_limited',
    count,
    first_at: minutesAgo(900),
    last_at: minutesAgo(last),
    program: null,
    link: null,
    ...more,
  });
  respond('get', homeUrls.tasks, 200, {
    results: [
      limitedForm(37, 12, { program, link }),
      limitedForm(2, 180, { program }),
      limitedForm(1, 65, {}),
    ],
  });
  await openHome();
  const rows = within(await screen.findByRole('region', { name: 'Требует внимания' })).getAllByRole(
    'listitem',
  );
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Форма программы «Окна для дома» по ссылке okna-2026 (Петров Олег): слишком много заявок за час, ' +
      'не принято: 37, последняя 12 мин назадПроверить лиды',
    'Форма программы «Окна для дома»: слишком много заявок за час, не принято: 2, последняя 3 ч назадПроверить лиды',
    'Формы всех программ: слишком много заявок за час, не принято: 1, последняя 1 ч назадПроверить лиды',
  ]);
  const places = screen
    .getAllByRole('link', { name: 'Проверить лиды' })
    .map((row) => row.getAttribute('href'));
  expect(places).toEqual([
    `/leads?program=${program.id}&partner=${link.partner.id}`,
    `/leads?program=${program.id}`,
    '/leads',
  ]);
});

test('four tasks are shown first, failed payments on top, and the others can be expanded', async () => {
  respond('get', homeUrls.tasks, 200, {
    results: [
      { kind: 'accruals_in_review', count: 9, sum_kop: 4_425_000 },
      { kind: 'pending_partners', count: 2, programs: [], partner: null },
      { kind: 'payments_requested', count: 3, sum_kop: 2_365_000 },
      { kind: 'payments_draft', count: 2, sum_kop: 2_460_000 },
      { kind: 'payments_approved', count: 4, sum_kop: 7_600_000 },
      { kind: 'payments_failed', count: 1, sum_kop: 1_795_000 },
    ],
  });
  const { user } = await openHome();
  const tasks = within(await screen.findByRole('region', { name: 'Требует внимания' }));
  expect(tasks.getAllByRole('listitem')).toHaveLength(4);
  expect(tasks.getAllByRole('listitem')[0]).toHaveTextContent(/^1.перевод не прошел: 17.950,00.₽/);
  const more = tasks.getByRole('button', { name: 'Показать все 6' });
  await user.click(more);
  expect(tasks.getAllByRole('listitem')).toHaveLength(6);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  await user.click(tasks.getByRole('button', { name: 'Свернуть' }));
  expect(tasks.getAllByRole('listitem')).toHaveLength(4);
});
