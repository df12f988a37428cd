import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { aLead, serveLeads } from '../../testing/data/leads.ts';
import { organization as theOrganization } from '../../testing/data/organization.ts';
import { aLink, servePartner, servePartners, smirnov } from '../../testing/data/partners.ts';
import { ACCRUALS, approvedPayment, heldAccrual, serveMoney } from '../../testing/data/payouts/payments.ts';
import { anna, signIn } from '../../testing/data/people.ts';
import { draft as program } from '../../testing/data/program-pages.ts';
import { openApp } from '../../testing/open-app.tsx';
import { failRequest, holdResponse, server } from '../../testing/server.ts';
import { endSession, signInAs, unload } from '../../testing/session.ts';

const vera = { ...anna, id: 77, first_name: 'Вера' };
const lead = aLead(1);
const TYPED = 'Незаконченное';

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => async (app: ReturnType<typeof openApp>) =>
  app.user.click(await screen.findByRole('button', { name }));
const isOpen = async () => undefined;

beforeEach(() => {
  serveLeads([lead]);
  servePartners([smirnov]);
  servePartner({ links: [aLink] });
  serveMoney({ accruals: [heldAccrual], payments: [approvedPayment] });
  server.use(http.get('/api/referral/programs/:id/', () => HttpResponse.json(program)));
  signIn();
});

type Form = [
  what: string,
  path: string,
  label: string | RegExp,
  open: (app: ReturnType<typeof openApp>) => Promise<unknown>,
];

const forms: Form[] = [
  ['a new lead', '/leads', 'Имя', press('Добавить лид')],
  ['a lead', `/leads?id=${lead.id}`, 'Имя', press('Изменить')],
  ['a new partner', '/partner/create', 'Фамилия', isOpen],
  ['a partner', `/partners/${smirnov.id}?tab=edit`, 'Имя', isOpen],
  ['an accrual by hand', '/payments?tab=accruals', 'За что', press('Бонус или поправка')],
  ['an organization', '/profile/organization', 'Юридическое лицо', press('Изменить: Реквизиты организации')],
  ['a person', '/profile', 'Отчество', isOpen],
  ['a new program', '/referral/program/create', /^Название/, isOpen],
  ['a program', `/referral/program/${program.id}`, /^Название/, isOpen],
];

const item = (menu: string, name: string) => async (app: ReturnType<typeof openApp>) => {
  await press(menu)(app);
  await app.user.click(await screen.findByRole('menuitem', { name }));
};
const card = `/partners/${smirnov.id}`;

const dialogs: Form[] = [
  ['why a lead is refused', `/leads?id=${lead.id}`, 'Комментарий', item('Другие действия', 'Отклонить')],
  ['a transfer', `/payments?payment=${approvedPayment.id}`, 'Номер перевода', press('Отметить выплаченной')],
  [
    'why a payment is cancelled',
    `/payments?payment=${approvedPayment.id}`,
    'Причина',
    press('Отменить выплату'),
  ],
  [
    'why an accrual is cancelled',
    `/payments?tab=accruals&id=${heldAccrual.id}`,
    'Причина',
    press('Отменить начисление'),
  ],
  ['why a partner is blocked', card, 'Причина', item('Другие действия', 'Заблокировать')],
  ['a new link', card, 'Название', press('Новая ссылка')],
  ['a link', card, 'Название', item('Действия со ссылкой okna', 'Переименовать')],
];

/** Opens a form and types into one of its fields. */
async function typeInto([, path, label, open]: Form) {
  const app = openApp(path);
  await open(app);
  await screen.findByLabelText(label);
  await app.user.clear(field(label));
  await app.user.click(field(label));
  await app.user.paste(TYPED);
  return app;
}

test.each(forms)('input about %s is restored when the same user signs in again', async (...form) => {
  const [, path, label] = form;
  const app = await typeInto(form);
  await endSession(app);
  expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
  await signInAs(app, anna);
  await waitFor(() => expect(field(label).value).toBe(TYPED));
  expect(app.path()).toBe(path);
});

