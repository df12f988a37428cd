import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';
import { endSession, signInAs, simulateReload } from '@/testing/session.ts';

const vera = { ...anna, id: 77, first_name: 'Вера' };
const lead = createLead(1);
const TYPED = 'Незаконченное';

beforeEach(() => {
  serveLeads([lead]);
  signIn();
});

type App = ReturnType<typeof openApp>;

const openForm = async (app: App) =>
  app.user.click(await screen.findByRole('button', { name: 'Добавить лид' }));

async function openDialog({ user }: App) {
  await user.click(await screen.findByRole('button', { name: 'Другие действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Отклонить' }));
}

async function type({ user }: App, label: string) {
  await user.click(await screen.findByLabelText(label));
  await user.paste(TYPED);
}

async function typeNewLead() {
  const app = openApp('/leads');
  await openForm(app);
  await type(app, 'Имя *');
  return app;
}

test('input in a form is restored when the same user signs in again', async () => {
  const app = await typeNewLead();
  await endSession(app);
  expect(screen.queryByLabelText('Имя *')).not.toBeInTheDocument();
  await signInAs(app, anna);
  expect(await screen.findByLabelText('Имя *')).toHaveValue(TYPED);
  expect(app.path()).toBe('/leads');
});

test('input in a dialog is restored when the same user signs in again', async () => {
  const app = openApp(`/leads?id=${lead.id}`);
  await openDialog(app);
  await type(app, 'Комментарий');
  await endSession(app);
  await signInAs(app, anna);
  await openDialog(app);
  expect(await screen.findByLabelText('Комментарий')).toHaveValue(TYPED);
});

test('the next user sees no drafts of the previous one', async () => {
  const app = await typeNewLead();
  await endSession(app);
  await signInAs(app, vera);
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  expect(screen.queryByRole('form', { name: 'Новый лид' })).not.toBeInTheDocument();
});

test('a draft survives a reload', async () => {
  await typeNewLead();
  simulateReload();
  openApp('/leads');
  expect(await screen.findByLabelText('Имя *')).toHaveValue(TYPED);
});

test('signing out deletes the drafts of all pages of the tab', async () => {
  await typeNewLead();
  simulateReload();
  const after = openApp('/payments');
  await screen.findByRole('heading', { level: 1, name: 'Выплаты' });
  expect(sessionStorage).toHaveLength(1);
  await after.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(sessionStorage).toHaveLength(0);
});
