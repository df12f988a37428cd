import { screen, waitFor, within } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { joinPage } from '@/testing/data/join.ts';
import { mount } from '@/testing/mount.tsx';
import { failRequest, holdResponse, joinUrls, respond } from '@/testing/server.ts';
import { ApplicationStatus } from './application-status.tsx';
import { Join } from './join.tsx';

const CODE = '0123456789ab';

/** Application page; signing in leads to the home page. */
function StatusPage() {
  const navigate = useNavigate();
  return <ApplicationStatus token="secret" onSignIn={() => void navigate('/', { replace: true })} />;
}

async function openForm() {
  const { user, path } = mount(<Join code={CODE} />, `/join/${CODE}`);
  const form = within(await screen.findByRole('form', { name: 'Заявка партнера' }));
  const type = async (label: string, text: string) => {
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  };
  const check = (name: string) => user.click(form.getByRole('checkbox', { name }));
  return {
    user,
    path,
    form,
    type,
    check,
    send: () => user.click(form.getByRole('button', { name: 'Отправить заявку' })),
  };
}

async function openFilledForm() {
  const page = await openForm();
  await page.type('Фамилия', 'Сидорова');
  await page.type('Имя', 'Мария');
  await page.type('Телефон', '8 916 123-45-67');
  return page;
}

const OFFER = 'Принимаю оферту';
const CONSENT = 'Даю согласие на обработку персональных данных';

