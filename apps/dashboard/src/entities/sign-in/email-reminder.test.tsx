import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { homeUrls } from '../../testing/data/home.ts';
import { anna, partner, signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer } from '../../testing/server.ts';

const asked = { is_email_confirmed: false, can_confirm_email: true };
const reminder = () => screen.findByRole('region', { name: 'Подтверждение почты' });
const isMissing = () =>
  expect(screen.queryByRole('region', { name: 'Подтверждение почты' })).not.toBeInTheDocument();

async function open(user: Parameters<typeof signIn>[0]) {
  signIn(user);
  const app = openApp('/');
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  await screen.findByRole('main');
  return app;
}

test('the home page asks for the confirmation of the e-mail, and opens the dialog', async () => {
  const { user } = await open({ ...anna, ...asked });
  const shown = within(await reminder());
  expect(shown.getByText(/Подтвердите почту anna@example.test/)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Подтвердить' }));
  expect(await screen.findByRole('dialog', { name: 'Подтвердить почту' })).toBeVisible();
});

test('a partner is asked too, and «Позже» hides the request for this session', async () => {
  answer('get', homeUrls.balance, 200, { results: [] });
  const { user, router } = await open({ ...partner, ...asked });
  await user.click(within(await reminder()).getByRole('button', { name: 'Позже' }));
  isMissing();
  await router.navigate('/profile');
  await router.navigate('/');
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  isMissing();
});

test('an owner without an e-mail is asked to enter one in the profile', async () => {
  await open({ ...anna, ...asked, email: '', position: 'owner' } as typeof anna);
  const shown = within(await reminder());
  expect(shown.getByRole('link', { name: 'Указать почту' })).toHaveAttribute('href', '/profile');
});

test.each([
  ['whose e-mail is confirmed', { is_email_confirmed: true, can_confirm_email: false }],
  ['on a server that sends no e-mail', { is_email_confirmed: false, can_confirm_email: false }],
  ['without an e-mail who is no owner', { ...asked, email: '', position: 'manager' }],
])('a user %s is not asked', async (_who, more) => {
  await open({ ...anna, ...more } as typeof anna);
  await screen.findByRole('link', { name: /^Лиды ?39$/ });
  isMissing();
});
