import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { organization } from '@/testing/data/organization.ts';
import { PARTNERS, servePartners, smirnov } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { CreatePartnerForm } from './create-partner-form.tsx';

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const getSubmitButton = () => screen.getByRole('button', { name: 'Добавить партнера' });

const INVITATION_LINK = 'http://127.0.0.1:3000/invite/k7mT93fQ';
const createdPartner = {
  ...smirnov,
  status: 'invited',
  invitation: { url: INVITATION_LINK, qr: '<svg/>', sent_by: [], expires_at: '2026-08-28T11:05:00Z' },
};

async function openForm() {
  servePartners([smirnov]);
  signIn();
  const app = mount(<CreatePartnerForm />, '/partner/create');
  await screen.findByLabelText('Телефон');
  return app;
}

test('the kind of a partner decides which fields are shown', async () => {
  const { user } = await openForm();
  expect(screen.queryByLabelText('Название компании')).not.toBeInTheDocument();
  expect(getField('ИНН')).toHaveAccessibleDescription(/^12 цифр/);
  await user.click(screen.getByRole('radio', { name: 'Юридическое лицо' }));
  expect(getField('Название компании')).toBeVisible();
  expect(getField('Фамилия контактного лица')).toBeVisible();
  expect(getField('ИНН')).toHaveAccessibleDescription(/^10 цифр/);
});

