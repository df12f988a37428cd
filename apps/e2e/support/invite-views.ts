import { expect } from '@playwright/test';
import { addresses } from './addresses.ts';
import { invitePage, invitePartner } from './invitations.ts';
import { addPartner, randomPhone } from './partners.ts';
import { organization, partner } from './people.ts';
import { signInContext } from './session.ts';
import { settled, type View, type Visit } from './view.ts';

/** Opens a new invitation for a phone, by default an unregistered one. */
async function openInvitation({ page, server }: Visit, phone = randomPhone()) {
  const { invitation } = await invitePartner(server, phone);
  await page.goto(invitation.url);
  await settled(page);
}

/** All states of the invitation page, and the card of an invited partner. */
export const inviteViews: readonly View[] = [
  {
    name: 'invite',
    open: async (visit) => {
      await openInvitation(visit);
      await expect(invitePage(visit.page).password).toBeVisible();
    },
  },
  {
    name: 'invite-refused',
    open: async (visit) => {
      await openInvitation(visit);
      await invitePage(visit.page).password.fill('коротко');
      await invitePage(visit.page).accept.click();
      await expect(visit.page.getByText(/слишком короткий/)).toBeVisible();
    },
  },
  {
    name: 'invite-expired',
    open: async ({ page }) => {
      await page.goto(addresses.invitation);
      await settled(page);
      await expect(invitePage(page).alert).toBeVisible();
    },
  },
  {
    name: 'invite-unreachable',
    open: async (visit) => {
      await visit.page.route('**/api/public/**', (route) => route.abort());
      await openInvitation(visit);
      await expect(visit.page.getByRole('button', { name: 'Повторить' })).toBeVisible();
    },
  },
  {
    name: 'invite-loading',
    open: async (visit) => {
      await visit.page.route('**/api/public/**', () => new Promise(() => undefined));
      await openInvitation(visit);
      await expect(visit.page.locator('.mantine-Skeleton-root').first()).toBeVisible();
    },
  },
  {
    name: 'invite-signed-in',
    open: async (visit) => {
      await signInContext(visit.context, visit.server.url, partner);
      await openInvitation(visit, partner.phone);
      await expect(visit.page.getByText(/^Вы вошли как/)).toBeVisible();
    },
  },
  {
    name: 'invite-other-user',
    open: async (visit) => {
      await signInContext(visit.context, visit.server.url, organization);
      await openInvitation(visit);
      await expect(invitePage(visit.page).alert).toContainText('для другого человека');
    },
  },
  {
    name: 'partner-invited',
    open: async ({ page, context, server }) => {
      await signInContext(context, server.url, organization);
      const { id } = await invitePartner(server, randomPhone());
      await page.goto(`/partners/${id}`);
      await expect(page.getByText(/^Ссылка действует до/)).toBeVisible();
    },
  },
];

/** Page that shows a one-time link. Its URL is not Russian, so it is not among the views. */
export const partnerCreated: View = {
  name: 'partner-created',
  open: async ({ page, context, server }) => {
    await signInContext(context, server.url, organization);
    await addPartner(page, 'Верещагин', randomPhone());
  },
};
