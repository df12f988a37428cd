import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findDefects } from '../support/defects.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

test.use({ serverOptions: { privateWebhooks: true } });

const received: string[] = [];
let receiver: Server;
test.beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(received.length === 1 ? 500 : 200).end('{"accepted":true}');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => void receiver.close());

test('an owner adds a webhook, tests it, reads the request and the response, and sends an event again', async ({
  page,
  context,
  server,
}) => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
  await signInContext(context, server.url, organization);
  await page.goto(`${server.url}/profile/developers`);
  await page.getByRole('button', { name: 'Добавить вебхук' }).click();
  const form = page.getByRole('form', { name: 'Новый вебхук' });
  await form.getByLabel('Адрес').fill(url);
  await form.getByRole('checkbox', { name: 'Новый лид' }).check();
  await form.getByLabel('Ваш пароль').fill(organization.password);
  await form.getByRole('button', { name: 'Добавить вебхук' }).click();
  const secret = page.getByRole('dialog', { name: 'Секрет вебхука' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'Готово' }).click();

  const menu = page.getByRole('button', { name: `Действия: ${url}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Отправить проверку' }).click();
  const log = page.getByRole('dialog', { name: /^Журнал доставки/ });
  await expect(log.getByText('Ответ 500.')).toBeVisible();
  await expect(log.getByRole('region', { name: 'Запрос' })).toContainText('webhook.test');
  await expect(log.getByRole('region', { name: 'Ответ' })).toContainText('"accepted": true');
  expect([...(await findDefects(page)), ...(await findViolations(page))]).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(log).toBeHidden();
  await expect(menu).toBeFocused();

  await createLeads(server, 1);
  await server.deliverWebhooks();
  expect(received).toHaveLength(2);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Журнал доставки' }).click();
  const lead = log.getByRole('listitem').filter({ hasText: 'Новый лид' });
  await expect(lead).toContainText('Доставлено');
  await lead.getByText('Новый лид').click();
  await lead.getByRole('button', { name: 'Отправить еще раз' }).click();
  await expect(lead).toContainText('В очереди');
  await server.deliverWebhooks();
  await expect(lead).toContainText('Доставлено');
  expect(received.map((body) => JSON.parse(body).type)).toEqual([
    'webhook.test',
    'lead.created',
    'lead.created',
  ]);
});
