import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createDelivery, messageSettings } from '@/testing/data/messages.ts';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, messageUrls, respond, server } from '@/testing/server.ts';
import { NotificationSettings } from './notification-settings.tsx';
import { Outbox } from './outbox.tsx';

const createPage = (results: readonly object[]) => ({ results, next: null, previous: null });

test('choosing a channel for an event saves at once, and urgent events have no digest', async () => {
  const { bodies, release } = holdResponse('patch', messageUrls.settings, messageSettings);
  release();
  signIn({ ...partner });
  server.use(http.get('/api/accounts/users/me/', () => HttpResponse.json(partner)));
  const { user } = mount(<NotificationSettings />);
  const modeSelect = await screen.findByRole('combobox', { name: 'Новый лид: Почта' });
  await user.selectOptions(modeSelect, 'Раз в день');
  await expect
    .poll(() => bodies)
    .toEqual([{ choices: [{ event: 'lead_came', channel: 'email', mode: 'daily' }] }]);
  const urgentSelect = within(screen.getByRole('combobox', { name: 'Вход с нового устройства: Почта' }));
  expect(urgentSelect.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Не присылать',
    'Сразу',
  ]);
  expect(screen.queryByRole('combobox', { name: /СМС/ })).toBeNull();
});

test('quiet hours are saved on blur and can be switched off', async () => {
  const { bodies, release } = holdResponse('patch', messageUrls.settings, messageSettings);
  release();
  signIn();
  const { user } = mount(<NotificationSettings />);
  const fromField = await screen.findByLabelText('С');
  await user.clear(fromField);
  await user.type(fromField, '23:30');
  await user.tab();
  await expect.poll(() => bodies).toEqual([{ quiet: { from: '23:30', until: '08:00' } }]);
  await user.click(screen.getByRole('switch', { name: /^Не присылать ночью/ }));
  await expect.poll(() => bodies.at(-1)).toEqual({ quiet: null });
});

test('quiet hours switched off during a save are sent after it', async () => {
  const { bodies, release } = holdResponse('patch', messageUrls.settings, messageSettings);
  signIn();
  const { user } = mount(<NotificationSettings />);
  const fromField = await screen.findByLabelText('С');
  await user.clear(fromField);
  await user.type(fromField, '23:30');
  await user.tab();
  await expect.poll(() => bodies).toHaveLength(1);
  await user.click(screen.getByRole('switch', { name: /^Не присылать ночью/ }));
  await user.click(screen.getByRole('heading', { name: 'Тихие часы' }));
  expect(bodies).toHaveLength(1);
  release();
  await expect.poll(() => bodies.at(-1)).toEqual({ quiet: null });
});

test('linking Telegram shows a link to the bot', async () => {
  const url = 'https://t.me/okna_bot?start=abc';
  respond('post', messageUrls.telegram, 201, { url, expires_at: '2026-08-21T12:00:00Z' });
  signIn();
  const { user } = mount(<NotificationSettings />);
  expect(await screen.findByRole('link', { name: '@okna_bot' })).toHaveAttribute(
    'href',
    'https://t.me/okna_bot',
  );
  await user.click(screen.getByRole('button', { name: 'Подключить Telegram' }));
  expect(await screen.findByRole('link', { name: 'Открыть бота в Telegram' })).toHaveAttribute('href', url);
});

test('each of several bots shows its organization and is linked and unlinked separately', async () => {
  const bots = [
    { id: '111', name: 'okna_bot', organization: 'Окна', link: 'linked' },
    { id: '222', name: 'doors_bot', organization: 'Двери', link: 'former' },
  ];
  respond('get', messageUrls.settings, 200, { ...messageSettings, bots });
  const unlinkedBots: string[] = [];
  server.use(
    http.delete(messageUrls.telegram, ({ request }) => {
      unlinkedBots.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  signIn();
  const { user } = mount(<NotificationSettings />);
  const section = within(await screen.findByRole('region', { name: 'Куда присылать' }));
  expect(await section.findByText(/сообщения «Окна»/)).toBeVisible();
  expect(section.getByText(/сообщения «Двери»/)).toBeVisible();
  expect(section.getByText('Бот сменился: подключите Telegram заново.')).toBeVisible();
  expect(section.getByRole('button', { name: 'Подключить заново' })).toBeVisible();
  const [firstButton] = section.getAllByRole('button', { name: 'Отключить Telegram' });
  if (firstButton) await user.click(firstButton);
  await expect.poll(() => unlinkedBots).toEqual(['?bot=111']);
});

test('a server without channels is reported', async () => {
  const channels = messageSettings.channels.map((channel) => ({ ...channel, is_set_up: false }));
  respond('get', messageUrls.settings, 200, { ...messageSettings, channels });
  signIn();
  mount(<NotificationSettings />);
  expect(await screen.findByText(/на этом сервере пока не подключены/)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test('an owner sees a failed message with its problem and can send it again', async () => {
  const failedDelivery = createDelivery(1, {
    status: 'failed',
    problem: 'Почтовый сервер не отвечает.',
    sent_at: null,
  });
  const queries: string[] = [];
  const resentIds: unknown[] = [];
  server.use(
    http.get(messageUrls.outbox, ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ ...createPage([failedDelivery, createDelivery(2)]), is_rehearsal: false });
    }),
    http.post(`${messageUrls.outbox}:id/resend/`, ({ params }) => {
      resentIds.push(params['id']);
      return HttpResponse.json({ ...failedDelivery, status: 'waiting' });
    }),
  );
  signIn(anna);
  const { user } = mount(<Outbox />);
  expect(await screen.findByText('Почтовый сервер не отвечает.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Отправить еще раз: Новый лид Л-1' }));
  await expect.poll(() => resentIds).toEqual([failedDelivery.id]);
  expect(screen.queryByText('Демонстрационный режим')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Не доставлено' }));
  await expect.poll(() => queries.at(-1)).toBe('?status=failed');
});

test('the demo shows the text of messages and that they are not sent', async () => {
  respond('get', messageUrls.outbox, 200, {
    ...createPage([createDelivery(1, { text: 'Код: 123456' })]),
    is_rehearsal: true,
  });
  signIn(anna);
  mount(<Outbox />);
  expect(await screen.findByText('Демонстрационный режим')).toBeVisible();
  expect(screen.getByText('Код: 123456')).toBeVisible();
});
