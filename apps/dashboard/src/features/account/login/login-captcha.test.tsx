import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setMeta } from '@/testing/meta.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, urls } from '@/testing/server.ts';
import { LoginForm } from './login-form.tsx';

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

function open() {
  const onSignedIn = vi.fn();
  return { ...mount(<LoginForm onAttempt={() => {}} onSignIn={onSignedIn} />), onSignedIn };
}

async function openWithCaptcha() {
  setMeta('captcha-site-key', 'key-1');
  const app = open();
  await app.user.type(await screen.findByLabelText('Телефон'), '9161234567');
  await app.user.type(screen.getByLabelText('Пароль'), 'secret');
  await waitFor(() => expect(widgets).toHaveLength(1));
  return app;
}
const submit = () => screen.getByRole('button', { name: 'Войти' });

test('with a site key the token of the captcha is sent as smart-token', async () => {
  const { release, bodies } = holdResponse('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onSuccess('token-1'));
  await app.user.click(submit());
  await waitFor(() => expect(bodies).toMatchObject([{ 'smart-token': 'token-1' }]));
  release();
  await waitFor(() => expect(app.onSignedIn).toHaveBeenCalledOnce());
});

test('an unsolved captcha shows an error and sends nothing', async () => {
  const { bodies } = holdResponse('post', urls.login, {});
  const app = await openWithCaptcha();
  await app.user.click(submit());
  expect(screen.getByText('Подтвердите, что вы не робот')).toBeVisible();
  expect(bodies).toEqual([]);
});

test('an expired token must be obtained again', async () => {
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onSuccess('token-1'));
  act(() => widgets[0]?.onTokenExpired());
  await app.user.click(submit());
  expect(screen.getByText('Подтвердите, что вы не робот')).toBeVisible();
});

test('a failed attempt resets the captcha because a token can be used once', async () => {
  respond('post', urls.login, 401, { detail: 'Неверный пароль' });
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onSuccess('token-1'));
  await app.user.click(submit());
  await screen.findByRole('alert');
  await waitFor(() => expect(widgets).toHaveLength(2));
});

test('a captcha that cannot be loaded does not block the login', async () => {
  const { release, bodies } = holdResponse('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await openWithCaptcha();
  act(() => widgets[0]?.onNetworkError());
  await app.user.click(submit());
  await waitFor(() => expect(bodies).toMatchObject([{ 'smart-token': '' }]));
  release();
  await waitFor(() => expect(app.onSignedIn).toHaveBeenCalledOnce());
});

test('without a site key there is no captcha', async () => {
  open();
  await screen.findByLabelText('Телефон');
  expect(widgets).toHaveLength(0);
});
