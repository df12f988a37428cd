import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findDefects } from '../support/defects.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

type Update = { update_id: number; message: { text: string; chat: { id: number; type: string } } };

/** Fake Bot API for one token. */
function fakeTelegram(token: string) {
  const updates: Update[] = [];
  const sent: string[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    const [, used, method] = /\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
    if (used !== token) return Response.json({ ok: false }, { status: 401 });
    const { offset = 0, text = '' } = JSON.parse(String(init.body)) as { offset?: number; text?: string };
    if (method === 'getMe') return Response.json({ ok: true, result: { username: 'okna_bot' } });
    if (method === 'getUpdates')
      return Response.json({ ok: true, result: updates.filter(({ update_id }) => update_id >= offset) });
    sent.push(text);
    return Response.json({ ok: true, result: {} });
  }) as typeof globalThis.fetch;
  return { fetch, sent, updates };
}

const TOKEN = '111222333:AAH-secret';
const telegram = fakeTelegram(TOKEN);

test.use({ serverOptions: { messages: { isRehearsed: true }, fetch: telegram.fetch } });

test('an owner sets up a bot, links a chat with it and gets a test message there', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto(`${server.url}/profile/organization`);
  const card = page.getByRole('region', { name: 'Telegram' });
  await card.getByRole('button', { name: 'Изменить: Telegram' }).click();
  const form = page.getByRole('form', { name: 'Telegram' });
  const token = form.getByLabel('Токен бота');
  await expect(token).toBeFocused();
  await token.fill('999:AAH');
  await form.getByLabel('Ваш пароль').fill(organization.password);
  await token.press('Enter');
  await expect(form.getByText(/Токен не подходит/)).toBeVisible();
  expect([...(await findDefects(page)), ...(await findViolations(page))]).toEqual([]);
  await token.fill(TOKEN);
  await token.press('Enter');
  await expect(card.getByRole('link', { name: '@okna_bot' })).toHaveAttribute(
    'href',
    'https://t.me/okna_bot',
  );

  const test = card.getByRole('button', { name: 'Отправить тестовое сообщение' });
  await expect(test).toBeDisabled();
  await card.getByRole('button', { name: 'Подключить Telegram' }).click();
  const link = await card.getByRole('link', { name: 'Открыть бота в Telegram' }).getAttribute('href');
  expect([...(await findDefects(page)), ...(await findViolations(page))]).toEqual([]);
  const start = new URL(link ?? '').searchParams.get('start');
  telegram.updates.push({
    update_id: 1,
    message: { text: `/start ${start}`, chat: { id: 70, type: 'private' } },
  });
  await server.readBots();
  await page.reload();
  await test.click();
  await expect(card.getByRole('status')).toContainText('Проверьте чат с ботом');
  expect(telegram.sent.at(-1)).toContain('Проверка Telegram');

  await page.goto(`${server.url}/profile/notifications`);
  await expect(page.getByRole('link', { name: '@okna_bot' })).toBeVisible();
  await page.getByRole('button', { name: 'Отключить Telegram' }).click();
  await expect(page.getByRole('button', { name: 'Подключить Telegram' })).toBeVisible();
});
