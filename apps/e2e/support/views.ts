import { expect } from '@playwright/test';
import { addresses } from './addresses.ts';
import { organizationApi } from './api.ts';
import { inviteViews } from './invite-views.ts';
import { joinViews } from './join-views.ts';
import { organization } from './people.ts';
import { fillLead, leadForm, type PublishedLink, publishLink, waitForApp } from './referral-link.ts';
import { signInForm } from './screens.ts';
import { signInContext } from './session.ts';
import { settled, type View } from './view.ts';

const asOrganization = (name: string, address: string): View => ({
  name,
  open: async ({ page, context, server }) => {
    await signInContext(context, server.url, organization);
    await page.goto(address);
    await settled(page);
  },
});

const asVisitor = (name: string, address: string): View => ({
  name,
  open: async ({ page }) => {
    await page.goto(address);
    await settled(page);
  },
});

const asReferral = (
  name: string,
  prepare: (link: PublishedLink) => Promise<unknown> = async () => undefined,
): View => ({
  name,
  open: async ({ page, server }) => {
    const link = await publishLink(server);
    await prepare(link);
    await page.goto(link.path);
    await settled(page);
    await waitForApp(page);
  },
});

/** Every page, and the main states of login and startup. */
export const views: readonly View[] = [
  asVisitor('login', '/login'),
  {
    name: 'login-empty-fields',
    open: async ({ page }) => {
      await page.goto('/login');
      await signInForm(page).submit.click();
      await expect(page.getByText('Введите пароль')).toBeVisible();
    },
  },
  {
    name: 'login-refused',
    open: async ({ page }) => {
      await page.goto('/login');
      await signInForm(page).phone.fill(organization.phone);
      await signInForm(page).password.fill('wrong');
      await signInForm(page).submit.click();
      await expect(signInForm(page).error).toBeVisible();
    },
  },
  {
    name: 'unreachable',
    open: async ({ page, context, server }) => {
      await signInContext(context, server.url, organization);
      await page.route('**/api/**', (route) => route.abort());
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible();
    },
  },
  asOrganization('home', '/'),
  asOrganization('profile', '/profile'),
  {
    name: 'profile-unsaved',
    open: async (visit) => {
      await asOrganization('', '/profile').open(visit);
      await visit.page.getByLabel('Имя').fill('Алла');
      await expect(visit.page.getByText('Есть несохраненные изменения')).toBeVisible();
    },
  },
  asOrganization('programs', '/referral/program'),
  asOrganization('program', '/referral/program/create'),
  {
    name: 'program-draft',
    open: async ({ page, context, server }) => {
      await signInContext(context, server.url, organization);
      const post = await organizationApi(server);
      const { id } = await post<{ id: string }>('programs/', { name: `Окна ${Date.now()}` });
      await page.goto(`/referral/program/${id}?tab=terms`);
      await expect(page.getByLabel(/^Название/)).toBeVisible();
    },
  },
  asOrganization('partners', '/partners'),
  asOrganization('partner', '/partners/42'),
  asOrganization('leads', '/leads'),
  asOrganization('payments', '/payments'),
  asOrganization('not-found', addresses.unknown),
  asReferral('referral-link'),
  asReferral('referral-paused', (link) => link.pause()),
  {
    name: 'referral-refused',
    open: async (visit) => {
      await asReferral('').open(visit);
      await leadForm(visit.page).submit.click();
      await expect(leadForm(visit.page).name).toBeFocused();
    },
  },
  {
    name: 'referral-sent',
    open: async (visit) => {
      await asReferral('').open(visit);
      await fillLead(visit.page);
      await leadForm(visit.page).submit.click();
      await expect(visit.page.getByText('Отправить еще одну')).toBeVisible();
    },
  },
  asVisitor('referral-unknown', addresses.publicLink),
  ...inviteViews,
  ...joinViews,
];

export const viewports = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
} as const;
