import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { senders } from '@/testing/data/organization.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, messageUrls, respond, server } from '@/testing/server.ts';
import { TelegramCard } from './telegram-card.tsx';

const SENDERS = '/api/referral/senders/';
const TELEGRAM = `${SENDERS}telegram/`;

const bot = { ...senders.telegram, source: 'organization', bot_id: '111', bot: 'okna_bot' } as const;
const savedSenders = { ...senders, telegram: bot };
const linkedSenders = { ...senders, telegram: { ...bot, link: 'linked' as const } };

const card = async () => within(await screen.findByRole('region', { name: 'Telegram' }));

async function mountCard(state: object = senders) {
  respond('get', SENDERS, 200, { ...senders, ...state });
  signIn();
  const app = mount(<TelegramCard />);
  // The loading state has a region with the same name.
  await screen.findByRole('heading', { name: 'Telegram' });
  return app;
}

async function openForm(state?: object) {
  const { user } = await mountCard(state);
  await user.click(await (await card()).findByRole('button', { name: 'Изменить: Telegram' }));
  const form = within(await screen.findByRole('form', { name: 'Telegram' }));
  const type = async (label: string, text: string) => {
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  };
  const save = form.getByRole('button', { name: 'Сохранить' });
  return { user, form, type, save, submit: () => user.click(save) };
}

test('an owner saves a bot token, a double click saves it once, and the card links to the bot', async () => {
  const { release, bodies } = holdResponse('post', TELEGRAM, savedSenders);
  const { user, form, type, save } = await openForm();
  expect(await (await card()).findByText(/Бот не настроен/)).toBeVisible();
  await user.click(save);
  expect(form.getByLabelText('Токен бота')).toHaveAccessibleDescription(/Скопируйте токен целиком/);
  expect(bodies).toEqual([]);
  await type('Токен бота', '111:secret');
  await type('Ваш пароль', 'my password');
  await user.dblClick(save);
  await waitFor(() => expect(bodies).toEqual([{ bot_token: '111:secret', password: 'my password' }]));
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret|my password/);
  respond('get', SENDERS, 200, savedSenders);
  release();
  expect(await (await card()).findByRole('link', { name: '@okna_bot' })).toHaveAttribute(
    'href',
    'https://t.me/okna_bot',
  );
  expect((await card()).getByText('Сохранен, показать его нельзя')).toBeVisible();
});

test('a token error of the server is shown at its field, which gets the focus', async () => {
  respond('post', TELEGRAM, 400, { bot_token: ['Токен не подходит: Telegram его не знает.'] });
  const { form, type, submit } = await openForm(savedSenders);
  expect(form.getByText(/другой бот вместо @okna_bot/)).toBeVisible();
  await type('Токен бота', '999:unknown');
  await type('Ваш пароль', 'my password');
  await submit();
  await waitFor(() => expect(form.getByLabelText('Токен бота')).toHaveAccessibleDescription(/не подходит/));
  await waitFor(() => expect(form.getByLabelText('Токен бота')).toHaveFocus());
});

test('a wrong account password is shown at its field', async () => {
  respond('post', TELEGRAM, 400, { password: ['Неверный пароль.'] });
  const { form, type, submit } = await openForm(savedSenders);
  await type('Токен бота', '111:secret');
  await type('Ваш пароль', 'not the one');
  await submit();
  await waitFor(() => expect(form.getByLabelText('Ваш пароль')).toBeInvalid());
});

test('the form stays open and shows the reason when Telegram does not respond', async () => {
  respond('post', TELEGRAM, 409, { detail: 'Сейчас Telegram не отвечает. Повторите позже.', code: 'closed' });
  const { form, type, submit } = await openForm();
  await type('Токен бота', '111:secret');
  await type('Ваш пароль', 'my password');
  await submit();
  expect(await form.findByText(/Сейчас Telegram не отвечает/)).toBeVisible();
});

