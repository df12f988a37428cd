import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { homeUrls } from '../../testing/data/home.ts';
import { anna, partner, signIn } from '../../testing/data/people.ts';
import { mount } from '../../testing/mount.tsx';
import { openApp } from '../../testing/open-app.tsx';
import { respond } from '../../testing/server.ts';
import { EmailReminder } from './email-reminder.tsx';

const asked = { is_email_confirmed: false, can_confirm_email: true };
const reminder = () => screen.findByRole('region', { name: 'Подтверждение почты' });
const isMissing = () =>
  expect(screen.queryByRole('region', { name: 'Подтверждение почты' })).not.toBeInTheDocument();

type Person = Parameters<typeof signIn>[0];

async function openHome(user: Person) {
  signIn(user);
  const app = openApp('/');
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  await screen.findByRole('main');
  return app;
}

async function open(user: Person) {
  signIn(user);
  mount(
    <>
      <EmailReminder />
      <p>Показатели</p>
    </>,
  );
  await screen.findByText('Показатели');
}

test('the home page asks to confirm the e-mail and opens the dialog', async () => {
  const { user } = await openHome({ ...anna, ...asked });
  const shown = within(await reminder());
  expect(shown.getByText(/Подтвердите почту anna@example.test/)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Подтвердить' }));
  expect(await screen.findByRole('dialog', { name: 'Подтвердить почту' })).toBeVisible();
});

test('a partner is asked too, and «Позже» hides the request until the next sign-in', async () => {
  respond('get', homeUrls.balance, 200, { results: [] });
  const { user, router } = await openHome({ ...partner, ...asked });
  await user.click(within(await reminder()).getByRole('button', { name: 'Позже' }));
  isMissing();
  await router.navigate('/profile');
  await router.navigate('/');
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  isMissing();
});

test('an owner without an e-mail is asked to enter one', async () => {
  await open({ ...anna, ...asked, email: '', position: 'owner' });
  const shown = within(await reminder());
  expect(shown.getByRole('link', { name: 'Указать почту' })).toHaveAttribute('href', '/profile');
});

test.each([
  ['with a confirmed e-mail', { is_email_confirmed: true, can_confirm_email: false }],
  ['on a server that sends no e-mail', { is_email_confirmed: false, can_confirm_email: false }],
  ['who is not an owner and has no e-mail', { ...asked, email: '', position: 'manager' }],
])('a user %s is not asked', async (_who, more) => {
  await open({ ...anna, ...more });
  isMissing();
});
