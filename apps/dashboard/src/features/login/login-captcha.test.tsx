import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setMeta } from '../../testing/meta.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, urls } from '../../testing/server.ts';

type Widget = {
  sitekey: string;
  onSuccess: (token: string) => void;
  onTokenExpired: () => void;
  onNetworkError: () => void;
};

const widgets: Widget[] = [];
vi.mock('@yandex/smart-captcha', () => ({
  SmartCaptcha(props: Widget) {
    useEffect(() => void widgets.push(props), []);
    return null;
  },
}));
beforeEach(() => {
  widgets.length = 0;
});

async function openWithCaptcha() {
  setMeta('captcha-site-key', 'key-1');
  const app = openApp('/login');
  await app.user.type(await screen.findByLabelText('Телефон'), '9161234567');
  await app.user.type(screen.getByLabelText('Пароль'), 'secret');
  await waitFor(() => expect(widgets).toHaveLength(1));
  return app;
}
const submit = () => screen.getByRole('button', { name: 'Войти' });

test('with a site key the captcha’s answer is sent as smart-token', async () => {
  const { release, bodies } = held('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onSuccess('token-1'));
  await app.user.click(submit());
  await waitFor(() => expect(bodies).toMatchObject([{ 'smart-token': 'token-1' }]));
  release();
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
});

test('an unanswered captcha is asked for, and nothing is sent', async () => {
  const { bodies } = held('post', urls.login, {});
  const app = await openWithCaptcha();
  await app.user.click(submit());
  expect(screen.getByText('Подтвердите, что вы не робот')).toBeVisible();
  expect(bodies).toEqual([]);
});

test('an answer that expired is asked for again', async () => {
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onSuccess('token-1'));
  act(() => widgets[0]?.onTokenExpired());
  await app.user.click(submit());
  expect(screen.getByText('Подтвердите, что вы не робот')).toBeVisible();
});

test('after a failed attempt the captcha starts anew, for a token serves once', async () => {
  answer('post', urls.login, 401, { detail: 'Неверный пароль' });
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onSuccess('token-1'));
  await app.user.click(submit());
  await screen.findByRole('alert');
  await waitFor(() => expect(widgets).toHaveLength(2));
});

test('a captcha that cannot be loaded does not lock people out: the server decides', async () => {
  const { release, bodies } = held('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onNetworkError());
  await app.user.click(submit());
  await waitFor(() => expect(bodies).toMatchObject([{ 'smart-token': '' }]));
  release();
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
});

test('without a site key there is no captcha', async () => {
  openApp('/login');
  await screen.findByLabelText('Телефон');
  expect(widgets).toHaveLength(0);
});
