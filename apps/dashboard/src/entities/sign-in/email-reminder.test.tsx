import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { homeUrls } from '@/testing/data/home.ts';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { respond } from '@/testing/server.ts';
import { EmailReminder } from './email-reminder.tsx';

const unconfirmedEmail = { is_email_confirmed: false, can_confirm_email: true };
const findReminder = () => screen.findByRole('region', { name: 'Подтверждение почты' });
const expectNoReminder = () =>
  expect(screen.queryByRole('region', { name: 'Подтверждение почты' })).not.toBeInTheDocument();

type User = Parameters<typeof signIn>[0];

async function openHome(user: User) {
  signIn(user);
  const app = openApp('/');
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  await screen.findByRole('main');
  return app;
}

async function mountReminder(user: User) {
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
  const { user } = await openHome({ ...anna, ...unconfirmedEmail });
  const region = within(await findReminder());
  expect(region.getByText(/Подтвердите почту anna@example.test/)).toBeVisible();
  await user.click(region.getByRole('button', { name: 'Подтвердить' }));
  expect(await screen.findByRole('dialog', { name: 'Подтвердить почту' })).toBeVisible();
});

test('a partner is also asked, and «Позже» hides the reminder until the next sign-in', async () => {
  respond('get', homeUrls.balance, 200, { results: [] });
  const { user, router } = await openHome({ ...partner, ...unconfirmedEmail });
  await user.click(within(await findReminder()).getByRole('button', { name: 'Позже' }));
  expectNoReminder();
  await router.navigate('/profile');
  await router.navigate('/');
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  expectNoReminder();
});

test('an owner without an e-mail is asked to enter one', async () => {
  await mountReminder({ ...anna, ...unconfirmedEmail, email: '', position: 'owner' });
  const region = within(await findReminder());
  expect(region.getByRole('link', { name: 'Указать почту' })).toHaveAttribute('href', '/profile');
});

test.each([
  ['with a confirmed e-mail', { is_email_confirmed: true, can_confirm_email: false }],
  ['on a server that sends no e-mail', { is_email_confirmed: false, can_confirm_email: false }],
  ['who is not an owner and has no e-mail', { ...unconfirmedEmail, email: '', position: 'manager' }],
])('a user %s is not asked', async (_who, fields) => {
  await mountReminder({ ...anna, ...fields });
  expectNoReminder();
});
