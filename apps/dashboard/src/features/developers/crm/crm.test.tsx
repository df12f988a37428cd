import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { CRM, crmConnection, serveCrm } from '@/testing/data/integrations/crm.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { Crm } from './crm.tsx';

const ONE = `${CRM}${crmConnection.id}/`;

function openPage(results: Parameters<typeof serveCrm>[0] = [crmConnection]) {
  serveCrm(results);
  signIn();
  return mount(<Crm />, '/profile/developers');
}

async function choose({ user }: ReturnType<typeof openPage>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Действия: Битрикс24' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

const rowTexts = () =>
  within(screen.getByRole('region', { name: 'CRM' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent?.replaceAll('\u00a0', ' '));

test('an organization without a CRM reads that both can be connected', async () => {
  openPage([]);
  await screen.findByRole('button', { name: 'Подключить amoCRM' });
  expect(rowTexts()).toEqual(['Битрикс24Не подключенаПодключить', 'amoCRMНе подключенаПодключить']);
});

test('a connected CRM shows its state, its deals and its last problem', async () => {
  openPage([
    {
      ...crmConnection,
      last_event_at: '2026-08-25T11:05:00Z',
      last_event: 'Событие пропущено: связь выключена.',
      deals: { ...crmConnection.deals, waiting: 2, failed: 1, problem: 'Битрикс24 ответил ошибкой 500.' },
    },
    {
      ...crmConnection,
      id: crmConnection.id.replace(/1$/, '2'),
      kind: 'amocrm',
      address: 'https://company.amocrm.ru',
      state: 'broken',
      cause: 'Аккаунт amoCRM не оплачен.',
      programs: [crmConnection.id],
    },
  ]);
  await screen.findByText('Работает');
  const [bitrix24, amocrm] = rowTexts();
  expect(bitrix24).toContain('company.bitrix24.ruЛиды всех программРаботаетПередано лидов: 12, последний');
  expect(bitrix24).toContain('В очереди: 2Не переданы за трое суток: 1');
  expect(bitrix24).toContain('Битрикс24 ответил ошибкой 500.Событие пропущено: связь выключена.');
  expect(amocrm).toContain('Лиды выбранных программ: 1Не работаетАккаунт amoCRM не оплачен.');
});

test('connections that do not load offer to try again', async () => {
  respond('get', CRM, 500, { detail: 'Ошибка' });
  signIn();
  mount(<Crm />, '/profile/developers');
  expect(await screen.findByText('Подключения CRM не загрузились')).toBeVisible();
});

test('Битрикс24 is connected with the address of a webhook and the password, sent once', async () => {
  const { user } = openPage([]);
  await user.click(await screen.findByRole('button', { name: 'Подключить Битрикс24' }));
  const dialog = await screen.findByRole('dialog', { name: 'Подключение: Битрикс24' });
  const submit = within(dialog).getByRole('button', { name: 'Подключить' });
  await user.click(submit);
  expect(await within(dialog).findByText('Введите свой пароль')).toBeVisible();
  expect(within(dialog).queryByLabelText('Долгосрочный токен')).not.toBeInTheDocument();
  const address = 'https://company.bitrix24.ru/rest/1/secret/';
  await user.type(within(dialog).getByLabelText(/Адрес входящего вебхука/), address);
  await user.type(within(dialog).getByLabelText(/Ваш пароль/), 'secret');
  const { bodies, release } = holdResponse('post', CRM, { ...crmConnection, is_on: false }, 201);
  await user.dblClick(submit);
  release();
  expect(await screen.findByText('CRM подключена')).toBeVisible();
  expect(bodies).toEqual([{ kind: 'bitrix24', address, password: 'secret' }]);
});

test('a token that amoCRM refuses is explained at its field', async () => {
  const { user } = openPage([]);
  await user.click(await screen.findByRole('button', { name: 'Подключить amoCRM' }));
  const dialog = await screen.findByRole('dialog', { name: 'Подключение: amoCRM' });
  await user.type(within(dialog).getByLabelText(/Адрес amoCRM/), 'https://company.amocrm.ru');
  await user.type(within(dialog).getByLabelText(/Долгосрочный токен/), 'wrong');
  await user.type(within(dialog).getByLabelText(/Ваш пароль/), 'secret');
  respond('post', CRM, 400, { token: ['Токен amoCRM не принят.'] });
  await user.click(within(dialog).getByRole('button', { name: 'Подключить' }));
  expect(await within(dialog).findByText(/Токен amoCRM не принят/)).toBeVisible();
});

const OAUTH = { client_id: 'id', client_secret: 'key', redirect_uri: 'https://a.ru', code: 'code' };

/** Selects the keys of an integration of amoCRM in the open dialog, and fills them in. */
async function fillIntegration({ user }: ReturnType<typeof openPage>, title: string) {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.click(dialog.getByRole('radio', { name: 'Ключами интеграции' }));
  for (const [label, value] of [
    [/ID интеграции/, OAUTH.client_id],
    [/Секретный ключ/, OAUTH.client_secret],
    [/Ссылка для перенаправления/, OAUTH.redirect_uri],
    [/Код авторизации/, OAUTH.code],
    [/Ваш пароль/, 'secret'],
  ] as const) {
    await user.click(dialog.getByLabelText(label));
    await user.paste(value);
  }
  return dialog;
}

test('amoCRM is connected with the keys of an integration, and an expired code is explained at its field', async () => {
  const page = openPage([]);
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Подключить amoCRM' }));
  const dialog = await fillIntegration(page, 'Подключение: amoCRM');
  expect(dialog.queryByLabelText(/Долгосрочный токен/)).not.toBeInTheDocument();
  const address = 'https://company.amocrm.ru';
  await user.click(dialog.getByLabelText(/Адрес amoCRM/));
  await user.paste(address);
  const submit = dialog.getByRole('button', { name: 'Подключить' });
  respond('post', CRM, 400, { 'oauth.code': ['Код не принят: он действует 20 минут.'] });
  await user.click(submit);
  expect(await dialog.findByText(/Код не принят/)).toBeVisible();
  expect(dialog.getByLabelText(/Код авторизации/)).toBeInvalid();
  const { bodies, release } = holdResponse('post', CRM, { ...crmConnection, is_on: false }, 201);
  await user.click(submit);
  release();
  expect(await screen.findByText('CRM подключена')).toBeVisible();
  expect(bodies).toEqual([{ kind: 'amocrm', address, oauth: OAUTH, password: 'secret' }]);
});

test('the keys of amoCRM are replaced with those of an integration', async () => {
  const amocrm = { ...crmConnection, kind: 'amocrm', address: 'https://company.amocrm.ru' } as const;
  const page = openPage([amocrm]);
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Действия: amoCRM' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Заменить ключ' }));
  const dialog = await fillIntegration(page, 'Заменить ключ');
  const { bodies, release } = holdResponse('patch', ONE, amocrm);
  await user.click(dialog.getByRole('button', { name: 'Заменить' }));
  release();
  expect(await screen.findByText('Ключ заменен')).toBeVisible();
  expect(bodies).toMatchObject([{ oauth: OAUTH, password: 'secret' }]);
});

