import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { balance, CARD_ID, homeUrls } from '@/testing/data/home.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { programForPartner } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { PartnerHome } from './partner-home.tsx';

const link = {
  id: '01a2b3c4-0000-7000-8000-0000000000b1',
  code: 'okna',
  path: '/ref/okna',
  label: '',
  active: true,
  program: { id: '01a2b3c4-0000-7000-8000-0000000000c1', name: 'Окна для дома' },
  partner: { id: CARD_ID, name: 'Смирнов Алексей' },
  clicks: 120,
  unique_clicks: 100,
  leads: 21,
  created_at: '2026-03-01T09:00:00Z',
};
const { host } = window.location;
const secondLink = { ...link, id: '01a2b3c4-0000-7000-8000-0000000000b2', path: '/ref/dveri', code: 'dveri' };

const createPage = (results: object[]) => ({ next: null, previous: null, results });
const respondWithLinks = (...links: object[]) =>
  respond('get', `/api/referral/partners/${CARD_ID}/links/`, 200, createPage(links));

const PROGRAM_URL = '/api/referral/programs/:id/';

beforeEach(() => {
  respondWithLinks(link);
  respond('get', PROGRAM_URL, 200, programForPartner);
  server.use(http.get('/api/referral/leads/', () => HttpResponse.json(createPage([]))));
});

async function openHome() {
  signIn(partner);
  const app = mount(<PartnerHome />, '/');
  await screen.findByRole('region', { name: 'Доступно к выплате' });
  return app;
}

const getBalanceCard = () => within(screen.getByRole('region', { name: 'Доступно к выплате' }));

test('the link comes first and can be copied', async () => {
  const { user } = await openHome();
  await screen.findByText(`${host}/ref/okna`);
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Ваша ссылка');
  await user.click(screen.getByRole('button', { name: 'Скопировать' }));
  expect(await screen.findByRole('button', { name: 'Скопировано' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`http://${host}/ref/okna`);
});

test('the link shows the reward of its program', async () => {
  await openHome();
  const card = within(screen.getByRole('region', { name: 'Ваша ссылка' }));
  expect(await card.findByText(/^7,5.% от сделки/)).toBeVisible();
});

test('the link shows the amount until the next step of its program', async () => {
  respond('get', PROGRAM_URL, 200, {
    ...programForPartner,
    reward_event: 'lead_qualified',
    reward: { ...programForPartner.reward, kind: 'tiered', measure: 'count', period: 'month', tiers: [] },
    progress: {
      step: { current: { from: 0, fixed_kop: 1000 }, next: { from: 5, fixed_kop: 300_000 }, left: 2 },
      cap_left_kop: null,
    },
  });
  await openHome();
  expect(await screen.findByText(/^До 3.000,00.₽ за лид: еще 2.лида в этом месяце$/)).toBeVisible();
});

test('the link is shown when its terms fail to load', async () => {
  respond('get', PROGRAM_URL, 404, { detail: 'Не найдено.', code: 'not_found' });
  await openHome();
  expect(await screen.findByText(`${host}/ref/okna`)).toBeVisible();
  expect(screen.queryByText(/от сделки/)).not.toBeInTheDocument();
});

test('the paid amount links to the paid payments', async () => {
  await openHome();
  const paidLink = getBalanceCard().getByRole('link', { name: /Выплачено.*5.000,00.₽/ });
  expect(paidLink).toHaveAttribute('href', '/payments?tab=payments&status=paid');
});

test('without requisites, the balance and the task link to the requisites form', async () => {
  const blocker = { code: 'no_method', detail: 'Не указано, куда платить.' };
  respond('get', homeUrls.balance, 200, { results: [{ ...balance, blockers: [blocker] }] });
  const { organization, partner: card } = balance;
  respond('get', homeUrls.tasks, 200, {
    results: [{ kind: 'blocker', organization, partner: card, blocker }],
  });
  await openHome();
  for (const requisitesLink of await screen.findAllByRole('link', { name: 'Указать реквизиты' }))
    expect(requisitesLink).toHaveAttribute('href', `/profile?requisites=${CARD_ID}`);
});

test('the QR code can be saved as PNG, SVG and PDF and printed with the address', async () => {
  const handlePdfRequest = vi.fn();
  server.use(
    http.get(`/api/referral/links/${link.id}/qr/`, () =>
      HttpResponse.text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"/>', {
        headers: { 'content-type': 'image/svg+xml' },
      }),
    ),
    http.get(`/api/referral/links/${link.id}/qr/pdf/`, () => {
      handlePdfRequest();
      return HttpResponse.text('%PDF', { headers: { 'content-type': 'application/pdf' } });
    }),
  );
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:qr');
  onTestFinished(() => createObjectURL.mockRestore());
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  const { user } = await openHome();
  await user.click(await screen.findByRole('button', { name: 'QR-код' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'QR-код ссылки' }));
  expect(dialog.getByText(`${host}/ref/okna`)).toBeVisible();
  await dialog.findByRole('img', { name: 'QR-код ссылки okna' });
  expect(dialog.getByRole('button', { name: 'Скачать PNG' })).toBeEnabled();
  expect(dialog.getByRole('button', { name: 'Скачать SVG' })).toBeEnabled();
  await user.click(dialog.getByRole('button', { name: 'Скачать PDF' }));
  await vi.waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce());
  expect(handlePdfRequest).toHaveBeenCalledOnce();
  await user.click(dialog.getByRole('button', { name: 'Печать' }));
  expect(print).toHaveBeenCalledOnce();
});

