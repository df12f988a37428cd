import type { TestServer } from '@referral-dashboard/api/testing';
import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { newPage } from '../support/contexts.ts';
import { findDefects } from '../support/defects.ts';
import { findOverflows } from '../support/geometry.ts';
import { acceptInvitation } from '../support/invitations.ts';
import { createJoinProgram } from '../support/join-views.ts';
import { randomPhone } from '../support/partners.ts';
import { organization } from '../support/people.ts';
import { shell, signIn, toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { inviteEmployee } from '../support/team.ts';
import { viewports } from '../support/views.ts';

// The server collects messages, from which the tests read codes.
test.use({ serverOptions: { messages: { isRehearsed: true } } });

const PASSWORD = 'тихий омут полон 7';

/** The code of the latest message to a phone, or an empty string. */
async function codeTo({ db }: TestServer, phone: string): Promise<string> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select('m.body')
    .where('d.address', '=', phone)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  return (
    rows.map(({ body }) => /: (\d{6})\. Действует/.exec(body)?.[1]).find((code) => code !== undefined) ?? ''
  );
}

test('an invited manager joins the team, and deactivating him ends his session', async ({
  page,
  context,
  browser,
  server,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto('/profile/team');
  const { link } = await inviteEmployee(page, 'Громов', 'Менеджер');
  const manager = await newPage(browser, server);
  await manager.goto(link);
  await expect(manager.getByText(/приглашает вас в команду\.$/)).toBeVisible();
  await expect(manager.getByText('Менеджер')).toBeVisible();
  await acceptInvitation(manager, link, PASSWORD);
  await manager.goto('/profile');
  const sections = manager.getByRole('navigation', { name: 'Профиль и организация' });
  await expect(sections).toBeVisible();
  await expect(sections.getByRole('link', { name: 'Команда' })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Действия: Громов' }).click();
  await page.getByRole('menuitem', { name: 'Отключить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click();
  await expect(toast(page, 'Сотрудник отключен')).toBeVisible();
  await shell(manager).item('Лиды').click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
  await manager.context().close();
});

test('an applicant on a phone becomes a partner, resets the password and changes the phone', async ({
  page,
  context,
  browser,
  server,
}) => {
  test.slow();
  const program = await createJoinProgram(server);
  await signInContext(context, server.url, organization);
  const partner = await newPage(browser, server, { viewport: viewports[360] });
  const phone = randomPhone();
  const readCode = async (address: string) => {
    await expect.poll(() => codeTo(server, address)).toMatch(/^\d{6}$/);
    return codeTo(server, address);
  };

  await test.step('the applicant confirms the phone and signs in', async () => {
    await partner.goto(`/join/${program.join_code}`);
    await partner.getByLabel('Фамилия').fill('Смирнов');
    await partner.getByLabel('Имя', { exact: true }).fill('Олег');
    await partner.getByLabel('Телефон').fill(phone);
    await partner.getByLabel('ИНН').fill('500100732259');
    await partner.getByRole('checkbox', { name: 'Принимаю оферту' }).check();
    await partner.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check();
    expect(await findOverflows(partner)).toEqual([]);
    await partner.getByRole('button', { name: 'Отправить заявку' }).click();
    await partner.getByLabel('Код из сообщения').fill(await readCode(phone));
    await partner.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await partner.getByRole('button', { name: 'Подтвердить и войти' }).click();
    await expect(partner).toHaveURL('/');
  });

  await test.step('the organization approves the application, and the partner gets a link', async () => {
    await page.goto('/partners?status=pending');
    await page.getByRole('link', { name: 'Смирнов Олег' }).first().click();
    await page.getByRole('button', { name: 'Другие действия' }).click();
    await page.getByRole('menuitem', { name: 'Отклонить' }).click();
    await expect(page.getByRole('dialog', { name: 'Отклонить заявку?' })).toBeVisible();
    expect([...(await findDefects(page)), ...(await findViolations(page))]).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Одобрить' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Одобрить' }).click();
    await expect(toast(page, 'Партнер одобрен')).toBeVisible();
    await partner.goto('/');
    await expect(partner.getByText(/\/ref\//).first()).toBeVisible();
  });

  await test.step('the partner resets a forgotten password by a code', async () => {
    await partner.getByRole('button', { name: 'Выйти из профиля' }).click();
    await expect(partner).toHaveURL('/login');
    await partner.getByRole('link', { name: 'Забыли пароль?' }).click();
    await partner.getByLabel('Телефон').fill(phone);
    // The server sends one code a minute.
    server.advance(61);
    const used = await codeTo(server, phone);
    await partner.getByRole('button', { name: 'Получить код' }).click();
    await expect.poll(() => codeTo(server, phone)).not.toBe(used);
    await partner.getByLabel('Код из сообщения').fill(await codeTo(server, phone));
    await partner.getByLabel('Новый пароль', { exact: true }).fill(`${PASSWORD}!`);
    await partner.getByRole('button', { name: 'Сохранить и войти' }).click();
    await expect(partner).toHaveURL('/');
  });

  await test.step('the partner changes the phone and signs in with it', async () => {
    const next = randomPhone();
    await partner.goto('/profile');
    await partner.getByRole('button', { name: 'Сменить телефон' }).click();
    const form = partner.getByRole('form', { name: 'Сменить телефон' });
    await form.getByLabel('Новый телефон').fill(next);
    await form.getByLabel('Пароль', { exact: true }).fill(`${PASSWORD}!`);
    await form.getByRole('button', { name: 'Получить код' }).click();
    await partner.getByLabel('Код из СМС').fill(await readCode(next));
    await partner.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(toast(partner, 'Телефон изменен')).toBeVisible();
    const other = await newPage(browser, server, { viewport: viewports[360] });
    await other.goto('/login');
    await signIn(other, { phone: next, password: `${PASSWORD}!` });
    await expect(shell(other).topBar).toContainText('Смирнов');
    await other.context().close();
  });
  await partner.context().close();
});
