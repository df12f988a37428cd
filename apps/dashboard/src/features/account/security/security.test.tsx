import { MIN_PASSWORD } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { browserName } from './browser-name.ts';
import { Security } from './security.tsx';

const session = (id: number, is_current: boolean) => ({
  id: `00000005-0000-7000-8000-00000000000${id}`,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 YaBrowser/25.8 Safari/537.36',
  created_at: '2026-08-20T09:00:00Z',
  used_at: '2026-08-21T11:05:00Z',
  is_current,
});

async function open() {
  signIn();
  const app = mount(<Security />, '/profile');
  const section = within(await screen.findByRole('region', { name: 'Безопасность' }));
  return { ...app, section };
}

test('another session can be ended, the current one cannot', async () => {
  const ended: unknown[] = [];
  let results = [session(1, true), session(2, false)];
  server.use(
    http.get('/api/accounts/sessions/', () => HttpResponse.json({ results })),
    http.delete('/api/accounts/sessions/:id/', ({ params }) => {
      ended.push(params['id']);
      results = [session(1, true)];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, section } = await open();
  expect(await section.findByText('Этот браузер')).toBeVisible();
  await user.click(section.getByRole('button', { name: /^Завершить: Яндекс Браузер, Windows/ }));
  await expect.poll(() => section.queryByRole('button', { name: /^Завершить/ })).toBeNull();
  expect(ended).toEqual([session(2, false).id]);
});

test('a wrong current password is reported at its field', async () => {
  server.use(
    http.post('/api/accounts/password/', () =>
      HttpResponse.json({ current_password: ['Неверный пароль.'] }, { status: 400 }),
    ),
  );
  const { user, section } = await open();
  await user.click(section.getByRole('button', { name: 'Сменить пароль' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Текущий пароль'), 'old');
  await user.type(dialog.getByLabelText('Новый пароль'), 'new password');
  await user.click(dialog.getByRole('button', { name: 'Сменить' }));
  expect(await dialog.findByText('Неверный пароль.')).toBeVisible();
});

test('the rules of a new password are shown in advance and checked before it is sent', async () => {
  const { bodies } = holdResponse('post', '/api/accounts/password/', {});
  const { user, section } = await open();
  await user.click(section.getByRole('button', { name: 'Сменить пароль' }));
  const dialog = within(await screen.findByRole('dialog'));
  const newPassword = dialog.getByLabelText('Новый пароль');
  expect(newPassword).toHaveAccessibleDescription(
    expect.stringContaining(`Не короче ${MIN_PASSWORD} символов`),
  );
  await user.type(dialog.getByLabelText('Текущий пароль'), 'old');
  const expectRejected = async (password: string, sentence: string) => {
    await user.clear(newPassword);
    await user.type(newPassword, password);
    await user.click(dialog.getByRole('button', { name: 'Сменить' }));
    expect(newPassword).toHaveAccessibleDescription(expect.stringContaining(sentence));
  };
  await expectRejected('9 знаков.', 'Пароль слишком короткий: нужно не менее 10 символов.');
  await expectRejected('я: 8 (999) 000-00-01', 'Пароль не должен содержать ваш номер телефона.');
  expect(bodies).toEqual([]);
});

test('a password refused by the server is reported at its field', async () => {
  respond('post', '/api/accounts/password/', 400, { new_password: ['Такой пароль легко угадать.'] });
  const { user, section } = await open();
  await user.click(section.getByRole('button', { name: 'Сменить пароль' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Текущий пароль'), 'old');
  await user.type(dialog.getByLabelText('Новый пароль'), 'password1234');
  await user.click(dialog.getByRole('button', { name: 'Сменить' }));
  expect(await dialog.findByText('Такой пароль легко угадать.')).toBeVisible();
  expect(dialog.getByLabelText('Новый пароль')).toHaveFocus();
});

test('an unknown user agent is named as an unknown device', () => {
  expect(browserName('')).toBe('Неизвестное устройство');
  expect(browserName('curl/8.0')).toBe('Неизвестное устройство');
});

test('the phone is changed with the password and a code sent to the new phone', async () => {
  signIn();
  const start = holdResponse('post', '/api/accounts/phone/', { expires_in: 900 });
  const { user } = mount(<Security />, '/profile');
  await user.click(await screen.findByRole('button', { name: 'Сменить телефон' }));
  await user.type(await screen.findByLabelText('Новый телефон'), '8 916 123-45-67');
  await user.type(screen.getByLabelText('Пароль'), 'тихий омут 7');
  await user.click(screen.getByRole('button', { name: 'Получить код' }));
  await waitFor(() => expect(start.bodies).toEqual([{ phone: '+79161234567', password: 'тихий омут 7' }]));
  start.release();
  respond('post', '/api/accounts/phone/confirm/', 400, { code: ['Код не подошел или устарел.'] });
  await user.type(await screen.findByLabelText('Код из СМС'), '123456{Enter}');
  expect(await screen.findByText('Код не подошел или устарел.')).toBeVisible();
});
