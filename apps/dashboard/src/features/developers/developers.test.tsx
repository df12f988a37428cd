import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { API_KEYS, apiKey, ownSite, serveApiKeys } from '@/testing/data/api-keys.ts';
import { serveCrm } from '@/testing/data/integrations/crm.ts';
import { signIn } from '@/testing/data/people.ts';
import { serveWebhooks } from '@/testing/data/webhooks.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { CreateKeyButton } from './create-key-button.tsx';
import { Developers } from './developers.tsx';

const REVOKED = { ...apiKey, id: '00000008-0000-7000-8000-000000000002', name: 'Старый сайт' };

function openPage(keys: Parameters<typeof serveApiKeys>[0] = [apiKey]) {
  serveApiKeys(keys);
  serveWebhooks([]);
  serveCrm([]);
  signIn();
  return mount(
    <>
      <CreateKeyButton />
      <Developers />
    </>,
    '/profile/developers',
  );
}

test('the list shows the rights, the term and the last call of each key', async () => {
  openPage([
    apiKey,
    {
      ...REVOKED,
      status: 'revoked',
      scopes: ['partners:read'],
      revoked_at: '2026-08-20T11:05:00Z',
      last_used_at: null,
    },
    { ...REVOKED, id: '00000008-0000-7000-8000-000000000003', name: 'CRM', expires_at: null },
  ]);
  await screen.findByText('Касса');
  const rows = within(screen.getByRole('region', { name: 'Ключи API' })).getAllByRole('listitem');
  const texts = rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '));
  expect(texts[0]).toContain('ref_live_k7mT…Лиды: чтениеПродажи: чтение и записьДействует до 1 авг 2027');
  expect(texts[1]).toContain('Партнеры и ссылки: чтениеОтозван 20 авг 2026Вызовов не было');
  expect(texts[2]).toContain('Действует без срока');
});

test('an organization without keys reads what keys are for', async () => {
  openPage([]);
  expect(await screen.findByText(/Ключ нужен, чтобы сайт, касса или CRM/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Описание всех вызовов' })).toHaveAttribute('href', '/api/docs/');
});

test('a list that does not load offers to try again', async () => {
  serveApiKeys([]);
  respond('get', API_KEYS, 500, { detail: 'Ошибка' });
  serveWebhooks([]);
  signIn();
  serveCrm([]);
  mount(<Developers />, '/profile/developers');
  expect(await screen.findByText('Ключи не загрузились')).toBeVisible();
});

test('a new key needs a right and the password, and its secret is shown once', async () => {
  const { user } = openPage([]);
  const secret = `ref_live_${'k'.repeat(43)}`;
  const { release, bodies } = holdResponse('post', API_KEYS, { ...apiKey, secret }, 201);
  await user.click(await screen.findByRole('button', { name: 'Создать ключ' }));
  const form = within(await screen.findByRole('form', { name: 'Новый ключ API' }));
  await user.type(form.getByLabelText('Название'), 'Касса');
  await user.click(form.getByRole('button', { name: 'Создать ключ' }));
  expect(form.getByText('Выберите хотя бы одно право')).toBeVisible();
  expect(form.getByText('Введите свой пароль')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'Продажи: запись' }));
  await user.click(form.getByRole('checkbox', { name: 'Лиды: чтение' }));
  expect(form.queryByRole('checkbox', { name: 'Выплаты: запись' })).toBeNull();
  await user.type(form.getByLabelText('Ваш пароль'), 'my password');
  await user.selectOptions(form.getByLabelText('Срок'), 'Без срока');
  await user.click(form.getByRole('button', { name: 'Создать ключ' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      { name: 'Касса', scopes: ['leads:read', 'sales:write'], days: null, password: 'my password' },
    ]),
  );
  release();
  const dialog = within(await screen.findByRole('dialog', { name: 'Ключ «Касса»' }));
  expect(dialog.getByText(secret)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Скопировать' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(dialog.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
});

test('a key is revoked after a confirmation', async () => {
  const { user } = openPage();
  respond('post', `${API_KEYS}${apiKey.id}/revoke/`, 200, { ...apiKey, status: 'revoked' });
  await user.click(await screen.findByRole('button', { name: 'Действия: Касса' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Отозвать' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отозвать ключ?' }));
  await user.click(dialog.getByRole('button', { name: 'Отозвать' }));
  expect(await screen.findByText('Ключ отозван')).toBeVisible();
});

test('the last calls of a key show their path, status and duration', async () => {
  const { user } = openPage([{ ...apiKey, status: 'revoked' }]);
  const call = { id: apiKey.id, method: 'POST', path: '/api/referral/leads/', status: 201, duration_ms: 18 };
  respond('get', `${API_KEYS}${apiKey.id}/calls/`, 200, { results: [{ ...call, at: apiKey.created_at }] });
  await user.click(await screen.findByRole('button', { name: 'Действия: Касса' }));
  expect(screen.queryByRole('menuitem', { name: 'Отозвать' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Последние вызовы' }));
  const table = within(await screen.findByRole('table', { name: 'Последние вызовы' }));
  const texts = table.getAllByRole('row')[1]?.textContent?.replaceAll('\u00a0', ' ');
  expect(texts).toContain('POST /api/referral/leads/');
  expect(texts).toMatch(/18 мс201$/);
});

test('the own site shows what to copy and that nothing came from it yet', async () => {
  const { user } = openPage([]);
  await user.click(await screen.findByRole('button', { name: 'Скопировать скрипт' }));
  expect(await navigator.clipboard.readText()).toBe(
    `<script src="${location.origin}/snippet.js" data-days="60" defer></script>`,
  );
  await user.click(screen.getByRole('button', { name: 'Скопировать скрытые поля' }));
  expect(await navigator.clipboard.readText()).toContain('name="click_id"');
  expect(screen.getByText('Ни одна программа пока не открывает ваш сайт.')).toBeVisible();
  expect(screen.getByText('Переходов на сайт пока не было.')).toBeVisible();
  expect(screen.getByText('Заявок с сайта пока не было.')).toBeVisible();
});

test('the own site shows its last click and its last lead', async () => {
  serveApiKeys([]);
  respond('get', '/api/referral/own-site/', 200, {
    ...ownSite,
    programs: [{ id: apiKey.id, name: 'Окна' }],
    last_click_at: '2026-08-25T11:05:00Z',
    last_lead: {
      at: '2026-08-25T11:07:00Z',
      lead: { id: apiKey.id, number: 'Л-12' },
      partner: { id: apiKey.id, name: 'Петров О.' },
    },
  });
  signIn();
  serveCrm([]);
  mount(<Developers />, '/profile/developers');
  expect(await screen.findByText(/^Последний переход: .+14:05\.$/)).toBeVisible();
  expect(screen.getByText(/^Последняя заявка: .+14:07, лид Л-12, партнер Петров О\.\.$/)).toBeVisible();
  expect(screen.queryByText(/Ни одна программа/)).toBeNull();
});