describe('the form', () => {
  test('shows both documents with unchecked checkboxes', async () => {
    const { form } = await openForm();
    expect(form.getByRole('region', { name: 'Оферта' })).toHaveTextContent('Договор с партнером.');
    expect(form.getByText('Согласен на обработку данных.')).toBeVisible();
    for (const name of [OFFER, CONSENT]) expect(form.getByRole('checkbox', { name })).not.toBeChecked();
    expect(screen.getByText('Платим по пятницам.')).toBeVisible();
    expect(screen.getByText(/^500,00\s₽ за подтвержденный лид$/)).toBeVisible();
    expect(screen.getByText(/приглашает партнеров в программу «Окна для дома»/)).toBeVisible();
  });

  test('is not sent without both consents, and each shows its error', async () => {
    const { bodies } = holdResponse('post', joinUrls.apply, { token: 'secret', proof: 'none' }, 202);
    const { form, check, send } = await openFilledForm();
    await send();
    expect(form.getByText('Без принятой оферты заявку отправить нельзя')).toBeVisible();
    expect(form.getByText('Без согласия заявку отправить нельзя')).toBeVisible();
    await check(OFFER);
    await send();
    expect(form.getByText('Без согласия заявку отправить нельзя')).toBeVisible();
    expect(bodies).toEqual([]);
  });

  test('is sent once with the versions that were read, and then links to the application', async () => {
    const { release, bodies } = holdResponse('post', joinUrls.apply, { token: 'secret', proof: 'none' }, 202);
    const { user, form, check, send } = await openFilledForm();
    await check(OFFER);
    await check(CONSENT);
    await send();
    await user.click(form.getByRole('button', { name: 'Отправить заявку' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({
      kind: 'individual',
      last_name: 'Сидорова',
      phone: '+79161234567',
      offer: true,
      offer_version: 3,
      personal_data: true,
      personal_data_version: 2,
      website: '',
    });
    release();
    expect(await screen.findByRole('heading', { name: 'Заявка отправлена' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Открыть страницу заявки' })).toHaveAttribute(
      'href',
      '/join/status/secret',
    );
    // The page is the same for a known phone, so that phones cannot be probed.
    expect(screen.getByRole('link', { name: 'войдите' })).toHaveAttribute('href', '/login');
  });

  test('requires the name and INN of a company', async () => {
    const { user, form, send } = await openForm();
    await user.selectOptions(form.getByLabelText('Вы'), 'Юридическое лицо');
    await send();
    expect(form.getByLabelText('Название компании')).toHaveAccessibleDescription('Введите название компании');
    expect(form.getByLabelText('ИНН')).toHaveAccessibleDescription('Введите ИНН');
    expect(form.getByLabelText('Имя')).toBeValid();
  });

  test('keeps the input after a refusal and reloads changed documents', async () => {
    const changed = 'Текст изменился. Обновите страницу и прочтите его снова.';
    respond('post', joinUrls.apply, 400, { offer: [changed] });
    const { form, check, send } = await openFilledForm();
    await check(OFFER);
    await check(CONSENT);
    respond('get', joinUrls.page, 200, { ...joinPage, offer: { version: 4, text: 'Новый договор.' } });
    await send();
    expect(await form.findByText(changed)).toBeVisible();
    expect(await form.findByText('Новый договор.')).toBeVisible();
    expect(form.getByLabelText('Фамилия')).toHaveValue('Сидорова');
  });

  test('keeps the input when the changed documents cannot be loaded', async () => {
    const { form, check, send } = await openFilledForm();
    await check(OFFER);
    await check(CONSENT);
    respond('post', joinUrls.apply, 400, { offer: ['Текст изменился.'] });
    failRequest('get', joinUrls.page);
    await send();
    expect(await form.findByText('Текст изменился.')).toBeVisible();
    expect(form.getByLabelText('Фамилия')).toHaveValue('Сидорова');
  });
});

test('where codes can be sent, the phone is confirmed at once and a password signs in', async () => {
  respond('post', joinUrls.apply, 202, { token: 'secret', proof: 'code' });
  const { user, path, check, send } = await openFilledForm();
  await check(OFFER);
  await check(CONSENT);
  await send();
  const proof = within(await screen.findByRole('form', { name: 'Подтверждение телефона' }));
  await user.click(proof.getByRole('button', { name: 'Подтвердить и войти' }));
  expect(proof.getByText('Введите код из сообщения')).toBeVisible();
  await user.type(proof.getByLabelText('Код из сообщения'), '424242');
  await user.type(proof.getByLabelText('Пароль'), 'a long password');
  const { release, bodies } = holdResponse('post', joinUrls.confirm, {
    access: 'access-1',
    refresh: 'refresh-1',
  });
  await user.click(proof.getByRole('button', { name: 'Подтвердить и войти' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      { token: 'secret', code: '424242', password: 'a long password', 'smart-token': '' },
    ]),
  );
  release();
  await waitFor(() => expect(path()).toBe('/'));
});

test('a closed program has no form', async () => {
  respond('get', joinUrls.page, 200, { ...joinPage, state: 'closed' });
  mount(<Join code={CODE} />, `/join/${CODE}`);
  expect(await screen.findByRole('heading', { name: 'Заявки не принимаются' })).toBeVisible();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test('an unknown code is reported with a link to the sign-in page', async () => {
  respond('get', joinUrls.page, 404, { detail: 'Объект не найден.' });
  mount(<Join code={CODE} />, `/join/${CODE}`);
  expect(await screen.findByRole('heading', { name: 'Такой ссылки нет' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
});

test('an unreachable server can be retried', async () => {
  failRequest('get', joinUrls.page);
  const { user } = mount(<Join code={CODE} />, `/join/${CODE}`);
  expect(await screen.findByRole('alert')).toHaveTextContent('Страница не открылась');
  respond('get', joinUrls.page, 200, { ...joinPage });
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('form', { name: 'Заявка партнера' })).toBeVisible();
});

test('the page of an application shows its status and the reason of a rejection', async () => {
  respond('post', joinUrls.check, 200, {
    status: 'rejected',
    reason: 'Работаем только с компаниями.',
    entry: null,
    organization: 'Уют',
    program: 'Окна для дома',
    created_at: '2026-08-21T11:05:00.000Z',
  });
  mount(<StatusPage />, '/join/status/secret');
  expect(await screen.findByRole('heading', { name: 'Отклонена' })).toBeVisible();
  expect(screen.getByText('Причина: Работаем только с компаниями.')).toBeVisible();
});

const approved = {
  status: 'approved',
  reason: '',
  entry: 'password',
  organization: 'Уют',
  program: 'Окна для дома',
  created_at: '2026-08-21T11:05:00.000Z',
};

describe('the page of an approved application', () => {
  test('lets a new partner set a password and signs in once', async () => {
    respond('post', joinUrls.check, 200, approved);
    const { user, path } = mount(<StatusPage />, '/join/status/secret');
    const form = within(await screen.findByRole('form', { name: 'Первый вход' }));
    await user.click(form.getByRole('button', { name: 'Войти' }));
    expect(form.getByText('Введите пароль')).toBeVisible();
    await user.type(form.getByLabelText('Пароль'), 'a long password');
    const { release, bodies } = holdResponse('post', joinUrls.accept, {
      access: 'access-1',
      refresh: 'refresh-1',
    });
    await user.dblClick(form.getByRole('button', { name: 'Войти' }));
    await waitFor(() =>
      expect(bodies).toEqual([{ token: 'secret', password: 'a long password', 'smart-token': '' }]),
    );
    release();
    await waitFor(() => expect(path()).toBe('/'));
  });

  test('shows a refused password at the field', async () => {
    respond('post', joinUrls.check, 200, approved);
    respond('post', joinUrls.accept, 400, { password: ['Пароль не подошел.'] });
    const { user } = mount(<StatusPage />, '/join/status/secret');
    const form = within(await screen.findByRole('form', { name: 'Первый вход' }));
    await user.type(form.getByLabelText('Пароль'), 'a long password');
    await user.click(form.getByRole('button', { name: 'Войти' }));
    expect(await form.findByText('Пароль не подошел.')).toBeVisible();
    expect(form.getByLabelText('Пароль')).toHaveFocus();
  });

  test.each([
    ['link', /Компания пришлет вам ссылку для входа/],
    ['sign_in', /Вход уже есть/],
  ])('has no password field when the entry is %s', async (entry, text) => {
    respond('post', joinUrls.check, 200, { ...approved, entry });
    mount(<StatusPage />, '/join/status/secret');
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
  });
});