test.each(dialogs)(
  'input about %s is restored in its dialog for the same user and deleted on cancel',
  async (...form) => {
    const [, , label, open] = form;
    const app = await typeInto(form);
    await endSession(app);
    await signInAs(app, anna);
    await open(app);
    expect(await screen.findByLabelText(label)).toHaveValue(TYPED);
    await app.user.click(screen.getByRole('button', { name: /^(Отмена|Не сейчас)$/ }));
    expect(sessionStorage).toHaveLength(0);
  },
);

const newLead = forms[0] as Form;
const accrual = forms[4] as Form;
const organization = forms[5] as Form;

test('the next user sees no drafts of the previous one', async () => {
  const app = await typeInto(newLead);
  await endSession(app);
  await signInAs(app, vera);
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  expect(screen.queryByRole('form', { name: 'Новый лид' })).not.toBeInTheDocument();
});

test('a draft survives a reload', async () => {
  await typeInto(newLead);
  unload();
  openApp('/leads');
  expect(await screen.findByLabelText('Имя')).toHaveValue(TYPED);
});

test('saving deletes the draft', async () => {
  const { release } = holdResponse('patch', '/api/referral/organization/', {
    ...theOrganization,
    legal_name: TYPED,
  });
  const app = await typeInto(organization);
  expect(sessionStorage).toHaveLength(1);
  await app.user.click(screen.getByRole('button', { name: 'Сохранить' }));
  release();
  expect(await screen.findByText('Реквизиты организации обновлены')).toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
});

test('cancelling the form deletes the draft', async () => {
  const app = await typeInto(newLead);
  await app.user.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(sessionStorage).toHaveLength(0);
});

test('signing out deletes the drafts of all pages of the tab', async () => {
  await typeInto(newLead);
  unload();
  const after = openApp('/payments');
  await screen.findByRole('heading', { level: 1, name: 'Выплаты' });
  expect(sessionStorage).toHaveLength(1);
  await after.user.click(screen.getByRole('button', { name: 'Выйти из профиля' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(sessionStorage).toHaveLength(0);
});

test.each([forms[2], forms[3], organization] as Form[])(
  'the INN of %s is not kept in the draft',
  async (...form) => {
    const app = await typeInto(form);
    const [dialog] = screen.queryAllByRole('dialog');
    const inn = within(dialog ?? document.body).getByLabelText('ИНН');
    await app.user.clear(inn);
    await app.user.type(inn, '7707083893');
    await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain(TYPED));
    expect(JSON.stringify(sessionStorage)).not.toContain('77070');
  },
);

test('requisites are not kept in drafts', async () => {
  const app = openApp(`/partners/${smirnov.id}`);
  const methods = await screen.findByRole('region', { name: 'Реквизиты' });
  await app.user.click(within(methods).getByRole('button', { name: 'Добавить' }));
  const form = await screen.findByRole('form', { name: 'Новые реквизиты' });
  await app.user.type(within(form).getByLabelText('Телефон'), '9161234567');
  await app.user.type(within(form).getByRole('combobox', { name: 'Банк' }), 'Т-Банк');
  expect(sessionStorage).toHaveLength(0);
});

test('an accrual that may have been created is not restored', async () => {
  failRequest('post', ACCRUALS);
  const app = await typeInto(accrual);
  await app.user.click(screen.getByRole('combobox', { name: 'Партнер' }));
  await app.user.click(await screen.findByRole('option', { name: smirnov.name }));
  await app.user.type(field('Сумма'), '500');
  expect(sessionStorage).toHaveLength(1);
  await app.user.click(screen.getByRole('button', { name: 'Внести' }));
  expect(await screen.findByText('Начисление не внесено')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
  expect(field('За что')).toHaveValue(TYPED);
});