test('the stage of new deals is chosen among the open stages, and the programs stay all', async () => {
  const page = openPage();
  server.use(
    http.get('/api/referral/programs/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
  );
  await choose(page, 'Настроить');
  const dialog = await screen.findByRole('dialog', { name: 'Настройки: Битрикс24' });
  await page.user.click(within(dialog).getByRole('combobox', { name: 'Стадия новых сделок' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Новая',
    'Ждем оплату',
  ]);
  await page.user.click(screen.getByRole('option', { name: 'Ждем оплату' }));
  const { bodies, release } = holdResponse('patch', ONE, { ...crmConnection });
  release();
  await page.user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Настройки сохранены')).toBeVisible();
  expect(bodies).toEqual([{ version: 3, programs: null, first_stage: 'EXECUTING' }]);
});

test('the transfer of leads is turned off after a confirmation, and on at once', async () => {
  const page = openPage();
  await choose(page, 'Выключить');
  const off = holdResponse('patch', ONE, { ...crmConnection, is_on: false });
  off.release();
  serveCrm([{ ...crmConnection, is_on: false }]);
  await page.user.click(await screen.findByRole('button', { name: 'Выключить' }));
  expect(await screen.findByText('Передача лидов выключена')).toBeVisible();
  expect(off.bodies).toEqual([{ version: 3, is_on: false }]);
  await screen.findByText('Выключена');
  const on = holdResponse('patch', ONE, { ...crmConnection });
  on.release();
  await choose(page, 'Включить');
  expect(await screen.findByText('Передача лидов включена')).toBeVisible();
  expect(on.bodies).toEqual([{ version: 3, is_on: true }]);
});

test('a check without a connection shows the cause', async () => {
  const page = openPage();
  respond('post', `${ONE}refresh/`, 409, { code: 'closed', detail: 'Портал Битрикс24 закрыт.' });
  await choose(page, 'Проверить связь');
  expect(await screen.findByText(/Портал Битрикс24 закрыт/)).toBeVisible();
});

test('another key of Битрикс24 is sent with the password', async () => {
  const page = openPage();
  await choose(page, 'Заменить ключ');
  const dialog = await screen.findByRole('dialog', { name: 'Заменить ключ' });
  const address = 'https://company.bitrix24.ru/rest/1/new/';
  await page.user.type(within(dialog).getByLabelText(/Адрес входящего вебхука/), address);
  await page.user.type(within(dialog).getByLabelText(/Ваш пароль/), 'secret');
  const { bodies, release } = holdResponse('patch', ONE, { ...crmConnection });
  release();
  await page.user.click(within(dialog).getByRole('button', { name: 'Заменить' }));
  expect(await screen.findByText('Ключ заменен')).toBeVisible();
  expect(bodies).toEqual([{ version: 3, address, password: 'secret' }]);
});

test('stages get lead statuses after a trial on the last deals', async () => {
  const page = openPage();
  await choose(page, 'Стадии и статусы');
  const dialog = await screen.findByRole('dialog', { name: 'Стадии и статусы: Битрикс24' });
  await page.user.click(
    within(dialog).getByRole('combobox', { name: 'Статус лида для стадии «Ждем оплату»' }),
  );
  await page.user.click(await screen.findByRole('option', { name: 'Подтвержден' }));
  const lead = { id: crmConnection.id, number: 'Л-7' };
  const trial = holdResponse('post', `${ONE}preview/`, {
    ...{ deals: 100, foreign: 97, unchanged: 1 },
    moves: [{ lead, stage: 'Ждем оплату', from: 'new', to: 'qualified', problem: '' }],
    unmapped: [{ stage: 'Другая', deals: 1 }],
  });
  trial.release();
  await page.user.click(within(dialog).getByRole('button', { name: 'Проверить на последних сделках' }));
  expect(await within(dialog).findByText(/Прочитано сделок: 100. Не от нас: 97/)).toBeVisible();
  expect(within(dialog).getByText('Л-7, стадия «Ждем оплату»: Новый → Подтвержден')).toBeVisible();
  expect(within(dialog).getByText('Для стадии «Другая» статус не выбран. Сделок: 1')).toBeVisible();
  const mapping = [
    { stage: 'NEW', status: null },
    { stage: 'EXECUTING', status: 'qualified' },
    { stage: 'WON', status: 'won' },
  ];
  expect(trial.bodies).toEqual([{ mapping }]);
  const { bodies, release } = holdResponse('patch', ONE, { ...crmConnection });
  release();
  await page.user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Статусы сохранены')).toBeVisible();
  expect(bodies).toEqual([{ version: 3, mapping }]);
});

test('a trial without a connection shows the cause, and a stage that the CRM removed leaves the mapping', async () => {
  const [first] = crmConnection.stages;
  if (first === undefined) throw new Error('no stage');
  const page = openPage([
    {
      ...crmConnection,
      stages: [first, { ...first, id: 'OLD', name: 'OLD', status: 'won', is_removed: true }],
    },
  ]);
  await choose(page, 'Стадии и статусы');
  const dialog = await screen.findByRole('dialog', { name: 'Стадии и статусы: Битрикс24' });
  expect(within(dialog).getByText('Удалена в CRM')).toBeVisible();
  respond('post', `${ONE}preview/`, 409, { code: 'closed', detail: 'Портал Битрикс24 закрыт.' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Проверить на последних сделках' }));
  expect(await within(dialog).findByText(/Портал Битрикс24 закрыт/)).toBeVisible();
  const { bodies, release } = holdResponse('patch', ONE, { ...crmConnection });
  release();
  await page.user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Статусы сохранены');
  expect(bodies).toEqual([{ version: 3, mapping: [{ stage: 'NEW', status: null }] }]);
});

test('events of Битрикс24 need the address there and its token here', async () => {
  const page = openPage();
  await choose(page, 'События из CRM');
  const dialog = await screen.findByRole('dialog', { name: 'События: Битрикс24' });
  expect(within(dialog).getByText(`${location.origin}/api/public/crm/secret/`)).toBeVisible();
  respond('post', `${ONE}rotate/`, 200, { ...crmConnection, inbound_path: '/api/public/crm/another/' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Заменить адрес' }));
  expect(await within(dialog).findByText(`${location.origin}/api/public/crm/another/`)).toBeVisible();
  await page.user.type(within(dialog).getByLabelText(/Токен приложения/), 'app token');
  const { bodies, release } = holdResponse('patch', ONE, { ...crmConnection });
  release();
  await page.user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Токен сохранен')).toBeVisible();
  expect(bodies).toEqual([{ version: 3, application_token: 'app token' }]);
});

test('a connection is removed after a confirmation', async () => {
  const page = openPage();
  await choose(page, 'Отключить');
  expect(await screen.findByText(/Сделки в CRM останутся/)).toBeVisible();
  server.use(http.delete(ONE, () => new HttpResponse(null, { status: 204 })));
  await page.user.click(screen.getByRole('button', { name: 'Отключить' }));
  expect(await screen.findByText('CRM отключена')).toBeVisible();
});
