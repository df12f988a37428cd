import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures.ts';
import { misfits } from '../support/layout.ts';
import { enterLeads } from '../support/leads.ts';
import { addPartner, somePhone, takeIntoProgram } from '../support/partners.ts';
import { organization } from '../support/people.ts';
import { shell, signIn } from '../support/screens.ts';
import { signedIn } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Each test has partners of its own.
test.use({ serverOptions: {} });

const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

test('a partner signs in with the password that was shown and is active from then on', async ({
  page,
  context,
  server,
  browser,
}) => {
  await signedIn(context, server.url, organization);
  const phone = somePhone();
  const password = await addPartner(page, 'Верещагин', phone);
  await page.getByRole('link', { name: 'Открыть карточку' }).click();
  const status = page.getByRole('main').getByText('Приглашен', { exact: true });
  await expect(status).toBeVisible();

  const theirs = await browser.newContext({ baseURL: server.url });
  const partnerPage = await theirs.newPage();
  await partnerPage.goto('/login');
  await signIn(partnerPage, { phone, password });
  await expect(shell(partnerPage).signOut).toBeVisible();
  await theirs.close();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Верещагин' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Активен', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'История' }).click();
  await expect(page.getByText('Карточка создана: Приглашен')).toBeVisible();
});

test('a partner taken into a program has a link that opens its page, and its QR code', async ({
  page,
  context,
  server,
}) => {
  await enterLeads(server, 0);
  await signedIn(context, server.url, organization);
  await addPartner(page, 'Верещагин', somePhone());
  await page.getByRole('link', { name: 'Открыть карточку' }).click();
  await takeIntoProgram(page, /^Окна для дома/);
  const link = page.getByRole('link', { name: /\/ref\// });
  const address = (await link.getAttribute('href')) ?? '';
  const publicPage = await context.newPage();
  await publicPage.goto(address);
  await expect(publicPage.getByRole('heading', { level: 1 })).toHaveText('Окна со скидкой');

  await page.getByRole('button', { name: `QR-код ссылки ${address.split('/').at(-1)}` }).click();
  await expect(page.getByRole('img', { name: /^QR-код/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a phone that has a card leads to it from the form of a new one', async ({ page, context, server }) => {
  await signedIn(context, server.url, organization);
  const phone = somePhone();
  await addPartner(page, 'Верещагин', phone);
  await page.getByRole('button', { name: 'Добавить еще одного' }).click();
  await page.getByLabel('Телефон').fill(phone.replace('+7', '8'));
  await page.getByLabel('Фамилия').focus();
  await expect(page.getByRole('alert')).toContainText('Партнер уже есть');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 360] as const) {
    test(`partners, a card and its dialogs pass axe and fit at ${width} px in the ${colorScheme} theme`, async ({
      page,
      context,
      server,
    }) => {
      const look = async (what: string) => {
        const { violations } = await new AxeBuilder({ page }).withTags(standard).analyze();
        const found = violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html)}`);
        expect(found).toEqual([]);
        expect(await misfits(page), what).toEqual([]);
      };
      await enterLeads(server, 0);
      await signedIn(context, server.url, organization);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(viewports[width]);
      await addPartner(page, 'Верещагин', somePhone());
      await look('the password');
      await page.getByRole('link', { name: 'Открыть карточку' }).click();
      await takeIntoProgram(page, /^Окна для дома/);
      await expect(page.getByRole('link', { name: /\/ref\// })).toBeVisible();
      await look('the card');
      await page.getByRole('tab', { name: 'Данные' }).click();
      await look('the data');
      await page.getByRole('button', { name: 'Другие действия' }).click();
      await page.getByRole('menuitem', { name: 'В архив' }).click();
      await expect(page.getByRole('dialog')).toContainText('1 ссылка перестанет принимать заявки');
      await look('the question');
      await page.getByRole('button', { name: 'Отмена' }).click();
      await page.goto('/partners');
      await expect(page.getByRole('link', { name: 'Верещагин' })).toBeVisible();
      await look('the list');
    });
  }
}
