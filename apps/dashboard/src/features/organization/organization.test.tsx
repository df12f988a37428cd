import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { organization } from '../../testing/data/organization.ts';
import { signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, unreachable } from '../../testing/server.ts';

const ORGANIZATION = '/api/referral/organization/';

const facts = () => screen.findByRole('region', { name: 'Реквизиты организации' });

async function openForm() {
  signIn();
  const { user } = openApp('/profile');
  await user.click(await within(await facts()).findByRole('button', { name: 'Изменить' }));
  const form = within(await screen.findByRole('form', { name: 'Организация' }));
  const type = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  };
  return { user, form, type, save: () => user.click(form.getByRole('button', { name: 'Сохранить' })) };
}

test('an INN whose control digit does not fit is not sent, one of a company or of an entrepreneur is', async () => {
  const { release, bodies } = held('patch', ORGANIZATION, { ...organization, inn: '500100732259' });
  const { form, type, save } = await openForm();
  for (const wrong of ['7707083894', '500100732258', '77070838']) {
    await type('ИНН', wrong);
    await save();
    expect(form.getByLabelText('ИНН')).toHaveAccessibleDescription(/Проверьте ИНН/);
  }
  expect(bodies).toEqual([]);
  await type('ИНН', '500100732259');
  await save();
  await waitFor(() => expect(bodies).toEqual([{ inn: '500100732259' }]));
  release();
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Организация' })).not.toBeInTheDocument());
});

test('what was saved is told and shown, and only what was changed is sent', async () => {
  const { release, bodies } = held('patch', ORGANIZATION, { ...organization, name: 'Дом' });
  const { type, save } = await openForm();
  await type('Название', 'Дом');
  await type('Удержание, дней', '7');
  await save();
  await waitFor(() => expect(bodies).toEqual([{ name: 'Дом', default_hold_days: 7 }]));
  answer('get', ORGANIZATION, 200, { ...organization, name: 'Дом', default_hold_days: 7 });
  release();
  expect(await screen.findByText('Реквизиты организации обновлены')).toBeInTheDocument();
  expect(await within(await facts()).findByText('Дом')).toBeVisible();
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  const sentence = 'Этот адрес занят другой организацией.';
  answer('patch', ORGANIZATION, 400, { site: [sentence] });
  const { form, type, save } = await openForm();
  await type('Юридическое лицо', 'ООО «Дом»');
  await type('Сайт', 'https://example.ru');
  await save();
  await waitFor(() => expect(form.getByLabelText('Сайт')).toHaveAccessibleDescription(sentence));
  expect(form.getByLabelText('Юридическое лицо')).toHaveValue('ООО «Дом»');
  expect(form.queryByRole('alert')).not.toBeInTheDocument();
});

test('a server out of reach is told in the form, which keeps what was typed', async () => {
  unreachable('patch', ORGANIZATION);
  const { form, type, save } = await openForm();
  await type('Название', 'Дом');
  await save();
  expect(await form.findByRole('alert')).toHaveTextContent(/Реквизиты не сохранены|Нет связи с сервером/);
  expect(form.getByLabelText('Название')).toHaveValue('Дом');
});

test('requisites that did not come can be asked for again', async () => {
  answer('get', ORGANIZATION, 400, { detail: 'Не сейчас.', code: 'invalid', incident: '7F3A-21' });
  signIn();
  const { user } = openApp('/profile');
  const alert = await within(await facts()).findByRole('alert');
  expect(alert).toHaveTextContent('Реквизиты не загрузились');
  expect(alert).toHaveTextContent('7F3A-21');
  answer('get', ORGANIZATION, 200, { ...organization });
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await within(await facts()).findByText('ООО «Уют»')).toBeVisible();
});

test('an address that names the requisites shows them', async () => {
  signIn();
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  openApp('/profile#organization');
  const requisites = await facts();
  await waitFor(() => expect(shown.mock.contexts).toContain(requisites));
});
