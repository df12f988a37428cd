import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import { Leads } from './leads.tsx';

const getFilledButtons = () =>
  screen.getAllByRole('button').filter((button) => button.dataset['variant'] === 'filled');

test('only one button is filled: in the list, or in the open panel', async () => {
  const lead = createLead(1);
  serveLeads([lead]);
  signIn();
  const { user } = mount(<Leads role={ORGANIZATION} />, `/leads?id=${lead.id}`);
  const panel = await screen.findByRole('complementary', { name: 'Подробности' });
  const stepButton = await within(panel).findByRole('button', { name: 'Взять в работу' });
  expect(getFilledButtons()).toEqual([stepButton]);
  await user.click(within(panel).getByRole('button', { name: 'Закрыть' }));
  const addButton = await screen.findByRole('button', { name: 'Добавить лид' });
  expect(getFilledButtons()).toEqual([addButton]);
  await user.click(screen.getByRole('checkbox', { name: /Л-1/ }));
  await screen.findByText(/^Выбран/);
  expect(getFilledButtons()).not.toContain(addButton);
});

test('a click that starts before the empty list appears is handled', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  serveLeads([]);
  server.use(
    http.get('/api/referral/leads/', async () => {
      await promise;
      return HttpResponse.json({ results: [], next: null, previous: null });
    }),
  );
  signIn();
  const { user } = mount(<Leads role={ORGANIZATION} />, '/leads');
  const addButton = await screen.findByRole('button', { name: 'Добавить лид' });
  await user.pointer({ keys: '[MouseLeft>]', target: addButton });
  release();
  expect(await screen.findByText('Лидов пока нет')).toBeVisible();
  await user.pointer({ keys: '[/MouseLeft]', target: addButton });
  expect(await screen.findByRole('form', { name: 'Новый лид' })).toBeVisible();
});

test('a link to the new form opens it, and closing the form removes it from the address', async () => {
  serveLeads([createLead(1)]);
  signIn();
  const { user, path } = mount(<Leads role={ORGANIZATION} />, '/leads?status=new&new=lead');
  const form = await screen.findByRole('form', { name: 'Новый лид' });
  await user.click(within(form).getByRole('button', { name: 'Отмена' }));
  expect(path()).toBe('/leads?status=new');
  expect(screen.queryByRole('form', { name: 'Новый лид' })).not.toBeInTheDocument();
});
