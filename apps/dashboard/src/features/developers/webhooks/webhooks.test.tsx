import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import {
  serveWebhookDeliveries,
  serveWebhooks,
  WEBHOOKS,
  webhook,
  webhookDelivery,
} from '@/testing/data/webhooks.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { Webhooks } from './webhooks.tsx';

const ONE = `${WEBHOOKS}${webhook.id}/`;
const SECRET = 'whsec_c2VjcmV0';

function openPage(results: Parameters<typeof serveWebhooks>[0] = [webhook]) {
  serveWebhooks(results);
  signIn();
  return mount(<Webhooks />, '/profile/developers');
}

async function choose({ user }: ReturnType<typeof openPage>, action: string) {
  await user.click(await screen.findByRole('button', { name: `Действия: ${webhook.url}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('the list shows the events, the state and the last attempt of each webhook', async () => {
  const ids = ['2', '3', '4'].map((last) => webhook.id.replace(/1$/, last));
  openPage([
    webhook,
    {
      ...webhook,
      id: ids[0] ?? '',
      state: 'failing',
      failing_since: '2026-08-20T11:05:00Z',
      waiting: 3,
      last_attempt: { at: '2026-08-25T11:05:00Z', is_delivered: false, problem: 'Ответ 503.' },
    },
    { ...webhook, id: ids[1] ?? '', state: 'off', is_on: false, last_attempt: null },
    { ...webhook, id: ids[2] ?? '', is_unreadable: true },
  ]);
  await screen.findByText('Работает');
  const rows = within(screen.getByRole('region', { name: 'Вебхуки' })).getAllByRole('listitem');
  const texts = rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '));
  expect(texts[0]).toContain(
    `${webhook.url}Новый лид, Выплата выполненаРаботаетПоследнее событие доставлено`,
  );
  expect(texts[1]).toContain('Ошибки с 20 авг');
  expect(texts[1]).toContain('Ответ 503.В очереди: 3');
  expect(texts[2]).toContain('ВыключенЗапросов еще не было');
  expect(texts[3]).toContain('Секрет не читается');
  expect(texts[3]).toContain('Замените секрет');
});

test('an organization without webhooks reads their purpose', async () => {
  openPage([]);
  expect(await screen.findByText(/Вебхук нужен, чтобы ваша программа сразу узнавала/)).toBeVisible();
});

test('a list that does not load offers to try again', async () => {
  respond('get', WEBHOOKS, 500, { detail: 'Ошибка' });
  signIn();
  mount(<Webhooks />, '/profile/developers');
  expect(await screen.findByText('Вебхуки не загрузились')).toBeVisible();
});

test('a new webhook needs an address, an event and the password, and its secret is shown once', async () => {
  const { user } = openPage([]);
  const { release, bodies } = holdResponse('post', WEBHOOKS, { ...webhook, secret: SECRET }, 201);
  await user.click(await screen.findByRole('button', { name: 'Добавить вебхук' }));
  const form = within(await screen.findByRole('form', { name: 'Новый вебхук' }));
  await user.type(form.getByLabelText('Адрес'), webhook.url);
  await user.click(form.getByRole('button', { name: 'Добавить вебхук' }));
  expect(form.getByText('Выберите хотя бы одно событие')).toBeVisible();
  expect(form.getByText('Введите свой пароль')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'Выплата выполнена' }));
  await user.click(form.getByRole('checkbox', { name: 'Новый лид' }));
  await user.type(form.getByLabelText('Ваш пароль'), 'my password');
  await user.click(form.getByRole('button', { name: 'Добавить вебхук' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      { url: webhook.url, events: ['lead.created', 'payment.paid'], password: 'my password' },
    ]),
  );
  release();
  const dialog = within(await screen.findByRole('dialog', { name: 'Секрет вебхука' }));
  expect(dialog.getByText(SECRET)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Скопировать' }));
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  await user.click(dialog.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('my password');
});

test('all events are selected and cleared at once', async () => {
  const { user } = openPage([]);
  await user.click(await screen.findByRole('button', { name: 'Добавить вебхук' }));
  const all = await screen.findByRole('checkbox', { name: 'Все события' });
  await user.click(all);
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(10);
  await user.click(all);
  expect(screen.queryAllByRole('checkbox', { checked: true })).toHaveLength(0);
});

test('new events are saved without the password, a new address needs it', async () => {
  const page = openPage();
  const { release, bodies } = holdResponse('patch', ONE, webhook);
  release();
  await choose(page, 'Изменить');
  const form = within(await screen.findByRole('form', { name: 'Вебхук' }));
  expect(form.queryByLabelText('Ваш пароль')).toBeNull();
  await page.user.click(form.getByRole('checkbox', { name: 'Новая продажа' }));
  await page.user.type(form.getByLabelText('Адрес'), '/new');
  await page.user.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(form.getByText('Введите свой пароль')).toBeVisible();
  await page.user.type(form.getByLabelText('Ваш пароль'), 'my password');
  await page.user.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Вебхук сохранен')).toBeInTheDocument();
  expect(bodies).toEqual([
    {
      url: `${webhook.url}/new`,
      events: ['lead.created', 'sale.created', 'payment.paid'],
      password: 'my password',
    },
  ]);
});

test('the log shows the request and the response of an event, which can be sent again', async () => {
  serveWebhookDeliveries([webhookDelivery, { ...webhookDelivery, id: webhook.id, status: 'sent' }]);
  const page = openPage();
  await choose(page, 'Журнал доставки');
  const dialog = within(await screen.findByRole('dialog', { name: 'Журнал доставки: crm.example.ru' }));
  const [row] = await dialog.findAllByRole('listitem');
  if (row === undefined) throw new Error('the log is empty');
  expect(row.textContent).toContain('Новый лидНе доставлено');
  expect(row.textContent).toContain('Код 503');
  await page.user.click(within(row).getByText('Новый лид'));
  expect(within(row).getByText(/Ответ 503\. Попыток: 11\./)).toBeVisible();
  expect(within(row).getByRole('region', { name: 'Запрос' })).toHaveTextContent('"name": "Иван"');
  expect(within(row).getByRole('region', { name: 'Ответ' })).toHaveTextContent('busy');
  respond('post', `/api/referral/webhook-deliveries/${webhookDelivery.id}/resend/`, 200, {
    ...webhookDelivery,
    status: 'waiting',
  });
  serveWebhookDeliveries([
    { ...webhookDelivery, status: 'waiting', next_attempt_at: '2026-08-25T11:06:00Z' },
  ]);
  await page.user.click(within(row).getByRole('button', { name: 'Отправить еще раз' }));
  expect(await within(row).findByText('В очереди')).toBeVisible();
});

test('a test message opens the log with its response', async () => {
  const tested = { ...webhookDelivery, type: 'webhook.test', status: 'sent', response_status: 204 } as const;
  serveWebhookDeliveries([tested]);
  respond('post', `${ONE}test/`, 200, tested);
  await choose(openPage(), 'Отправить проверку');
  expect(await screen.findByRole('region', { name: 'Запрос' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отправить еще раз' })).toBeNull();
});

test('a refused test message is explained', async () => {
  respond('post', `${ONE}test/`, 429, { detail: 'Слишком много попыток. Повторите через 5 мин' });
  await choose(openPage(), 'Отправить проверку');
  expect(await screen.findByText(/Повторите через 5 мин/)).toBeInTheDocument();
});

test('the secret is replaced after a confirmation and shown once', async () => {
  const page = openPage();
  respond('post', `${ONE}rotate/`, 200, { ...webhook, secret: SECRET });
  await choose(page, 'Заменить секрет');
  const dialog = within(await screen.findByRole('dialog', { name: 'Заменить секрет?' }));
  await page.user.click(dialog.getByRole('button', { name: 'Заменить' }));
  expect(await screen.findByText(SECRET)).toBeVisible();
});

test.each([
  ['Выключить', 'Выключить вебхук?', 'patch', 'Вебхук выключен'],
  ['Удалить', 'Удалить вебхук?', 'delete', 'Вебхук удален'],
] as const)('«%s» asks for a confirmation', async (action, title, method, success) => {
  const page = openPage();
  if (method === 'patch') respond('patch', ONE, 200, { ...webhook, is_on: false, state: 'off' });
  else server.use(http.delete(ONE, () => new HttpResponse(null, { status: 204 })));
  await choose(page, action);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await page.user.click(dialog.getByRole('button', { name: action }));
  expect(await screen.findByText(success)).toBeInTheDocument();
});

test('a webhook that is off is turned on at once', async () => {
  const page = openPage([{ ...webhook, is_on: false, state: 'off' }]);
  respond('patch', ONE, 200, webhook);
  await choose(page, 'Включить');
  expect(await screen.findByText('Вебхук включен')).toBeInTheDocument();
});
