import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { CRM, crmConnection, serveCrm } from '@/testing/data/crm.ts';
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
  expect(bitrix24).toContain('Битрикс24 ответил ошибкой 500.');
  expect(amocrm).toContain('Лиды выбранных программ: 1Нет доступаАккаунт amoCRM не оплачен.');
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

test('the stage of new deals is chosen among the open stages, and the programs stay all', async () => {
  const page = openPage();
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
  expect(await screen.findByText('Связи нет')).toBeVisible();
  expect(screen.getByText('Портал Битрикс24 закрыт.')).toBeVisible();
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

test('a connection is removed after a confirmation', async () => {
  const page = openPage();
  await choose(page, 'Отключить');
  expect(await screen.findByText(/Сделки в CRM останутся/)).toBeVisible();
  server.use(http.delete(ONE, () => new HttpResponse(null, { status: 204 })));
  await page.user.click(screen.getByRole('button', { name: 'Отключить' }));
  expect(await screen.findByText('CRM отключена')).toBeVisible();
});
