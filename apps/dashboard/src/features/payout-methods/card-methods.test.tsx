import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { balance, CARD_ID, homeUrls } from '@/testing/data/home.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { CardMethods } from './card-methods.tsx';

const METHODS = `/api/referral/partners/${CARD_ID}/payout-methods/`;
const NONE = 'Реквизитов пока нет. Без них выплату не отправить.';

function open() {
  signIn(partner);
  return mount(<CardMethods />, '/profile');
}

test('a placeholder is shown while requisites load', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(
    http.get(homeUrls.balance, async () => {
      await promise;
      return HttpResponse.json({ results: [balance] });
    }),
  );
  respond('get', METHODS, 200, { results: [] });
  open();
  expect(await screen.findByText('Реквизиты загружаются')).toBeInTheDocument();
  resolve();
  expect(await screen.findByText(NONE)).toBeVisible();
  expect(screen.queryByText('Реквизиты загружаются')).not.toBeInTheDocument();
});

test('requisites that failed to load can be reloaded', async () => {
  respond('get', homeUrls.balance, 400, { detail: 'Не сейчас.', code: 'invalid', incident: '7F3A-21' });
  const { user } = open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Реквизиты не загрузились');
  expect(alert).toHaveTextContent('7F3A-21');
  respond('get', homeUrls.balance, 200, { results: [balance] });
  respond('get', METHODS, 200, { results: [] });
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText(NONE)).toBeVisible();
});

test('a partner of several organizations has requisites for each of them', async () => {
  const second = {
    ...balance,
    organization: { id: '01a2b3c4-0000-7000-8000-0000000000ab', name: 'Двери Плюс' },
    partner: { id: '01a2b3c4-0000-7000-8000-000000000002', name: 'Смирнов Алексей' },
  };
  respond('get', homeUrls.balance, 200, { results: [balance, second] });
  respond('get', '/api/referral/partners/:id/payout-methods/', 200, { results: [] });
  open();
  expect(await screen.findByText('Двери Плюс')).toBeVisible();
  expect(screen.getByText('Окна Плюс')).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(NONE)).toHaveLength(2));
});

test('first requisites can be confirmed by a code instead of waiting a day', async () => {
  const method = {
    id: '01a2b3c4-0000-7000-8000-000000000031',
    kind: 'sbp',
    label: 'СБП, +7 916 123-45-67, Т-Банк',
    bank: 'Т-Банк',
    phone: '+79161234567',
    last4: '',
    bik: '',
    account: '',
    is_default: true,
    usable_from: new Date(Date.now() + 3_600_000).toISOString(),
    can_be_proven: true,
    created_at: '2026-03-01T09:00:00Z',
  };
  respond('get', homeUrls.balance, 200, { results: [balance] });
  respond('get', METHODS, 200, { results: [method] });
  respond('post', '/api/referral/payout-methods/:id/code/', 200, { expires_in: 900 });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Подтвердить кодом и не ждать' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Подтвердить' }));
  const code = dialog.getByRole('textbox', { name: 'Код из СМС' });
  expect(code).toHaveAccessibleDescription('Введите 6 цифр из сообщения');
  const proven = { ...method, usable_from: '2026-03-01T09:00:00Z', can_be_proven: false };
  const { release, bodies } = holdResponse('post', '/api/referral/payout-methods/:id/prove/', proven);
  respond('get', METHODS, 200, { results: [proven] });
  await user.type(code, '424242');
  await user.click(dialog.getByRole('button', { name: 'Подтвердить' }));
  release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(bodies).toEqual([{ code: '424242' }]);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Подтвердить кодом и не ждать' })).not.toBeInTheDocument(),
  );
});

test('an address opens the prefilled form of requisites, and closing it clears the address', async () => {
  respond('get', METHODS, 200, { results: [] });
  signIn(partner);
  const { user, path } = mount(<CardMethods />, `/profile?requisites=${CARD_ID}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые реквизиты' }));
  expect(dialog.getByRole('textbox', { name: 'Телефон' })).toHaveValue('+7 999 000-00-01');
  expect(await dialog.findByText(/^Получатель: Смирнов Алексей\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(path()).toBe('/profile');
});
