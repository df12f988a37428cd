import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { organization } from '@/testing/data/organization.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { failRequest, holdResponse, respond, urls } from '@/testing/server.ts';
import { OrganizationSettings } from './organization-settings.tsx';

const ORGANIZATION = '/api/referral/organization/';

const findSection = (name: string) => screen.findByRole('region', { name });

async function openForm(name = 'Реквизиты организации') {
  signIn();
  const { user } = mount(<OrganizationSettings />, '/profile/organization');
  await user.click(await within(await findSection(name)).findByRole('button', { name: `Изменить: ${name}` }));
  const form = within(await screen.findByRole('form', { name }));
  const type = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  };
  return { user, form, type, save: () => user.click(form.getByRole('button', { name: 'Сохранить' })) };
}

test('an INN with a wrong check digit is not sent', async () => {
  const { release, bodies } = holdResponse('patch', ORGANIZATION, { ...organization, inn: '500100732259' });
  const { form, type, save } = await openForm();
  for (const invalidInn of ['7707083894', '500100732258', '77070838']) {
    await type('ИНН', invalidInn);
    await save();
    expect(form.getByLabelText('ИНН')).toHaveAccessibleDescription(/В ИНН ошибка: проверьте цифры/);
  }
  expect(bodies).toEqual([]);
  await type('ИНН', '500100732259');
  await save();
  await waitFor(() => expect(bodies).toEqual([{ inn: '500100732259' }]));
  release();
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Организация' })).not.toBeInTheDocument());
});

test('saving sends the changed fields, shows a toast and the new values', async () => {
  const { release, bodies } = holdResponse('patch', ORGANIZATION, { ...organization, name: 'Дом' });
  const { user, form, type, save } = await openForm();
  await type('Название', 'Дом');
  await user.selectOptions(form.getByLabelText('Часовой пояс'), 'Калининград, МСК−1');
  await save();
  await waitFor(() => expect(bodies).toEqual([{ name: 'Дом', time_zone: 'Europe/Kaliningrad' }]));
  respond('get', ORGANIZATION, 200, { ...organization, name: 'Дом', time_zone: 'Europe/Kaliningrad' });
  release();
  expect(await screen.findByText('Реквизиты организации обновлены')).toBeInTheDocument();
  expect(await within(await findSection('Реквизиты организации')).findByText('Дом')).toBeVisible();
  expect(await screen.findByText('Калининград, МСК−1')).toBeVisible();
});

test('dates on the page follow a new time zone without a reload', async () => {
  const dated = { ...organization, withholds_tax_since: '2026-01-12T21:30:00.000Z' };
  const moved = { ...dated, time_zone: 'Europe/Kaliningrad' };
  respond('get', ORGANIZATION, 200, dated);
  const { release } = holdResponse('patch', ORGANIZATION, moved);
  const { user, form, save } = await openForm();
  expect(screen.getByText('Удерживаем с 13 янв 2026')).toBeVisible();
  await user.selectOptions(form.getByLabelText('Часовой пояс'), 'Калининград, МСК−1');
  await save();
  respond('get', ORGANIZATION, 200, moved);
  respond('get', urls.me, 200, { ...anna, time_zone: moved.time_zone });
  release();
  expect(await screen.findByText('Удерживаем с 12 янв 2026')).toBeVisible();
});

test('the terms save kinds of partners, days and VAT, and keep at least one kind', async () => {
  const { release, bodies } = holdResponse('patch', ORGANIZATION, { ...organization });
  const { user, form, type, save } = await openForm('Работа с партнерами');
  const kinds = ['Физическое лицо', 'Самозанятый', 'ИП', 'Юридическое лицо'];
  for (const kind of kinds) await user.click(form.getByRole('checkbox', { name: kind }));
  await save();
  expect(form.getByText('Оставьте хотя бы один вид партнеров')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'Самозанятый' }));
  await type('Удержание, дней', '7');
  await user.selectOptions(form.getByLabelText('НДС в выплатах ИП'), 'usn_5');
  await save();
  await waitFor(() =>
    expect(bodies).toEqual([{ partner_kinds: ['self_employed'], default_hold_days: 7, vat_ip: 'usn_5' }]),
  );
  release();
});

test('individuals are accepted once withholding is on', async () => {
  respond('get', ORGANIZATION, 200, { ...organization, withholds_tax_since: null });
  const { release, bodies } = holdResponse('patch', ORGANIZATION, { ...organization });
  const { user, form, save } = await openForm('Работа с партнерами');
  const kind = () => form.getByRole('checkbox', { name: /^Физическое лицо/ });
  expect(kind()).toBeDisabled();
  expect(screen.getByText('Не удерживаем: физическим лицам не платим')).toBeInTheDocument();
  await user.click(form.getByRole('switch', { name: /^Удерживаем НДФЛ/ }));
  expect(kind()).toBeEnabled();
  await save();
  await waitFor(() => expect(bodies).toEqual([{ withholds_tax: true }]));
  release();
});

