import type { ListView } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { mountLeads } from '@/testing/mount-leads.tsx';
import { respond, server } from '@/testing/server.ts';

const PATH = '/api/views/';
const aView = (number: number, name: string, query: string): ListView => ({
  id: `00000001-0000-7000-8000-00000000000${number}`,
  list: 'leads',
  name,
  query,
});

/** Fake endpoints for saved views that can be created, changed and deleted. */
function serveViews(...initial: ListView[]) {
  const views = [...initial];
  const at = (id: unknown) => views.findIndex((view) => view.id === id);
  server.use(
    http.get(PATH, () => HttpResponse.json({ results: views })),
    http.post(PATH, async ({ request }) => {
      const made = { ...((await request.json()) as ListView), id: aView(9, '', '').id };
      views.push(made);
      return HttpResponse.json(made, { status: 201 });
    }),
    http.patch(`${PATH}:id/`, async ({ params, request }) =>
      HttpResponse.json(Object.assign(views[at(params['id'])] ?? {}, await request.json())),
    ),
    http.delete(`${PATH}:id/`, ({ params }) => {
      views.splice(at(params['id']), 1);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return views;
}

async function openViews(address = '/leads') {
  serveLeads([createLead(1)]);
  const app = mountLeads(address);
  const opener = await screen.findByRole('button', { name: 'Сохраненные виды' });
  await app.user.click(opener);
  const form = await screen.findByRole('form', { name: 'Сохранить вид' });
  const panel = within(form.closest('[role="dialog"]') as HTMLElement);
  return { ...app, opener, panel, field: panel.getByRole('textbox') };
}

test('a view saves filters, ordering and columns, and not the page or the open row', async () => {
  const views = serveViews();
  const { user, panel, field } = await openViews(
    `/leads?status=new&ordering=-number&cursor=further&id=${createLead(1).id}`,
  );
  expect(panel.getByText(/^Запомните фильтры/)).toBeVisible();
  await user.type(field, ' Ждут звонка {Enter}');
  expect(await screen.findByText('Вид сохранен')).toBeInTheDocument();
  expect(views).toHaveLength(1);
  expect(views[0]).toMatchObject({ list: 'leads', name: 'Ждут звонка' });
  expect(Object.fromEntries(new URLSearchParams(views[0]?.query))).toEqual({
    status: 'new',
    ordering: '-number',
    columns: expect.stringContaining('program,partner'),
    density: 'normal',
  });
});

test('opening a view replaces the current filters', async () => {
  serveViews(aView(1, 'Сделки', 'status=won&columns=program%2Cstatus'), aView(2, 'Все', ''));
  const { user, panel, opener, path } = await openViews('/leads?search=Иван&source=partner');
  await user.click(panel.getByRole('button', { name: 'Сделки' }));
  expect(path()).toBe('/leads?status=won&columns=program%2Cstatus');
  expect(screen.getByRole('searchbox')).toHaveValue('');
  await waitFor(() => expect(opener).toHaveFocus());
  await user.click(opener);
  const now = await screen.findByRole('button', { name: 'Все' });
  expect(now).not.toHaveAttribute('aria-current');
});

test('saving under an existing name replaces that view', async () => {
  const views = serveViews(aView(1, 'Сделки', 'status=won'));
  const { user, panel, field } = await openViews('/leads?status=lost');
  await user.type(field, 'сделки');
  await user.click(panel.getByRole('button', { name: 'Заменить вид' }));
  expect(await screen.findByText('Вид заменен')).toBeInTheDocument();
  expect(views).toHaveLength(1);
  expect(views[0]?.query).toContain('status=lost');
});

test('a view can be renamed and deleted', async () => {
  const views = serveViews(aView(1, 'Сделки', 'status=won'), aView(2, 'Новые', 'status=new'));
  const { user, panel } = await openViews();
  await user.click(panel.getByRole('button', { name: 'Переименовать: Сделки' }));
  const field = panel.getByLabelText('Новое название');
  expect(field).toHaveValue('Сделки');
  await user.clear(field);
  await user.type(field, 'Удачные{Enter}');
  expect(await panel.findByRole('button', { name: 'Удачные' })).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Удалить: Новые' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Новые' })).not.toBeInTheDocument());
  expect(views.map(({ name }) => name)).toEqual(['Удачные']);
});

test('a view needs a name, and a refusal is shown at the field', async () => {
  serveViews();
  const { user, panel, field } = await openViews();
  await user.click(panel.getByRole('button', { name: 'Сохранить вид' }));
  expect(await panel.findByText('Введите название')).toBeVisible();
  expect(field).toHaveFocus();
  respond('post', PATH, 409, { detail: 'Не больше 20 видов одного списка. Удалите лишние.', code: 'in_use' });
  await user.type(field, 'Двадцать первый{Enter}');
  expect(await panel.findByText('Не больше 20 видов одного списка. Удалите лишние.')).toBeVisible();
  expect(field).toHaveValue('Двадцать первый');
});
