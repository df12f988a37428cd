import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ComponentType } from 'react';
import { beforeEach, expect, test } from 'vitest';
import LeadsPage from '@/pages/leads.tsx';
import PartnerPage from '@/pages/partner.tsx';
import PartnerCreatePage from '@/pages/partner-create.tsx';
import PaymentsPage from '@/pages/payments/payments.tsx';
import OrganizationPage from '@/pages/profile/organization.tsx';
import ProfilePage from '@/pages/profile/profile.tsx';
import ProgramPage from '@/pages/program.tsx';
import ProgramCreatePage from '@/pages/program-create.tsx';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { organization as theOrganization } from '@/testing/data/organization.ts';
import { servePartner, servePartners, smirnov, smirnovLink } from '@/testing/data/partners.ts';
import { ACCRUALS, accrualOnHold, approvedPayment, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { draftProgram as program } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { failRequest, holdResponse, server } from '@/testing/server.ts';
import { simulateReload } from '@/testing/session.ts';

const lead = createLead(1);
const TYPED = 'Незаконченное';

type App = ReturnType<typeof mount>;

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => async (app: App) =>
  app.user.click(await screen.findByRole('button', { name }));
const isOpen = async () => undefined;

beforeEach(() => {
  serveLeads([lead]);
  servePartners([smirnov]);
  servePartner({ links: [smirnovLink] });
  serveMoney({ accruals: [accrualOnHold], payments: [approvedPayment] });
  server.use(http.get('/api/referral/programs/:id/', () => HttpResponse.json(program)));
  signIn();
});

type Form = [
  what: string,
  Page: ComponentType,
  path: string,
  label: string | RegExp,
  open: (app: App) => Promise<unknown>,
];

const accrual: Form = [
  'a manual accrual',
  PaymentsPage,
  '/payments?tab=accruals',
  'За что',
  press('Бонус или поправка'),
];
const organization: Form = [
  'an organization',
  OrganizationPage,
  '/profile/organization',
  'Юридическое лицо',
  press('Изменить: Реквизиты организации'),
];
const newPartner: Form = ['a new partner', PartnerCreatePage, '/partner/create', 'Фамилия', isOpen];
const partner: Form = ['a partner', PartnerPage, `/partners/${smirnov.id}?tab=edit`, 'Имя', isOpen];

const forms: Form[] = [
  ['a new lead', LeadsPage, '/leads', 'Имя *', press('Добавить лид')],
  ['a lead', LeadsPage, `/leads?id=${lead.id}`, 'Имя *', press('Изменить')],
  newPartner,
  partner,
  accrual,
  organization,
  ['a profile', ProfilePage, '/profile', 'Отчество', isOpen],
  ['a new program', ProgramCreatePage, '/referral/program/create', /^Название/, isOpen],
  ['a program', ProgramPage, `/referral/program/${program.id}?tab=terms`, /^Название/, isOpen],
];

const item = (menu: string, name: string) => async (app: App) => {
  await press(menu)(app);
  await app.user.click(await screen.findByRole('menuitem', { name }));
};
const card = `/partners/${smirnov.id}`;
const payment = `/payments?payment=${approvedPayment.id}`;

const dialogs: Form[] = [
  [
    'the rejection of a lead',
    LeadsPage,
    `/leads?id=${lead.id}`,
    'Комментарий',
    item('Другие действия', 'Отклонить'),
  ],
  ['a transfer', PaymentsPage, payment, 'Номер перевода', press('Отметить выплаченной')],
  ['the cancellation of a payment', PaymentsPage, payment, 'Причина', press('Отменить выплату')],
  [
    'the cancellation of an accrual',
    PaymentsPage,
    `/payments?tab=accruals&id=${accrualOnHold.id}`,
    'Причина',
    press('Отменить начисление'),
  ],
  ['the blocking of a partner', PartnerPage, card, 'Причина', item('Другие действия', 'Заблокировать')],
  ['a new link', PartnerPage, card, 'Название', press('Новая ссылка')],
  ['a link', PartnerPage, card, 'Название', item('Действия со ссылкой okna', 'Переименовать')],
];

/** Opens a form and types into one of its fields. */
async function typeInto([, Page, path, label, open]: Form) {
  const app = mount(<Page />, path);
  await open(app);
  await screen.findByLabelText(label);
  await app.user.clear(field(label));
  await app.user.click(field(label));
  await app.user.paste(TYPED);
  return app;
}

test.each(forms)('input about %s is restored after a reload', async (...form) => {
  const [, Page, path, label] = form;
  await typeInto(form);
  simulateReload();
  mount(<Page />, path);
  await waitFor(() => expect(field(label)).toHaveValue(TYPED));
});

test.each(dialogs)(
  'input about %s is restored in its dialog after a reload and deleted on cancel',
  async (...form) => {
    const [, Page, path, label, open] = form;
    await typeInto(form);
    simulateReload();
    const app = mount(<Page />, path);
    await open(app);
    expect(await screen.findByLabelText(label)).toHaveValue(TYPED);
    await app.user.click(screen.getByRole('button', { name: /^(Отмена|Не сейчас)$/ }));
    expect(sessionStorage).toHaveLength(0);
  },
);

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
  const app = await typeInto(organization);
  await app.user.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(sessionStorage).toHaveLength(0);
});

test.each([newPartner, partner, organization])('the INN of %s is not kept in the draft', async (...form) => {
  const app = await typeInto(form);
  const [dialog] = screen.queryAllByRole('dialog');
  const inn = within(dialog ?? document.body).getByLabelText('ИНН');
  await app.user.clear(inn);
  await app.user.type(inn, '7707083893');
  await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain(TYPED));
  expect(JSON.stringify(sessionStorage)).not.toContain('77070');
});

test('requisites are not kept in drafts', async () => {
  const app = mount(<PartnerPage />, card);
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
  await app.user.click(screen.getByRole('button', { name: 'Начислить' }));
  expect(await screen.findByText('Начисление не создано')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
  expect(field('За что')).toHaveValue(TYPED);
});