test('an accountant can change the bank details only', async () => {
  const { release, bodies } = holdResponse('patch', `${ORGANIZATION}bank/`, {
    ...organization,
    kpp: '773601001',
  });
  signIn({
    ...anna,
    position: 'accountant',
    permissions: ['organization', 'updateOrganizationBank', 'bankDirectory'],
  });
  const { user } = mount(<OrganizationSettings />, '/profile/organization');
  await user.click(await screen.findByRole('button', { name: 'Изменить: Банк' }));
  expect(screen.queryByRole('button', { name: 'Изменить: Реквизиты организации' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Загрузить справочник' })).toBeNull();
  const form = within(await screen.findByRole('form', { name: 'Банк' }));
  await user.type(form.getByLabelText('КПП'), '773601001');
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ kpp: '773601001' }]));
  release();
  expect(await screen.findByText('Банковские реквизиты обновлены')).toBeVisible();
});

test('an owner uploads a bank directory and sees the number of banks', async () => {
  const uploadedDirectory = {
    source: 'own',
    banks: 1204,
    day: '2026-11-21',
    loaded_at: '2026-11-21T09:00:00Z',
  };
  const { release, bodies } = holdResponse('post', '/api/referral/banks/directory/', uploadedDirectory, 201);
  signIn();
  const { user } = mount(<OrganizationSettings />, '/profile/organization');
  const card = within(await findSection('Справочник БИК'));
  expect(await card.findByText(/^Справочник не загружен/)).toBeVisible();
  respond('get', '/api/referral/banks/directory/', 200, uploadedDirectory);
  const input = document.querySelector<HTMLInputElement>('input[accept=".zip,.xml"]');
  await user.upload(input as HTMLInputElement, new File(['PK'], 'ED01OSBR.zip'));
  await waitFor(() => expect(bodies).toEqual([{ data: 'UEs=' }]));
  release();
  expect(await card.findByText(/^Ваш справочник: 1.204 банка, действует с 21.нояб?.?/)).toBeVisible();
});

test('a file that is not a bank directory is refused in the card', async () => {
  respond('post', '/api/referral/banks/directory/', 400, {
    data: ['Это не справочник БИК Банка России.'],
  });
  signIn();
  const { user } = mount(<OrganizationSettings />, '/profile/organization');
  const card = within(await findSection('Справочник БИК'));
  await card.findByText(/^Справочник не загружен/);
  const input = document.querySelector<HTMLInputElement>('input[accept=".zip,.xml"]');
  await user.upload(input as HTMLInputElement, new File(['x'], 'other.xml'));
  expect(await card.findByText('Это не справочник БИК Банка России.')).toBeVisible();
});

test('an account is checked against its BIK when either of them changes', async () => {
  respond('get', ORGANIZATION, 200, {
    ...organization,
    bank_bik: '044525225',
    bank_corr_account: '30101810400000000225',
  });
  const { bodies } = holdResponse('patch', ORGANIZATION, { ...organization });
  const { form, type, save } = await openForm('Банк');
  await type('Расчетный счет', '40702810138000000009');
  await save();
  expect(form.getByLabelText('Расчетный счет')).toHaveAccessibleDescription(
    'Проверьте счет и БИК: контрольный ключ не сходится.',
  );
  await type('Расчетный счет', '');
  await type('БИК', '040173604');
  await save();
  expect(form.getByLabelText('Корреспондентский счет')).toHaveAccessibleDescription(/контрольный ключ/);
  expect(bodies).toEqual([]);
});

test('a BIK fills in the name and account of its bank, and an unknown one is reported', async () => {
  const bank = { name: 'АО «Т-Банк»', city: 'г Москва', corr_account: '30101810145250000974' };
  respond('get', '/api/referral/banks/', 200, { is_loaded: true, bank: { ...bank, bik: '044525974' } });
  const { form, type } = await openForm('Банк');
  await type('БИК', '044525974');
  expect(await form.findByDisplayValue(bank.name)).toBe(form.getByLabelText('Название банка'));
  expect(form.getByLabelText('Корреспондентский счет')).toHaveValue(bank.corr_account);
  expect(form.getByText('АО «Т-Банк», г Москва')).toBeVisible();
  respond('get', '/api/referral/banks/', 200, { is_loaded: true, bank: null });
  await type('БИК', '044525111');
  expect(await form.findByText('Такого БИК нет в справочнике Банка России')).toBeVisible();
});

test('a document shows its current version', async () => {
  respond('get', ORGANIZATION, 200, {
    ...organization,
    offer: { version: 3, text: 'Договор', sha256: 'a'.repeat(64), since: '2026-08-20T21:00:00.000Z' },
  });
  const { form } = await openForm('Документы для партнеров');
  expect(form.getByLabelText('Оферта')).toHaveValue('Договор');
  expect(screen.getByText(/Версия 3 от/)).toHaveTextContent('21 авг 2026');
});

