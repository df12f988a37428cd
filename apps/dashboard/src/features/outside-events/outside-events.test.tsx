import type { OutsideEvent } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { OutsideEvents } from './outside-events.tsx';

const EVENTS = '/api/referral/outside-events/';
const PAGE = '/profile/developers/events';

const event = (id: number, fields: Partial<OutsideEvent> = {}): OutsideEvent => ({
  id: `0000000a-0000-7000-8000-00000000000${id}`,
  channel: 'api',
  kind: 'sale',
  external_id: 'order-17',
  state: 'applied',
  cause: '',
  occurred_at: '2026-08-21T09:00:00Z',
  received_at: '2026-08-21T11:05:00Z',
  attempts: 0,
  next_attempt_at: null,
  conflicted_at: null,
  lead: null,
  deal: null,
  sale: {
    id: '0000000b-0000-7000-8000-000000000001',
    number: 'П-12',
    client: '0000000c-0000-7000-8000-000000000001',
  },
  waits_for_client: false,
  can_retry: false,
  can_reject: false,
  ...fields,
});
const failed = event(2, {
  channel: 'crm',
  kind: 'deal',
  state: 'failed',
  cause: 'Программа остановлена.',
  attempts: 11,
  sale: null,
  can_retry: true,
  can_reject: true,
});

function openEvents(results: readonly OutsideEvent[], path = PAGE) {
  respond('get', EVENTS, 200, { results, next: null, previous: null });
  for (const one of results) respond('get', `${EVENTS}${one.id}/`, 200, one);
  signIn();
  return mount(<OutsideEvents header={null} />, path);
}

test('a row shows the event, its state and cause, the channel, the result and the time', async () => {
  openEvents([event(1, { conflicted_at: '2026-08-22T11:05:00Z' }), failed]);
  const found = await screen.findAllByText('order-17');
  const texts = found.map((one) => one.closest('tr')?.textContent?.replaceAll('\u00a0', ' '));
  expect(texts[0]).toContain('Продажа');
  expect(texts[0]).toContain('Применено');
  expect(texts[0]).toContain('Приходило еще раз с другими данными');
  expect(texts[0]).toContain('П-12');
  expect(texts[0]).toContain('21 авг 2026');
  expect(texts[1]).toContain('Сделка');
  expect(texts[1]).toContain('Ошибка');
  expect(texts[1]).toContain('Программа остановлена.');
  expect(texts[1]).toContain('CRM');
});

test('an event of a deal shows its number and stage, and the id of the event in its panel', async () => {
  const deal = event(4, {
    ...{ channel: 'crm', kind: 'deal', external_id: 'bitrix24 17 WON 1764000000000 ', sale: null },
    deal: { id: '17', crm: 'bitrix24', stage: 'Сделка успешна' },
  });
  const erased = event(5, { ...deal, deal: { id: '18', crm: 'amocrm', stage: null } });
  const { user } = openEvents([deal, { ...erased, id: event(5).id }]);
  const row = (await screen.findByText('Сделка 17 в Битрикс24')).closest('tr');
  expect(row).toHaveTextContent('Стадия «Сделка успешна»');
  expect(screen.getByText('Сделка 18 в amoCRM').closest('tr')).not.toHaveTextContent('Стадия');
  expect(screen.queryByText(/bitrix24 17/)).toBeNull();
  await user.click(screen.getByText('Сделка 17 в Битрикс24'));
  expect(await screen.findByText(/bitrix24 17 WON/)).toBeVisible();
});

test('an applied event links to what it made and offers no decision', async () => {
  openEvents([event(1)], `${PAGE}?id=${event(1).id}`);
  expect(await screen.findByRole('link', { name: 'П-12' })).toHaveAttribute(
    'href',
    '/leads?view=clients&id=0000000c-0000-7000-8000-000000000001',
  );
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Отклонить' })).toBeNull();
});

test('a failed event can be retried', async () => {
  const { user } = openEvents([failed], `${PAGE}?id=${failed.id}`);
  respond('post', `${EVENTS}${failed.id}/retry/`, 200, { ...failed, state: 'received', can_retry: false });
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Событие отправлено на обработку')).toBeVisible();
});

test('a failed event is rejected with a reason', async () => {
  const { user } = openEvents([failed], `${PAGE}?id=${failed.id}`);
  const { release, bodies } = holdResponse('post', `${EVENTS}${failed.id}/reject/`, {
    ...failed,
    state: 'ignored',
  });
  await user.click(await screen.findByRole('button', { name: 'Отклонить' }));
  const form = within(await screen.findByRole('dialog', { name: 'Отклонить событие?' }));
  await user.click(form.getByRole('button', { name: 'Отклонить' }));
  expect(form.getByText('Укажите причину')).toBeVisible();
  await user.type(form.getByLabelText('Причина'), 'Тест');
  await user.click(form.getByRole('button', { name: 'Отклонить' }));
  await waitFor(() => expect(bodies).toEqual([{ reason: 'Тест' }]));
  release();
  expect(await screen.findByText('Событие отклонено')).toBeVisible();
});

test('a sale of an unknown client leads to the waiting sales', async () => {
  const waiting = event(3, {
    state: 'unmatched',
    cause: 'Клиент пока неизвестен.',
    sale: null,
    waits_for_client: true,
  });
  openEvents([waiting], `${PAGE}?id=${waiting.id}`);
  expect(await screen.findByRole('link', { name: 'Сопоставить продажу' })).toHaveAttribute(
    'href',
    '/leads?view=clients&waiting=true',
  );
});

test('an empty list explains what appears in it', async () => {
  openEvents([]);
  expect(await screen.findByText('Событий пока нет')).toBeVisible();
  expect(screen.getByText(/которые пришлют ваш сайт, касса, CRM или файл/)).toBeVisible();
});