test('individuals are disabled with the reason and a link to the setting while no tax is withheld', async () => {
  respond('get', '/api/referral/organization/', 200, { ...organization, withholds_tax_since: null });
  await openForm();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Физическое лицо' })).toBeDisabled());
  expect(screen.getByRole('radio', { name: 'Самозанятый' })).toBeChecked();
  expect(screen.getByText(/Физическим лицам платят, удерживая НДФЛ/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Включить' })).toHaveAttribute(
    'href',
    '/profile/organization?edit=terms',
  );
});

test('the phone is sent normalized, and the returned link is shown once with buttons to copy and share it', async () => {
  const sharedData: unknown[] = [];
  const { user } = await openForm();
  Object.assign(navigator, { share: async (data: unknown) => sharedData.push(data) });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { release, bodies } = holdResponse('post', PARTNERS, createdPartner, 201);
  await user.click(screen.getByRole('radio', { name: 'Самозанятый' }));
  await user.type(getField('Фамилия'), 'Кузнецов');
  await user.type(getField('Телефон'), '8 (903) 555-00-11');
  await user.click(getSubmitButton());
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
  expect(bodies[0]).toMatchObject({ kind: 'self_employed', last_name: 'Кузнецов', phone: '+79035550011' });

  expect(await screen.findByText(INVITATION_LINK)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Ссылка показана один раз');
  expect(screen.getByRole('alert')).toHaveTextContent(/действует до 28\sавг\s2026, 14:05/);
  await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
  expect(await navigator.clipboard.readText()).toBe(INVITATION_LINK);
  await user.click(screen.getByRole('button', { name: 'Поделиться' }));
  expect(sharedData).toEqual([{ url: INVITATION_LINK }]);
  expect(screen.getByRole('link', { name: 'Открыть карточку' })).toHaveAttribute(
    'href',
    `/partners/${smirnov.id}`,
  );
});

test('the invitation link is not stored and disappears with the screen', async () => {
  respond('post', PARTNERS, 201, createdPartner);
  const { user } = await openForm();
  await user.type(getField('Телефон'), '9035550011');
  await user.click(getSubmitButton());
  await screen.findByText(INVITATION_LINK);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('k7mT93fQ');
  await user.click(screen.getByRole('button', { name: 'Добавить еще одного' }));
  expect(await screen.findByLabelText('Телефон')).toHaveValue('');
  expect(screen.queryByText(INVITATION_LINK)).not.toBeInTheDocument();
});

test('leaving a phone that already has a card shows a link to this card', async () => {
  const { user } = await openForm();
  await user.type(getField('Телефон'), '8 916 123 45 67');
  await user.tab();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Партнер уже есть');
  expect(within(alert).getByRole('link')).toHaveAttribute('href', `/partners/${smirnov.id}`);
  expect(getField('Телефон').value).toBe('+7 916 123-45-67');

  await user.type(getField('Телефон'), '{Backspace}8');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test.each([
  ['Телефон', '+7 495 123-45-67', 'Введите мобильный номер полностью: +7 и 10 цифр'],
  ['ИНН', '500100732250', 'В ИНН ошибка: проверьте цифры'],
  ['ИНН', '7707083893', 'ИНН состоит из 12 цифр'],
  ['Электронная почта', 'anna', 'Введите адрес полностью, например anna@company.ru'],
])('«%s» is validated on blur', async (label, text, message) => {
  const { user } = await openForm();
  await user.type(getField(label), text);
  await user.tab();
  expect(getField(label)).toHaveAccessibleDescription(expect.stringContaining(message));
});

test('an invalid form sends nothing and focuses the first invalid field', async () => {
  const { bodies } = holdResponse('post', PARTNERS, createdPartner, 201);
  const { user } = await openForm();
  await user.click(screen.getByRole('radio', { name: 'Юридическое лицо' }));
  await user.click(getSubmitButton());
  expect(getField('Название компании')).toHaveFocus();
  expect(getField('Название компании')).toHaveAccessibleDescription('Введите название компании');
  expect(bodies).toEqual([]);
});

test('a phone refused by the server is reported at its field', async () => {
  respond('post', PARTNERS, 400, { phone: ['Партнер с таким телефоном уже есть.'] });
  const { user } = await openForm();
  await user.type(getField('Телефон'), '9035550011');
  await user.click(getSubmitButton());
  await waitFor(() =>
    expect(getField('Телефон')).toHaveAccessibleDescription(
      expect.stringContaining('Партнер с таким телефоном уже есть.'),
    ),
  );
  expect(screen.queryByText('Партнер не добавлен')).not.toBeInTheDocument();
});

test('a failed request keeps the input and shows the incident number', async () => {
  respond('post', PARTNERS, 500, {
    detail: 'На сервере произошла ошибка. Номер для техподдержки: 7F3A-21',
    incident: '7F3A-21',
  });
  const { user } = await openForm();
  await user.type(getField('Телефон'), '9035550011');
  await user.click(getSubmitButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('7F3A-21');
  expect(getField('Телефон').value).toBe('+7 903 555-00-11');
});

test('an INN that another partner has links to that card and needs a confirmation', async () => {
  const otherPartner = { id: smirnov.id, name: 'Смирнов Алексей' };
  respond('get', `${PARTNERS}shared-requisites/`, 200, {
    results: [{ what: 'inn', value: '500100732259', partner: otherPartner }],
  });
  const { bodies, release } = holdResponse('post', PARTNERS, createdPartner, 201);
  const { user } = await openForm();
  await user.type(getField('Телефон'), '9035550011');
  await user.type(getField('ИНН'), '500100732259');
  const warning = await screen.findByRole('alert');
  expect(warning).toHaveTextContent('Тот же ИНН 500100732259: Смирнов Алексей');
  expect(within(warning).getByRole('link')).toHaveAttribute('href', `/partners/${smirnov.id}`);
  await user.click(getSubmitButton());
  expect(within(warning).getByText('Проверьте реквизиты и подтвердите')).toBeVisible();
  expect(bodies).toEqual([]);
  const confirm = within(warning).getByRole('checkbox', { name: 'Это не ошибка, сохранить' });
  expect(confirm).toHaveFocus();
  await user.click(confirm);
  await user.click(getSubmitButton());
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
});

test('an INN of many partners lists three of them in one line and the others on request', async () => {
  const results = Array.from({ length: 6 }, (_, index) => ({
    what: 'inn',
    value: '500100732259',
    partner: { id: `${smirnov.id.slice(0, -1)}${index}`, name: `Партнер ${index + 1}` },
  }));
  respond('get', `${PARTNERS}shared-requisites/`, 200, { results });
  const { user } = await openForm();
  await user.type(getField('ИНН'), '500100732259');
  const warning = await screen.findByRole('alert');
  expect(warning).toHaveTextContent('Реквизиты как у других партнеров');
  expect(warning).toHaveTextContent('Тот же ИНН 500100732259: Партнер 1, Партнер 2, Партнер 3 и еще 3');
  await user.click(within(warning).getByRole('button', { name: 'еще 3' }));
  expect(within(warning).getAllByRole('link')).toHaveLength(6);
});

test('leaving a filled form asks first', async () => {
  const { user, path } = await openForm();
  await user.type(getField('Фамилия'), 'Кузнецов');
  await user.click(screen.getByRole('link', { name: 'Отмена' }));
  expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeInTheDocument();
  expect(path()).toBe('/partner/create');
});