test('an empty document can be filled with a sample marked for a legal check', async () => {
  respond('get', ORGANIZATION, 200, { ...organization, inn: '7707083893', privacy_policy_url: '' });
  const { bodies } = holdResponse('patch', ORGANIZATION, { ...organization });
  const { user, form } = await openForm('Документы для партнеров');
  await user.click(
    form.getByRole('button', { name: 'Вставить образец: Политика обработки персональных данных' }),
  );
  const text = form.getByLabelText<HTMLTextAreaElement>('Политика обработки персональных данных').value;
  expect(text).toContain('ООО «Уют» (ИНН 7707083893)');
  expect(form.getByRole('status')).toHaveTextContent('Это образец: проверьте с юристом');
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ privacy_policy: text }]));
});

test('the next first step is shown above the requisites', async () => {
  respond('get', '/api/home/start/', 200, {
    results: [
      { step: 'requisites', done: true, id: null },
      { step: 'privacy_policy', done: true, id: null },
      { step: 'program', done: false, id: null },
    ],
  });
  signIn();
  mount(<OrganizationSettings />, '/profile/organization');
  expect(await screen.findByRole('link', { name: 'Создать программу' })).toHaveAttribute(
    'href',
    '/referral/program/create',
  );
});

test('a logo of an unsafe type or above the size limit is not sent', async () => {
  const { bodies } = holdResponse('post', `${ORGANIZATION}logo/`, { ...organization });
  signIn();
  mount(<OrganizationSettings />, '/profile/organization');
  await findSection('Публичные страницы');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no field for a file');
  const choose = (file: File) => fireEvent.change(input, { target: { files: [file] } });
  choose(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Подойдет картинка PNG, JPEG или WebP.');
  choose(new File([new Uint8Array(41 * 1024)], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText(/больше 40 КБ/)).toBeVisible();
  expect(bodies).toEqual([]);
  choose(new File(['abc'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(bodies).toEqual([{ type: 'image/png', data: 'YWJj' }]));
});

test('a viewer reads the settings without buttons', async () => {
  signIn({ ...anna, position: 'viewer', permissions: ['organization'] });
  mount(<OrganizationSettings />, '/profile/organization');
  expect(await within(await findSection('Реквизиты организации')).findByText('ООО «Уют»')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Изменить/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /логотип/ })).not.toBeInTheDocument();
});

test('a server error is shown at its field and the input is kept', async () => {
  const sentence = 'Этот адрес занят другой организацией.';
  respond('patch', ORGANIZATION, 400, { site: [sentence] });
  const { form, type, save } = await openForm();
  await type('Юридическое лицо', 'ООО «Дом»');
  await type('Сайт', 'https://example.ru');
  await save();
  await waitFor(() => expect(form.getByLabelText('Сайт')).toHaveAccessibleDescription(sentence));
  expect(form.getByLabelText('Юридическое лицо')).toHaveValue('ООО «Дом»');
  expect(form.queryByRole('alert')).not.toBeInTheDocument();
});

test('an unreachable server is reported in the form and the input is kept', async () => {
  failRequest('patch', ORGANIZATION);
  const { form, type, save } = await openForm();
  await type('Название', 'Дом');
  await save();
  expect(await form.findByRole('alert')).toHaveTextContent(/Реквизиты не сохранены|Нет связи с сервером/);
  expect(form.getByLabelText('Название')).toHaveValue('Дом');
});

test('settings that failed to load can be reloaded', async () => {
  respond('get', ORGANIZATION, 400, { detail: 'Не сейчас.', code: 'invalid', incident: '7F3A-21' });
  signIn();
  const { user } = mount(<OrganizationSettings />, '/profile/organization');
  const alert = await within(await findSection('Организация')).findByRole('alert');
  expect(alert).toHaveTextContent('Настройки не загрузились');
  expect(alert).toHaveTextContent('7F3A-21');
  respond('get', ORGANIZATION, 200, { ...organization });
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await within(await findSection('Реквизиты организации')).findByText('ООО «Уют»')).toBeVisible();
});

test('the link of a first step opens the form, and closing the form clears the URL', async () => {
  signIn();
  const { user, path } = mount(<OrganizationSettings />, '/profile/organization?edit=requisites');
  const form = within(await screen.findByRole('form', { name: 'Реквизиты организации' }));
  expect(form.getByLabelText('Политика обработки персональных данных')).toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Отмена' }));
  await waitFor(() =>
    expect(screen.queryByRole('form', { name: 'Реквизиты организации' })).not.toBeInTheDocument(),
  );
  expect(path()).toBe('/profile/organization');
});

test('the privacy policy step opens the document form at the policy', async () => {
  signIn();
  mount(<OrganizationSettings />, '/profile/organization?edit=policy');
  const form = within(await screen.findByRole('form', { name: 'Документы для партнеров' }));
  await waitFor(() => expect(form.getByLabelText('Политика обработки персональных данных')).toHaveFocus());
});

test('a privacy policy on the organization’s own page is listed among its documents', async () => {
  respond('get', ORGANIZATION, 200, { ...organization, privacy_policy: '' });
  signIn();
  mount(<OrganizationSettings />, '/profile/organization');
  expect(
    await within(await findSection('Документы для партнеров')).findByText(
      'На своей странице, адрес в реквизитах',
    ),
  ).toBeVisible();
});
