import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { senders } from '@/testing/data/organization.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { MailCard } from './mail-card.tsx';

const SENDERS = '/api/referral/senders/';
const EMAIL = `${SENDERS}email/`;

const savedSenders = {
  ...senders,
  email: {
    ...senders.email,
    source: 'organization' as const,
    host: 'smtp.okna.ru',
    user: 'robot@okna.ru',
    has_password: true,
    from_address: 'robot@okna.ru',
    from_name: 'Окна',
  },
};

const card = async () => within(await screen.findByRole('region', { name: 'Почта' }));

async function mountCard(state: object = senders) {
  respond('get', SENDERS, 200, { ...senders, ...state });
  signIn();
  const app = mount(<MailCard />);
  // The loading state has a region with the same name.
  await screen.findByRole('heading', { name: 'Почта' });
  return app;
}

async function openForm(state?: object) {
  const { user } = await mountCard(state);
  await user.click(await (await card()).findByRole('button', { name: 'Изменить: Почта' }));
  const form = within(await screen.findByRole('form', { name: 'Почта' }));
  const type = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  };
  return { user, form, type, submit: () => user.click(form.getByRole('button', { name: 'Сохранить' })) };
}

test('an owner sets up the mail, and the encryption sets the port', async () => {
  const { release, bodies } = holdResponse('post', EMAIL, savedSenders);
  const { user, form, type, submit } = await openForm();
  expect((await card()).queryByRole('button', { name: /тестовое/ })).not.toBeInTheDocument();
  await submit();
  expect(form.getByLabelText('Сервер')).toHaveAccessibleDescription(/Введите адрес почтового сервера/);
  expect(bodies).toEqual([]);
  await type('Сервер', 'smtp.okna.ru');
  await user.selectOptions(form.getByLabelText('Шифрование'), 'starttls');
  expect(form.getByLabelText('Порт')).toHaveValue('587');
  await type('Имя пользователя', 'robot@okna.ru');
  await type('Пароль почты', 'secret');
  await type('Адрес отправителя', 'robot@okna.ru');
  await type('Ваш пароль', 'my password');
  await submit();
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        host: 'smtp.okna.ru',
        port: 587,
        encryption: 'starttls',
        user: 'robot@okna.ru',
        smtp_password: 'secret',
        from_address: 'robot@okna.ru',
        from_name: '',
        password: 'my password',
      },
    ]),
  );
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret|my password/);
  respond('get', SENDERS, 200, savedSenders);
  release();
  expect(await (await card()).findByText('Сохранен, показать его нельзя')).toBeVisible();
});

test('an empty mail password keeps the saved one', async () => {
  const { release, bodies } = holdResponse('post', EMAIL, savedSenders);
  const { type, submit } = await openForm(savedSenders);
  await type('Имя отправителя', 'Двери');
  await type('Ваш пароль', 'my password');
  await submit();
  await waitFor(() =>
    expect(bodies).toEqual([expect.not.objectContaining({ smtp_password: expect.anything() })]),
  );
  release();
});

test('a server error is shown at its field', async () => {
  respond('post', EMAIL, 400, { host: ['Сервер находится во внутренней сети.'] });
  const { form, type, submit } = await openForm(savedSenders);
  await type('Ваш пароль', 'my password');
  await submit();
  await waitFor(() => expect(form.getByLabelText('Сервер')).toHaveAccessibleDescription(/внутренней сети/));
});

test('a test message shows the response of the mail server, and a double click sends one', async () => {
  const problem = 'Почтовый сервер не принимает имя или пароль.';
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let requestCount = 0;
  server.use(
    http.post(`${EMAIL}test/`, async () => {
      requestCount += 1;
      await promise;
      return HttpResponse.json({ problem, is_sent: false });
    }),
  );
  const { user } = await mountCard(savedSenders);
  const button = await (await card()).findByRole('button', { name: 'Отправить тестовое сообщение' });
  await user.dblClick(button);
  release();
  expect(await (await card()).findByRole('alert')).toHaveTextContent(`Сообщение не отправлено. ${problem}`);
  expect(requestCount).toBe(1);
  respond('post', `${EMAIL}test/`, 200, { is_sent: true, problem: '' });
  await user.click(button);
  expect(await (await card()).findByRole('status')).toHaveTextContent('anna@example.ru');
});

test('removing the mail asks for confirmation', async () => {
  const { promise, resolve: removed } = Promise.withResolvers<void>();
  server.use(
    http.delete(EMAIL, () => {
      removed();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await mountCard(savedSenders);
  await user.click((await card()).getByRole('button', { name: 'Отключить почту' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отключить почту?' }));
  respond('get', SENDERS, 200, senders);
  await user.click(dialog.getByRole('button', { name: 'Отключить' }));
  await promise;
  expect(await screen.findByText(/Почта не настроена/)).toBeVisible();
});

test('mail settings configured on the server are shown and cannot be changed', async () => {
  await mountCard({ email: { ...savedSenders.email, source: 'server', host: '' } });
  expect(await (await card()).findByText('Задано в настройках сервера')).toBeVisible();
  expect((await card()).queryByRole('button', { name: /Изменить|Отключить/ })).not.toBeInTheDocument();
});

test('a password that cannot be decrypted must be entered again', async () => {
  await mountCard({ email: { ...savedSenders.email, is_unreadable: true } });
  expect(await (await card()).findByText('Нужно ввести заново')).toBeVisible();
  expect((await card()).getByRole('alert')).toHaveTextContent('Пароль почты нужно ввести заново');
});

test('settings that failed to load can be reloaded', async () => {
  respond('get', SENDERS, 400, { detail: 'Не сейчас.', code: 'invalid' });
  signIn();
  const { user } = mount(<MailCard />);
  expect(await (await card()).findByRole('alert')).toHaveTextContent('Настройки почты не загрузились');
  respond('get', SENDERS, 200, savedSenders);
  await user.click((await card()).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('robot@okna.ru')).toBeVisible();
});

test('employees without the permission do not see the mail', async () => {
  signIn({ ...anna, position: 'viewer', permissions: ['organization'] });
  mount(
    <>
      <MailCard />
      <p>Настройки</p>
    </>,
  );
  expect(await screen.findByText('Настройки')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Почта' })).not.toBeInTheDocument();
});
