import { expect, test } from '../fixtures.ts';
import { organizationApi } from '../support/api.ts';
import { FORMS, startBuilder, startCompanySite, tildaPage } from '../support/company-site.ts';
import { organization } from '../support/people.ts';
import { publishLink } from '../support/referral-link.ts';

test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' });

/** Publishes a link that opens a site at another origin. Programs accept only public HTTPS addresses, so the address is set in the database. */
async function publishRedirect(server: Parameters<typeof publishLink>[0], landing_url: string) {
  const link = await publishLink(server);
  await server.db.updateTable('programs').set({ landing_mode: 'redirect', landing_url }).execute();
  return link;
}

for (const [name, form] of Object.entries(FORMS))
  test(`a form of ${name} on the own site creates a lead of the partner whose link was opened`, async ({
    page,
    server,
  }) => {
    const site = await startCompanySite(server.url, form);
    const { code, partner } = await publishRedirect(server, `${site.url}/zamer?from=link`);
    await page.goto(`${server.url}/ref/${code}?utm_source=vk`);
    await expect(page).toHaveURL(
      new RegExp(`^${site.url}/zamer\\?from=link&utm_source=vk&ref=${code}&click_id=`),
    );
    // The visitor leaves, and returns without the parameters of the link.
    await page.goto(`${site.url}/`);
    await page.getByLabel('Имя').fill('Мария');
    await page.getByLabel('Телефон').fill('+7 916 123-45-67');
    await page.getByRole('button', { name: 'Отправить' }).click();
    await expect(page.getByText('Спасибо')).toBeVisible();

    const [order] = site.orders;
    const post = await organizationApi(server);
    const { secret } = await post<{ secret: string }>('api-keys/', {
      name: 'Сайт',
      scopes: ['leads:write'],
      days: 1,
      password: organization.password,
    });
    const response = await fetch(`${server.url}/api/public/conversions/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ external_id: 'order-1', ...order }),
    });
    expect(await response.json()).toMatchObject({
      reason: 'last_click',
      partner: { id: partner.id },
      ignored: [],
    });
    site.close();
  });

test('a form that a site builder sends to the address of a program creates one lead of the partner whose link was opened', async ({
  page,
  server,
}) => {
  const { code, partner, program } = await publishLink(server);
  const post = await organizationApi(server);
  const { path } = await post<{ path: string }>('site-forms/', { program: program.id });
  const builder = await startBuilder(`${server.url}${path}`);
  const site = await startCompanySite(server.url, tildaPage(builder.url));
  await server.db
    .updateTable('programs')
    .set({ landing_mode: 'redirect', landing_url: `${site.url}/` })
    .execute();
  await page.goto(`${server.url}/ref/${code}`);
  await expect(page.locator('[name=ref]')).toHaveValue(code);
  await page.getByLabel('Имя').fill('Мария');
  await page.getByLabel('Телефон').fill('+7 916 123-45-99');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(page.getByText('Спасибо')).toBeVisible();

  expect(builder.statuses).toEqual([200, 200, 200]);
  const leads = await server.db
    .selectFrom('leads')
    .select(['name', 'source', 'partner_id'])
    .where('phone', '=', '+79161234599')
    .execute();
  expect(leads).toEqual([{ name: 'Мария', source: 'own_site', partner_id: partner.id }]);
  site.close();
  builder.close();
});

test('a site with a consent banner keeps no cookie before the consent', async ({ page, context, server }) => {
  const attributes = 'data-days="30" data-consent="wait"';
  const site = await startCompanySite(server.url, FORMS['plain HTML'], attributes);
  const { code } = await publishRedirect(server, `${site.url}/`);
  const kept = async () => (await context.cookies(site.url)).filter(({ name }) => name === 'ref_clicks');
  await page.goto(`${server.url}/ref/${code}`);
  await expect(page.locator('[name=ref]')).toHaveValue(code);
  expect(await kept()).toEqual([]);
  await page.evaluate('refConsent()');
  expect(await kept()).toHaveLength(1);
  await page.goto(`${site.url}/`);
  await page.evaluate('refConsent()');
  await expect(page.locator('[name=ref]')).toHaveValue(code);
  await page.evaluate('refConsent(false)');
  expect(await kept()).toEqual([]);
  site.close();
});