test('one of several active links can be chosen', async () => {
  respondWithLinks(
    link,
    { ...secondLink, program: { ...link.program, name: 'Двери' } },
    { ...link, id: '01a2b3c4-0000-7000-8000-0000000000b3', active: false, label: 'Старая' },
  );
  const { user } = await openHome();
  const programSelect = await screen.findByRole('combobox', { name: 'Программа' });
  expect(
    within(programSelect)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Окна для дома', 'Двери']);
  await user.selectOptions(programSelect, 'Двери');
  expect(screen.getByText(`${host}/ref/dveri`)).toBeVisible();
});

test('a partner without a link is invited to join a program', async () => {
  respondWithLinks();
  await openHome();
  expect(await screen.findByRole('link', { name: 'Вступите в программу' })).toHaveAttribute(
    'href',
    '/referral/program',
  );
});

test('the balance shows the amounts of today and of the next dates and links to the request', async () => {
  await openHome();
  const card = getBalanceCard();
  expect(screen.getByRole('region', { name: 'Доступно к выплате' })).toHaveTextContent(/3.300,00.₽/);
  const dates = within(card.getByRole('list', { name: 'Когда деньги станут доступны' }));
  expect(dates.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Сегодня3.300,00.₽$/),
    expect.stringMatching(/^25.авг.*\+4.200,00.₽$/),
  ]);
  expect(card.getByRole('link', { name: 'Запросить выплату' })).toHaveAttribute('href', '/payments');
  expect(card.queryByRole('progressbar')).toBeNull();
});

