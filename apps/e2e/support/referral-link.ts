import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { apiAs } from './api.ts';
import { type InvitedCard, joinAs } from './invitations.ts';
import { randomPhone } from './partners.ts';
import { organization, partner } from './people.ts';

export type PublishedLink = Awaited<ReturnType<typeof publishLink>>;

const landing = {
  title: 'Пластиковые окна со скидкой 15 %',
  subtitle: 'Бесплатный замер в день обращения, установка за три дня',
  text: 'Ставим окна в Москве и области с 2008 года.\nГарантия на профиль и монтаж пять лет.',
};
const consent =
  'Согласен на обработку персональных данных, чтобы со мной связались по этой заявке. Согласие можно отозвать письмом.';

/** Creates an active program and a partner with a link. The partner is new unless a phone is given. */
export async function publishLink(server: TestServer, more: object = {}, phone = randomPhone()) {
  const call = await apiAs(server, organization);
  const { organization_id } = await server.findUser(organization.phone);
  await server.db
    .updateTable('organizations')
    .set({
      name: 'Окна Плюс',
      legal_name: 'ООО «Окна Плюс»',
      privacy_policy_url: 'https://example.ru/privacy',
    })
    .where('id', '=', organization_id)
    .execute();
  const program = await call<{ id: string }>('POST', 'programs/', {
    name: randomUUID(),
    reward: { kind: 'fixed', fixed_kop: 50_000 },
    landing,
    consent_text: consent,
    join_policy: 'open',
    ad_erid: '2VtzqxKfAb',
    ...more,
  });
  await call('POST', `programs/${program.id}/activate/`, {});
  const card = await call<InvitedCard>('POST', 'partners/', {
    kind: 'ip',
    phone,
    first_name: 'Олег',
    last_name: 'Петров',
  });
  if (phone === partner.phone) await joinAs(server, card.invitation, partner);
  await call('POST', `programs/${program.id}/enrollments/`, { partner: card.id });
  type Links = { results: { code: string }[] };
  const { results } = await call<Links>('GET', `partners/${card.id}/links/`);
  const code = results[0]?.code ?? '';

  return {
    code,
    program,
    partner: card,
    path: `/ref/${code}`,
    pause: () => call<object>('POST', `programs/${program.id}/pause/`, {}),
    /** Leads in the organization's API. */
    leads: async () => {
      type Leads = {
        results: { id: string; name: string; phone: string; comment: string; unverified: boolean }[];
      };
      return (await call<Leads>('GET', 'leads/')).results;
    },
  };
}

/** Locators of the public form, rendered by the server or by the application. */
export const leadForm = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Имя' }),
  phone: page.getByRole('textbox', { name: 'Телефон' }),
  comment: page.getByLabel('Комментарий'),
  consent: page.getByRole('checkbox'),
  submit: page.getByRole('button', { name: 'Оставить заявку' }),
});

/** Fills in the required fields. */
export async function fillLead(page: Page) {
  const form = leadForm(page);
  await form.name.fill('Мария');
  await form.phone.fill('8 916 123-45-67');
  await form.consent.check();
}

/** Resolves when the script has hydrated the page. React then keeps its properties on the elements. */
export const waitForApp = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('main')
        .evaluate((main) => Object.keys(main).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);
