import type { MessageSettings } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createDelivery, messageSettings } from '@/testing/data/messages.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, messageUrls, respond, server } from '@/testing/server.ts';
import { NotificationSettings } from './notification-settings.tsx';
import { Outbox } from './outbox.tsx';

const createPage = (results: readonly object[]) => ({ results, next: null, previous: null });

/** Settings that keep the choices they are sent. Responses wait for `release`. */
function serveSettings(saved = messageSettings.choices) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const bodies: { choices: MessageSettings['choices'] }[] = [];
  let choices = saved;
  server.use(
    http.get(messageUrls.settings, () => HttpResponse.json({ ...messageSettings, choices })),
    http.patch(messageUrls.settings, async ({ request }) => {
      const body = (await request.json()) as { choices: MessageSettings['choices'] };
      bodies.push(body);
      await promise;
      const isSame = (one: (typeof choices)[number]) =>
        body.choices.find(({ event, channel }) => event === one.event && channel === one.channel);
      choices = choices.map((one) => isSame(one) ?? one);
      return HttpResponse.json({ ...messageSettings, choices });
    }),
  );
  return { bodies, release: resolve };
}

test('events are grouped, and each checkbox is named by its event and channel', async () => {
  signIn();
  mount(<NotificationSettings />);
  const table = within(await screen.findByRole('table', { name: 'Какие уведомления присылать' }));
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Лиды',
    'Новый лид',
    'Безопасность',
    'Вход с нового устройства',
  ]);
  expect(table.getByRole('checkbox', { name: 'Новый лид: Почта' })).toBeChecked();
  expect(table.getByRole('checkbox', { name: 'Новый лид: раз в день' })).not.toBeChecked();
  expect(table.queryByRole('checkbox', { name: 'Вход с нового устройства: раз в день' })).toBeNull();
  expect(table.queryByRole('checkbox', { name: /СМС/ })).toBeNull();
});

test('a channel without an address is named in its header with a link to connect it', async () => {
  signIn();
  mount(<NotificationSettings />);
  const table = within(await screen.findByRole('table', { name: 'Какие уведомления присылать' }));
  expect(table.getByRole('columnheader', { name: /^Telegram/ })).toHaveTextContent(
    /^Telegram\s?не подключено Подключить$/,
  );
  const link = table.getByRole('link', { name: 'Подключить Telegram' });
  expect(link).toHaveAttribute('href', `#${screen.getByRole('region', { name: 'Куда присылать' }).id}`);
  expect(table.getByRole('columnheader', { name: 'Почта' })).toBeVisible();
});

test('a double click on a checkbox keeps the last choice', async () => {
  const { bodies, release } = serveSettings();
  signIn();
  const { user } = mount(<NotificationSettings />);
  const checkbox = await screen.findByRole('checkbox', { name: 'Новый лид: Почта' });
  await user.tripleClick(checkbox);
  expect(checkbox).not.toBeChecked();
  expect(await screen.findByText('Сохраняется')).toBeInTheDocument();
  release();
  const email = (mode: string) => ({ choices: [{ event: 'lead_came', channel: 'email', mode }] });
  await expect.poll(() => bodies).toEqual([email('off'), email('now'), email('off')]);
  expect(await screen.findByText('Сохранено')).toBeInTheDocument();
  expect(checkbox).not.toBeChecked();
});

test('the daily digest is chosen for all channels of an event', async () => {
  const { bodies, release } = serveSettings();
  release();
  signIn();
  const { user } = mount(<NotificationSettings />);
  const daily = await screen.findByRole('checkbox', { name: 'Новый лид: раз в день' });
  await user.click(daily);
  await expect
    .poll(() => bodies)
    .toEqual([
      {
        choices: [
          { event: 'lead_came', channel: 'email', mode: 'daily' },
          { event: 'lead_came', channel: 'telegram', mode: 'daily' },
        ],
      },
    ]);
  await user.click(screen.getByRole('checkbox', { name: 'Новый лид: Telegram' }));
  await user.click(screen.getByRole('checkbox', { name: 'Новый лид: Telegram' }));
  await expect
    .poll(() => bodies.at(-1)?.choices)
    .toEqual([{ event: 'lead_came', channel: 'telegram', mode: 'daily' }]);
});

test('an event whose channels differ is marked in words, and its checkbox makes them equal', async () => {
  const { bodies, release } = serveSettings([
    { event: 'lead_came', channel: 'email', mode: 'daily' },
    { event: 'lead_came', channel: 'telegram', mode: 'now' },
  ]);
  release();
  signIn();
  const { user } = mount(<NotificationSettings />);
  const daily = await screen.findByRole('checkbox', { name: 'Новый лид: раз в день' });
  expect(daily).toHaveAccessibleDescription('по-разному');
  expect(screen.getByText('по-разному')).toBeVisible();
  daily.focus();
  await user.keyboard(' ');
  await expect.poll(() => bodies.at(-1)?.choices.map(({ mode }) => mode)).toEqual(['daily', 'daily']);
  expect(daily).toBeChecked();
  expect(screen.queryByText('по-разному')).not.toBeInTheDocument();
});

test('a refused choice returns to the saved one', async () => {
  respond('patch', messageUrls.settings, 400, { detail: 'Нет.' });
  signIn();
  const { user } = mount(<NotificationSettings />);
  const checkbox = await screen.findByRole('checkbox', { name: 'Новый лид: Почта' });
  await user.click(checkbox);
  expect(await screen.findByText('Нет.')).toBeVisible();
  expect(checkbox).toBeChecked();
});

test('quiet hours are saved on blur and can be switched off', async () => {
  const { bodies, release } = holdResponse('patch', messageUrls.settings, messageSettings);
  release();
  signIn();
  const { user } = mount(<NotificationSettings />);
  await user.click(await screen.findByRole('spinbutton', { name: 'С: часы' }));
  await user.keyboard('2330');
  await user.click(screen.getByRole('heading', { name: 'Тихие часы' }));
  await expect.poll(() => bodies).toEqual([{ quiet: { from: '23:30', until: '08:00' } }]);
  await user.click(screen.getByRole('switch', { name: /^Не присылать ночью/ }));
  await expect.poll(() => bodies.at(-1)).toEqual({ quiet: null });
});

test('quiet hours switched off during a save are sent after it', async () => {
  const { bodies, release } = holdResponse('patch', messageUrls.settings, messageSettings);
  signIn();
  const { user } = mount(<NotificationSettings />);
  await user.click(await screen.findByRole('spinbutton', { name: 'С: часы' }));
  await user.keyboard('2330');
  await user.click(screen.getByRole('heading', { name: 'Тихие часы' }));
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
