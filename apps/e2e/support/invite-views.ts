import { expect } from '@playwright/test';
import { addresses } from './addresses.ts';
import { invitePage, invitePartner } from './invitations.ts';
import { addPartner, somePhone } from './partners.ts';
import { organization, partner } from './people.ts';
import { signedIn } from './session.ts';
import { settled, type View, type Visit } from './view.ts';

/** Opens a new invitation, of nobody known unless the phone is told. */
async function openInvitation({ page, server }: Visit, phone = somePhone()) {
  const { invitation } = await invitePartner(server, phone);
  await page.goto(invitation.url);
  await settled(page);
}

/** The page behind an invitation link in all its states, and where such links are told. */
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
    name: 'invite-gone',
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
      await signedIn(visit.context, visit.server.url, partner);
      await openInvitation(visit, partner.phone);
      await expect(visit.page.getByText(/^Вы вошли как/)).toBeVisible();
    },
  },
  {
    name: 'invite-stranger',
    open: async (visit) => {
      await signedIn(visit.context, visit.server.url, organization);
      await openInvitation(visit);
      await expect(invitePage(visit.page).alert).toContainText('для другого человека');
    },
  },
  {
    name: 'partner-invited',
    open: async ({ page, context, server }) => {
      await signedIn(context, server.url, organization);
      const { id } = await invitePartner(server, somePhone());
      await page.goto(`/partners/${id}`);
      await expect(page.getByText(/^Ссылка действует до/)).toBeVisible();
    },
  },
];

/** Place where a link is told, which is not Russian. */
export const partnerCreated: View = {
  name: 'partner-created',
  open: async ({ page, context, server }) => {
    await signedIn(context, server.url, organization);
    await addPartner(page, 'Верещагин', somePhone());
  },
};
