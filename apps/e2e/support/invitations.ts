import { expect, type Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationApi } from './api.ts';
import { openSession } from './session.ts';

/** API response to a created partner card. */
export type InvitedCard = { id: string; invitation: { url: string; expires_at: string } };

/** Locators of the invitation page. */
export const invitePage = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'Приглашение', level: 1 }),
  password: page.getByLabel(/^Пароль/),
  accept: page.getByRole('button', { name: 'Принять приглашение' }),
  signOut: page.getByRole('main').getByRole('button', { name: /Выйти из профиля/ }),
  alert: page.getByRole('main').getByRole('alert'),
});

/** Opens an invitation link and accepts it with a password, which signs the user in. */
export async function acceptInvitation(page: Page, address: string, password: string) {
  await page.goto(address);
  await invitePage(page).password.fill(password);
  await invitePage(page).accept.click();
  await expect(page).toHaveURL('/');
}

/** Creates a card with an invitation through the API. */
export async function invitePartner(server: TestServer, phone: string, lastName = 'Верещагин') {
  const post = await organizationApi(server);
  return post<InvitedCard>('partners/', { phone, last_name: lastName, first_name: 'Павел' });
}

/** Accepts an invitation through the API as an existing user. */
export async function joinAs(
  { url }: TestServer,
  invitation: { url: string },
  person: { phone: string; password: string },
) {
  const { access_token } = await openSession(url, person);
  const answer = await fetch(`${url}/api/public/invitations/accept/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: invitation.url.split('/').at(-1) }),
  });
  expect(answer.status, 'the invitation is accepted').toBe(200);
}
