import type { LeadComment } from '@referral-dashboard/api-contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { LeadHistory } from './lead-history.tsx';

const lead = createLead(1);
const COMMENTS_URL = `/api/referral/leads/${lead.id}/comments/`;

const aComment = (number: number, fields: Partial<LeadComment> = {}): LeadComment => ({
  id: `00000009-0000-7000-8000-00000000000${number}`,
  text: `Слова ${number}`,
  at: `2026-08-2${number}T12:00:00.000Z`,
  author: 'Петрова М. С.',
  can_delete: false,
  ...fields,
});

/** Serves comments that can be added and deleted. Returns the sent comments with their idempotency keys. */
function serveComments(...initialComments: LeadComment[]) {
  const comments = [...initialComments];
  const sentComments: { text: string; key: string | null }[] = [];
  server.use(
    http.get(COMMENTS_URL, () => HttpResponse.json({ results: comments })),
    http.post(COMMENTS_URL, async ({ request }) => {
      const { text } = (await request.json()) as { text: string };
      sentComments.push({ text, key: request.headers.get('idempotency-key') });
      const newComment = aComment(9, { text, author: 'Иванова А. П.', can_delete: true });
      comments.push(newComment);
      return HttpResponse.json(newComment, { status: 201 });
    }),
    http.delete('/api/referral/lead-comments/:id/', ({ params }) => {
      comments.splice(
        comments.findIndex(({ id }) => id === params['id']),
        1,
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sentComments;
}

async function openHistory(user: Parameters<typeof signIn>[0] = anna) {
  signIn(user);
  const app = mount(<LeadHistory id={lead.id} />);
  const history = within(await screen.findByRole('region', { name: 'История' }));
  return { app, history };
}

test('comments appear in the history by time with their authors', async () => {
  serveLeads([lead]);
  respond('get', `/api/referral/leads/${lead.id}/history/`, 200, {
    results: [
      {
        id: '00000008-0000-7000-8000-000000000001',
        at: '2026-08-22T12:00:00.000Z',
        is_transfer: false,
        transfer: null,
        from_status: 'new',
        to_status: 'in_progress',
        reason_code: null,
        comment: '',
        actor: 'Иванова А. П.',
        changed: [],
      },
    ],
  });
  serveComments(aComment(1), aComment(3));
  const { history } = await openHistory();
  expect(await history.findByText('Слова 3')).toBeVisible();
  const titles = history.getAllByText(/^(Слова|В работе)/).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Слова 3', 'В работе', 'Слова 1']);
  expect(history.getAllByText(/Петрова М\. С\./)).toHaveLength(2);
});

test('Ctrl+Enter sends a comment and clears the field', async () => {
  serveLeads([lead]);
  const sentComments = serveComments();
  const { app, history } = await openHistory();
  const field = history.getByLabelText('Комментарий для коллег');
  await app.user.type(field, '  Перезвонить{Enter}в пятницу ');
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  expect(await history.findByText(/^Перезвонить\s+в пятницу$/)).toBeVisible();
  await waitFor(() => expect(field).toHaveValue(''));
  expect(field).toHaveFocus();
  expect(sentComments).toEqual([{ text: 'Перезвонить\nв пятницу', key: expect.stringMatching(/^\w{32}$/) }]);
  expect(sessionStorage).toHaveLength(0);
});

test('an unsent comment survives a reload, and a retry repeats the key', async () => {
  serveLeads([lead]);
  const keys: (string | null)[] = [];
  respond('get', COMMENTS_URL, 200, { results: [] });
  server.use(
    http.post(COMMENTS_URL, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.json({ detail: 'Сервер занят.' }, { status: 503 });
    }),
  );
  const { app, history } = await openHistory();
  await app.user.type(history.getByLabelText('Комментарий для коллег'), 'Важные слова');
  await app.user.click(history.getByRole('button', { name: 'Отправить' }));
  expect(await history.findByRole('alert')).toHaveTextContent('Сервер занят.');
  await app.user.click(history.getByRole('button', { name: 'Отправить' }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBe(keys[1]);
  cleanup();
  mount(<LeadHistory id={lead.id} />);
  expect(await screen.findByLabelText('Комментарий для коллег')).toHaveValue('Важные слова');
});

test('deleting a comment asks for confirmation', async () => {
  serveLeads([lead]);
  serveComments(aComment(1), aComment(2, { can_delete: true }));
  const { app, history } = await openHistory();
  await app.user.click(await history.findByRole('button', { name: /^Удалить комментарий/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Удалить комментарий?' });
  expect(dialog).toHaveTextContent('Слова 2');
  await app.user.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(history.queryByText('Слова 2')).not.toBeInTheDocument());
  expect(history.getByText('Слова 1')).toBeVisible();
});

test('the history is shown when comments fail to load', async () => {
  serveLeads([lead]);
  respond('get', COMMENTS_URL, 500, { detail: 'Ошибка.', code: 'server_error', incident: '7F3A-21' });
  const { history } = await openHistory();
  expect(await history.findByRole('alert')).toHaveTextContent('Комментарии не загрузились');
});

test('a user without the permission sees no comments', async () => {
  serveLeads([lead]);
  const { history } = await openHistory({
    ...anna,
    permissions: ['leads', 'lead', 'leadHistory'],
  });
  expect(history.queryByLabelText('Комментарий для коллег')).not.toBeInTheDocument();
});