test.each([
  [{ available_kop: 40_000, missing_kop: 60_000 }, /До минимальной выплаты 1.000,00.₽ не хватает 600,00.₽/],
  [{ available_kop: 0, missing_kop: 100_000 }, /Доступных начислений пока нет/],
  [{ blockers: [{ code: 'no_method', detail: 'Не указано, куда платить.' }] }, /Не указано, куда платить/],
])('a payment request blocked by %j shows the reason', async (change, reason) => {
  respond('get', homeUrls.balance, 200, { results: [{ ...balance, ...change }] });
  await openHome();
  const button = getBalanceCard().getByRole('button', { name: 'Запросить выплату' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(reason);
});

test('new requisites do not block a payment request', async () => {
  const blockers = [
    {
      code: 'method_changed',
      detail: 'Реквизиты изменены меньше суток назад. Выплата возможна с 23 ноя, 03:33.',
    },
  ];
  respond('get', homeUrls.balance, 200, { results: [{ ...balance, blockers }] });
  await openHome();
  expect(getBalanceCard().getByRole('link', { name: 'Запросить выплату' })).toBeVisible();
});

test('a progress bar shows the share of the minimum payment', async () => {
  respond('get', homeUrls.balance, 200, {
    results: [{ ...balance, available_kop: 40_000, missing_kop: 60_000 }],
  });
  await openHome();
  expect(getBalanceCard().getByRole('progressbar', { name: 'До минимальной выплаты' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  );
});

test('tasks link to a receipt and an act', async () => {
  const id = '01a2b3c4-0000-7000-8000-000000000777';
  const { organization } = balance;
  const receipt = { kind: 'receipt', organization, amount_kop: 330_000, due_on: '2026-09-09' };
  respond('get', homeUrls.tasks, 200, {
    results: [
      { ...receipt, payment: { id, number: 'В-7' }, status: 'awaited', is_late: false },
      { ...receipt, payment: { id: link.program.id, number: 'В-6' }, status: 'annulled', is_late: true },
      { kind: 'act', organization, act: { id, number: 'А-7' }, month: '2026-07', amount_kop: 330_000 },
    ],
  });
  await openHome();
  expect(await screen.findByText(/^Нужен чек по выплате В-7 на 3.300,00.₽: до 9.сен.2026$/)).toBeVisible();
  expect(
    screen.getByText(/^Чек по выплате В-6 .* аннулирован, нужен новый: срок прошел 9.сен.2026$/),
  ).toBeVisible();
  expect(screen.getByText(/^Акт А-7 за июль 2026 на 3.300,00.₽ ждет вашего ответа$/)).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Отправить чек' }).at(-1)).toHaveAttribute(
    'href',
    `/payments?tab=payments&payment=${id}`,
  );
  expect(screen.getByRole('link', { name: 'Открыть акт' })).toHaveAttribute(
    'href',
    `/payments?tab=acts&act=${id}`,
  );
});

test('an invitation links to the terms of the program', async () => {
  respond('get', homeUrls.tasks, 200, {
    results: [{ kind: 'invitation', organization: balance.organization, program: link.program }],
  });
  await openHome();
  expect(screen.getByText('Окна Плюс приглашает в программу «Окна для дома»')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Посмотреть условия' })).toHaveAttribute(
    'href',
    `/referral/program/${link.program.id}`,
  );
});

test('a partner without leads is advised to share the link', async () => {
  await openHome();
  expect(await screen.findByText(/Лидов пока нет. Поделитесь ссылкой/)).toBeVisible();
});

test('a partner without an organization sees a notice', async () => {
  respond('get', homeUrls.balance, 200, { results: [] });
  signIn(partner);
  mount(<PartnerHome />, '/');
  expect(await screen.findByText('Вас пока не добавила ни одна организация')).toBeVisible();
});

test('a placeholder is shown while the page loads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(
    http.get(homeUrls.balance, async () => {
      await promise;
      return HttpResponse.json({ results: [balance] });
    }),
  );
  signIn(partner);
  mount(<PartnerHome />, '/');
  expect(await screen.findByText('Главная загружается')).toBeInTheDocument();
  resolve();
  expect(await screen.findByRole('region', { name: 'Доступно к выплате' })).toHaveTextContent(/3.300,00.₽/);
  expect(screen.queryByText('Главная загружается')).not.toBeInTheDocument();
});

test('a balance that failed to load can be reloaded', async () => {
  respond('get', homeUrls.balance, 400, { detail: 'Не сейчас.', code: 'invalid', incident: '7F3A-21' });
  signIn(partner);
  const { user } = mount(<PartnerHome />, '/');
  expect(await screen.findByText('Не удалось загрузить баланс')).toBeVisible();
  respond('get', homeUrls.balance, 200, { results: [balance] });
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('region', { name: 'Доступно к выплате' })).toBeVisible();
});