test('an owner without a linked chat must link it before testing the bot', async () => {
  const url = 'https://t.me/okna_bot?start=abc';
  const linkRequests: string[] = [];
  server.use(
    http.post(messageUrls.telegram, ({ request }) => {
      linkRequests.push(new URL(request.url).search);
      return HttpResponse.json({ url, expires_at: '2026-08-21T12:00:00Z' }, { status: 201 });
    }),
  );
  const { user } = await mountCard(savedSenders);
  expect((await card()).getByRole('button', { name: 'Отправить тестовое сообщение' })).toBeDisabled();
  await user.click((await card()).getByRole('button', { name: 'Подключить Telegram' }));
  expect(await (await card()).findByRole('link', { name: 'Открыть бота в Telegram' })).toHaveAttribute(
    'href',
    url,
  );
  expect(linkRequests).toEqual(['?bot=111']);
});

test('a failed test message shows the reason, and a double click sends one message', async () => {
  const problem = 'Telegram не принимает токен бота.';
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let requestCount = 0;
  server.use(
    http.post(`${TELEGRAM}test/`, async () => {
      requestCount += 1;
      await promise;
      return HttpResponse.json({ problem, is_sent: false });
    }),
  );
  const { user } = await mountCard(linkedSenders);
  const button = await (await card()).findByRole('button', { name: 'Отправить тестовое сообщение' });
  await user.dblClick(button);
  release();
  expect(await (await card()).findByRole('alert')).toHaveTextContent(`Сообщение не отправлено. ${problem}`);
  expect(requestCount).toBe(1);
  respond('post', `${TELEGRAM}test/`, 200, { is_sent: true, problem: '' });
  await user.click(button);
  expect(await (await card()).findByRole('status')).toHaveTextContent('Проверьте чат с ботом');
});

test('removing the bot asks for confirmation', async () => {
  const { promise, resolve: removed } = Promise.withResolvers<void>();
  server.use(
    http.delete(TELEGRAM, () => {
      removed();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await mountCard(savedSenders);
  await user.click((await card()).getByRole('button', { name: 'Отключить бота' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отключить бота?' }));
  respond('get', SENDERS, 200, senders);
  await user.click(dialog.getByRole('button', { name: 'Отключить' }));
  await promise;
  expect(await screen.findByText(/Бот не настроен/)).toBeVisible();
});

test('a bot configured on the server is shown and cannot be changed', async () => {
  await mountCard({ telegram: { ...bot, source: 'server' } });
  expect(await (await card()).findByText('Задано в настройках сервера')).toBeVisible();
  expect((await card()).getByRole('link', { name: '@okna_bot' })).toBeVisible();
  expect((await card()).queryByRole('button', { name: /Изменить|Отключить/ })).not.toBeInTheDocument();
});

test('a token that cannot be decrypted must be entered again', async () => {
  await mountCard({ telegram: { ...bot, is_unreadable: true } });
  expect(await (await card()).findByText('Нужно ввести заново')).toBeVisible();
  expect((await card()).getByRole('alert')).toHaveTextContent('Токен бота нужно ввести заново');
});

test('settings that failed to load can be reloaded', async () => {
  respond('get', SENDERS, 400, { detail: 'Не сейчас.', code: 'invalid' });
  signIn();
  const { user } = mount(<TelegramCard />);
  expect(await (await card()).findByRole('alert')).toHaveTextContent('Настройки Telegram не загрузились');
  respond('get', SENDERS, 200, savedSenders);
  await user.click((await card()).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: '@okna_bot' })).toBeVisible();
});

test('employees without the permission do not see the bot', async () => {
  signIn({ ...anna, position: 'viewer', permissions: ['organization'] });
  mount(
    <>
      <TelegramCard />
      <p>Настройки</p>
    </>,
  );
  expect(await screen.findByText('Настройки')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Telegram' })).not.toBeInTheDocument();
});
