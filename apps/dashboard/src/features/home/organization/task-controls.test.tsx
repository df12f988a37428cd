import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { homeUrls } from '@/testing/data/home.ts';
import { createLead } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { OrganizationHome } from './organization-home.tsx';

const [duplicateLead, firstLead] = [createLead(2), createLead(1)];
const restorableTask = {
  kind: 'restorable_lead',
  count: 1,
  key: `restorable_lead:${duplicateLead.id}`,
  lead: { id: duplicateLead.id, number: 'Л-2', version: 3, partner: duplicateLead.partner },
  first: { id: firstLead.id, number: 'Л-1' },
  cause: 'rejected',
};

async function openHome(...results: object[]) {
  respond('get', homeUrls.tasks, 200, { results });
  signIn();
  const app = mount(<OrganizationHome />, '/');
  const tasks = await screen.findByRole('region', { name: 'Требует внимания' });
  return { app, tasks: within(tasks) };
}

/** Collects the bodies sent to a URL; replies with the given status and body. */
function collectBodies(url: string, status: number, body: object | null = null) {
  const bodies: unknown[] = [];
  server.use(
    http.post(url, async ({ request }) => {
      bodies.push(await request.json());
      return body === null ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status });
    }),
  );
  return bodies;
}

test('a duplicate whose first lead is rejected goes back to work in one click', async () => {
  const { app, tasks } = await openHome(restorableTask);
  expect(tasks.getByText('Дубль Л-2 (Смирнов Алексей) можно вернуть: лид Л-1 отклонен')).toBeVisible();
  const bodies = collectBodies(`/api/referral/leads/${duplicateLead.id}/transition/`, 200, {
    ...duplicateLead,
    status: 'in_progress',
  });
  respond('get', homeUrls.tasks, 200, { results: [] });
  await app.user.click(tasks.getByRole('button', { name: 'Вернуть в работу' }));
  expect(await screen.findByText('Лид Л-2 теперь «В работе»')).toBeVisible();
  expect(bodies).toEqual([{ to: 'in_progress', reason_comment: 'Лид Л-1 отклонен', version: 3 }]);
  expect(await screen.findByText('Все разобрано')).toBeVisible();
});

test('a duplicate whose phone was taken is not restored, and a toast shows the reason', async () => {
  const { app, tasks } = await openHome(restorableTask);
  respond('post', `/api/referral/leads/${duplicateLead.id}/transition/`, 409, {
    detail: 'С этим телефоном уже есть лид в работе.',
    code: 'live_lead_exists',
  });
  await app.user.click(tasks.getByRole('button', { name: 'Вернуть в работу' }));
  expect(await screen.findByText(/уже есть лид в работе/)).toBeVisible();
});

test('shared requisites name both partners and link to the later card, and the task can be dismissed', async () => {
  const key = 'shared_requisites:inn:a:b:0';
  const partners = [
    { id: firstLead.id, name: 'Смирнов Алексей' },
    { id: duplicateLead.id, name: 'Волкова Анна' },
  ];
  const task = { kind: 'shared_requisites', count: 1, key, what: 'inn', value: '500100732259', partners };
  const { app, tasks } = await openHome(task);
  expect(tasks.getByText('ИНН 500100732259 у двух партнеров: Смирнов Алексей и Волкова Анна')).toBeVisible();
  expect(tasks.getByRole('link', { name: 'Проверить' })).toHaveAttribute(
    'href',
    `/partners/${duplicateLead.id}`,
  );
  const bodies = collectBodies('/api/home/tasks/dismiss/', 204);
  respond('get', homeUrls.tasks, 200, { results: [] });
  await app.user.click(tasks.getByRole('button', { name: 'Это не ошибка' }));
  expect(await screen.findByText('Все разобрано')).toBeVisible();
  expect(bodies).toEqual([{ key }]);
});

test('a lead with the e-mail of another lead links to the comparison', async () => {
  const task = {
    kind: 'lead_same_email',
    count: 1,
    key: 'lead_same_email:1:2',
    lead: duplicateLead,
    other: firstLead,
  };
  const { tasks } = await openHome({
    ...task,
    lead: { id: duplicateLead.id, number: 'Л-2' },
    other: { id: firstLead.id, number: 'Л-1' },
  });
  expect(tasks.getByText('Почту лида Л-2 изменили, теперь она такая же, как у лида Л-1')).toBeVisible();
  expect(tasks.getByRole('link', { name: 'Сравнить' })).toHaveAttribute(
    'href',
    `/leads?id=${duplicateLead.id}`,
  );
});

test('a conflict of a transfer is shown in words, links to the payment and can be marked as checked', async () => {
  const key = 'transfer_note:1';
  const detail = 'Выплата отменена, а банк перевел 500,00 ₽. Это долг партнера.';
  const payment = { id: '01a2b3c4-0000-7000-8000-000000000101', number: 'В-7' };
  const { app, tasks } = await openHome({ kind: 'transfer_note', count: 1, key, payment, detail });
  expect(tasks.getByText(`Выплата В-7: ${detail}`)).toBeVisible();
  expect(tasks.getByRole('link', { name: 'Открыть выплату' })).toHaveAttribute(
    'href',
    `/payments?tab=payments&payment=${payment.id}`,
  );
  const bodies = collectBodies('/api/home/tasks/dismiss/', 204);
  respond('get', homeUrls.tasks, 200, { results: [] });
  await app.user.click(tasks.getByRole('button', { name: 'Проверено' }));
  expect(await screen.findByText('Все разобрано')).toBeVisible();
  expect(bodies).toEqual([{ key }]);
});
