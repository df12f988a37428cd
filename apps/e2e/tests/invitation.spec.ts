import type { Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { findOverflows } from '../support/geometry.ts';
import { acceptInvitation, invitePage, invitePartner, joinAs } from '../support/invitations.ts';
import { addPartner, randomPhone } from '../support/partners.ts';
import { organization, partner } from '../support/people.ts';
import { shell, signIn, signInForm, toast } from '../support/screens.ts';
import { readLocalStorage, signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

// Tests create their own partners.
test.use({ serverOptions: {} });

const PASSWORD = 'тихий омут 7';

test('an invited partner joins on a phone with a new password, and the link works once', {
  tag: '@story',
}, async ({ page, context, server, browser }) => {
  await signInContext(context, server.url, organization);
  const phone = randomPhone();
  const link = await addPartner(page, 'Верещагин', phone);
  await page.getByRole('link', { name: 'Открыть карточку' }).click();
  await expect(page.getByRole('main').getByText('Приглашен', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Приглашение' })).toContainText('Ссылка действует до');

  const theirs = await browser.newContext({ baseURL: server.url, viewport: viewports[360] });
  const account = await theirs.newPage();
  await account.goto(link);
  const invite = invitePage(account);
  await expect(account.getByText(`+7 903 ***-**-${phone.slice(-2)}`)).toBeVisible();
  await expect(account.getByText(phone.slice(2))).toHaveCount(0);
  expect(await findOverflows(account)).toEqual([]);

  await invite.password.fill('коротко');
  await invite.accept.click();
  await expect(invite.password).toHaveAccessibleDescription(/слишком короткий/);
  await invite.password.fill(PASSWORD);
  await account.reload();
  await expect(invite.password).toHaveValue('');
  await invite.password.fill(PASSWORD);
  await invite.accept.dblclick();
  await expect(account).toHaveURL('/');
  await expect(toast(account, 'Приглашение принято')).toBeVisible();
  await expect(account.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  const kept = await account.evaluate(() => JSON.stringify([{ ...sessionStorage }, history.state]));
  expect(JSON.stringify(await readLocalStorage(account)) + kept).not.toMatch(/омут|invite/);
  await account.goBack();
  expect(account.url()).not.toContain('/invite/');

  const second = await browser.newContext({ baseURL: server.url });
  const again = await second.newPage();
  await again.goto(link);
  await expect(invitePage(again).alert).toContainText('Ссылка не действует');
  await again.getByRole('link', { name: 'Войти' }).click();
  await signIn(again, { phone, password: PASSWORD });
  await expect(shell(again).topBar).toContainText('Верещагин');
  await Promise.all([theirs.close(), second.close()]);

  await page.reload();
  await expect(page.getByRole('main').getByText('Активен', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Приглашение' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'История' }).click();
  await expect(page.getByText('Карточка создана: Приглашен')).toBeVisible();
});

test('a signed-in user opens the invitation of another person, signs out and joins as that person', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, server.url, partner);
  const { invitation } = await invitePartner(server, randomPhone());
  await page.goto(invitation.url);
  const invite = invitePage(page);
  await expect(invite.alert).toContainText('Вы вошли как Смирнов А. В.');
  await expect(invite.accept).toHaveCount(0);
  await expect(shell(page).sidebar).toBeVisible();
  await invite.signOut.click();
  await expect(shell(page).sidebar).toHaveCount(0);
  await expect(page).toHaveURL(invitation.url);
  await acceptInvitation(page, invitation.url, PASSWORD);
  await expect(shell(page).topBar).toContainText('Верещагин');
});

test('a signed-in partner joins another organization with one click', async ({ page, context, server }) => {
  await signInContext(context, server.url, partner);
  const { id, invitation } = await invitePartner(server, partner.phone, 'Смирнов');
  await page.goto(invitation.url);
  await invitePage(page).accept.click();
  await expect(page).toHaveURL('/');
  await expect(shell(page).topBar).toContainText('Смирнов А. В.');
  const card = server.db.selectFrom('partners').select('status').where('id', '=', id);
  expect(await card.executeTakeFirstOrThrow()).toEqual({ status: 'active' });
});

test('a user with an account signs in from the invitation and returns to it', async ({ page, server }) => {
  const { invitation } = await invitePartner(server, partner.phone);
  await page.goto(invitation.url);
  await page.getByRole('link', { name: 'Войдите и вернитесь сюда' }).click();
  await expect(signInForm(page).heading).toBeVisible();
  await signIn(page, partner);
  await expect(page).toHaveURL(invitation.url);
  await invitePage(page).accept.click();
  await expect(page).toHaveURL('/');
});

test('a new link invalidates the previous one, and a revoked link is refused', async ({
  page,
  context,
  server,
  browser,
}) => {
  await signInContext(context, server.url, organization);
  const { id, invitation } = await invitePartner(server, randomPhone());
  await page.goto(`/partners/${id}`);
  await page.getByRole('button', { name: 'Создать новую ссылку' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Создать ссылку' }).click();
  const link = (await dialog.getByText(/\/invite\/[\w-]+$/).textContent()) ?? '';
  expect(link).not.toBe(invitation.url);
  await dialog.getByRole('button', { name: 'Готово' }).click();

  const theirs = await browser.newContext({ baseURL: server.url });
  const account = await theirs.newPage();
  await account.goto(invitation.url);
  await expect(invitePage(account).alert).toContainText('Ссылка не действует');
  await account.goto(link);
  await expect(invitePage(account).password).toBeVisible();

  await page.getByRole('button', { name: 'Отозвать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click();
  await expect(page.getByText(/Действующей ссылки нет/)).toBeVisible();
  // The page was open when the link was revoked.
  await invitePage(account).password.fill(PASSWORD);
  await invitePage(account).accept.click();
  await expect(invitePage(account).alert).toContainText('Ссылка не действует');
  await theirs.close();
});

test('an invitation loads when the connection is back', async ({ page, server, watch }) => {
  watch.expect(lostConnection);
  const { invitation } = await invitePartner(server, randomPhone());
  await page.route('**/api/public/**', (route) => route.abort());
  await page.goto(invitation.url);
  await expect(invitePage(page).alert).toContainText('Нет связи с сервером');
  await page.unroute('**/api/public/**');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(invitePage(page).password).toBeVisible();
});

test('the token of an invitation appears in no other address and in no header', async ({ page, server }) => {
  const { invitation } = await invitePartner(server, randomPhone());
  const token = invitation.url.split('/').at(-1) ?? '';
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  await acceptInvitation(page, invitation.url, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const addresses = sent.map((request) => request.url()).filter((url) => url !== invitation.url);
  const headers = await Promise.all(sent.map((request) => request.allHeaders()));
  expect(sent.length).toBeGreaterThan(5);
  expect(JSON.stringify([addresses, headers])).not.toContain(token);
});

test('an invitation accepted in another browser is reported as used', async ({ page, server }) => {
  const { invitation } = await invitePartner(server, partner.phone);
  await page.goto(invitation.url);
  await expect(invitePage(page).password).toBeVisible();
  await joinAs(server, invitation, partner);
  await invitePage(page).password.fill(partner.password);
  await invitePage(page).accept.click();
  await expect(invitePage(page).alert).toContainText('Ссылка не действует');
});
