import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { createLeads } from '../support/leads.ts';
import { addPartner, randomPhone } from '../support/partners.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Tests create their own partners.
test.use({ serverOptions: {} });

test('a partner added to a program has a link to its page and a QR code', {
  tag: '@story',
}, async ({ page, context, server }) => {
  await createLeads(server, 0);
  await signInContext(context, server.url, organization);
  await addPartner(page, 'Верещагин', randomPhone(), /^Окна для дома/);
  await page.getByRole('link', { name: 'Открыть карточку' }).click();
  const link = page.getByRole('link', { name: /\/ref\// });
  const address = (await link.getAttribute('href')) ?? '';
  const publicPage = await context.newPage();
  await publicPage.goto(address);
  await expect(publicPage.getByRole('heading', { level: 1 })).toHaveText('Окна со скидкой');

  await page.getByRole('button', { name: `QR-код ссылки ${address.split('/').at(-1)}` }).click();
  await expect(page.getByRole('img', { name: /^QR-код/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the form of a new partner reports a phone that already has a card', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, server.url, organization);
  const phone = randomPhone();
  await addPartner(page, 'Верещагин', phone);
  await page.getByRole('button', { name: 'Добавить еще одного' }).click();
  await page.getByLabel('Телефон').fill(phone.replace('+7', '8'));
  await page.getByLabel('Фамилия').focus();
  await expect(page.getByRole('alert')).toContainText('Партнер уже есть');
});

test('the one-time link fits the screen and passes axe in both themes', async ({ page, context, server }) => {
  await signInContext(context, server.url, organization);
  await addPartner(page, 'Верещагин', randomPhone());
  for (const width of [1440, 360] as const) {
    await page.setViewportSize(viewports[width]);
    expect([...(await findOverflows(page)), ...(await findViolations(page))], `at ${width} px`).toEqual([]);
  }
});
