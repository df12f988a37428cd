import type { Browser, Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { defects } from '../support/defects.ts';
import { misfits } from '../support/geometry.ts';
import { invitePage } from '../support/invitations.ts';
import { randomPhone } from '../support/partners.ts';
import { shell, signIn, toast } from '../support/screens.ts';
import { viewports } from '../support/views.ts';

// Nobody is there: the story begins with the address that the server prints.
test.use({ serverOptions: { messages: { isRehearsed: true } } });

const PASSWORD = 'тихий омут полон 7';
const DOCUMENTS = { offer: 'Договор с партнером.', personal_data: 'Согласен на обработку данных.' };

/** The code in the latest text to a phone. */
async function codeTo({ db }: TestServer, phone: string): Promise<string> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select('m.body')
    .where('d.address', '=', phone)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  return rows.map(({ body }) => /\d{6}/.exec(body)?.[0]).find((code) => code !== undefined) ?? '';
}

/** A call of the API as who is signed in on a page. */
const call = <Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([how, where, sent]) => {
      const answer = await fetch(`/api/referral/${where}`, {
        method: how as string,
        headers: {
          authorization: `Bearer ${localStorage.getItem('access_token')}`,
          'content-type': 'application/json',
        },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      return answer.json();
    },
    [method, path, body] as const,
  ) as Promise<Answer>;

async function elsewhere(
  browser: Browser,
  { url }: TestServer,
  viewport: { width: number; height: number } = viewports[1440],
) {
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'ru-RU' });
  return context.newPage();
}

/** Invites somebody into the team; the link. */
async function inviteColleague(page: Page, lastName: string, position: string): Promise<string> {
  await page.getByRole('button', { name: 'Пригласить сотрудника' }).click();
  const form = page.getByRole('form', { name: 'Приглашение сотрудника' });
  await form.getByLabel('Телефон').fill(randomPhone());
  await form.getByLabel('Фамилия').fill(lastName);
  await form.getByRole('radio', { name: position }).check();
  await form.getByRole('button', { name: 'Создать приглашение' }).click();
  const link = page.getByText(/\/invite\/[\w-]{43}/);
  await expect(link).toBeVisible();
  const address = (await link.textContent()) ?? '';
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return address;
}

async function join(page: Page, link: string) {
  await page.goto(link);
  await invitePage(page).password.fill(PASSWORD);
  await invitePage(page).accept.click();
  await expect(page).toHaveURL('/');
}

test('the first week of a company: set up, a team, a partner by himself, a forgotten password, a new phone, a leaver', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  await server.empty();
  const setup = await server.offerSetup();
  await page.goto(setup ?? '');
  const phone = randomPhone();
  await page.getByLabel('Название организации').fill('Уют');
  await page.getByLabel('ИНН').fill('7707083893');
  await page.getByLabel('Фамилия').fill('Иванова');
  await page.getByLabel('Имя', { exact: true }).fill('Анна');
  await page.getByLabel('Телефон').fill(phone);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  expect(await misfits(page)).toEqual([]);
  await page.getByRole('button', { name: 'Создать организацию' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();

  await test.step('an accountant and a manager are invited and join', async () => {
    await page.goto('/profile/team');
    const accountantLink = await inviteColleague(page, 'Белова', 'Бухгалтер');
    const managerLink = await inviteColleague(page, 'Громов', 'Менеджер');
    const accountant = await elsewhere(browser, server);
    await accountant.goto(accountantLink);
    await expect(accountant.getByText('Уют приглашает вас в команду.')).toBeVisible();
    await expect(accountant.getByText('Бухгалтер')).toBeVisible();
    await join(accountant, accountantLink);
    await accountant.goto('/profile');
    const sections = accountant.getByRole('navigation', { name: 'Профиль и организация' });
    await expect(sections.getByRole('link', { name: 'Команда' })).toHaveCount(0);
    await accountant.context().close();

    const manager = await elsewhere(browser, server);
    await join(manager, managerLink);
    await page.reload();
    await page.getByRole('button', { name: 'Действия: Громов' }).click();
    await page.getByRole('menuitem', { name: 'Отключить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click();
    await expect(toast(page, 'Сотрудник отключен')).toBeVisible();
    await manager.getByRole('link', { name: 'Лиды' }).first().click();
    await expect(manager.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
    await manager.context().close();
  });

  const program = await test.step('a program takes partners by request', async () => {
    await call(page, 'PATCH', 'organization/', {
      ...DOCUMENTS,
      privacy_policy_url: 'https://example.ru/privacy',
    });
    const made = await call<{ id: string; join_code: string }>(page, 'POST', 'programs/', {
      name: 'Окна',
      reward: { kind: 'fixed', fixed_kop: 50_000 },
      landing: { title: 'Окна' },
      consent_text: 'Согласен на обработку персональных данных.',
      join_policy: 'by_request',
    });
    await call(page, 'POST', `programs/${made.id}/activate/`, {});
    return made;
  });

  const account = await elsewhere(browser, server, viewports[360]);
  const their = randomPhone();
  await test.step('a partner joins from a phone and is approved', async () => {
    await account.goto(`/join/${program.join_code}`);
    await account.getByLabel('Фамилия').fill('Смирнов');
    await account.getByLabel('Имя', { exact: true }).fill('Олег');
    await account.getByLabel('Телефон').fill(their);
    await account.getByLabel('ИНН').fill('500100732259');
    await account.getByRole('checkbox', { name: 'Принимаю оферту' }).check();
    await account.getByRole('checkbox', { name: 'Согласен на обработку персональных данных' }).check();
    expect(await misfits(account)).toEqual([]);
    await account.getByRole('button', { name: 'Отправить заявку' }).click();
    await expect.poll(() => codeTo(server, their)).toMatch(/^\d{6}$/);
    await account.getByLabel('Код из сообщения').fill(await codeTo(server, their));
    await account.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await account.getByRole('button', { name: 'Подтвердить и войти' }).click();
    await expect(account).toHaveURL('/');

    await page.goto('/partners?status=pending');
    await page.getByRole('link', { name: 'Смирнов Олег' }).first().click();
    await page.getByRole('button', { name: 'Другие действия' }).click();
    await page.getByRole('menuitem', { name: 'Отклонить' }).click();
    await expect(page.getByRole('dialog', { name: 'Отклонить заявку?' })).toBeVisible();
    expect([...(await defects(page)), ...(await violations(page))]).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Одобрить' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Одобрить' }).click();
    await expect(toast(page, 'Партнер одобрен')).toBeVisible();
    await account.goto('/');
    await expect(account.getByText(/\/ref\//).first()).toBeVisible();
  });

  await test.step('the password is forgotten and set anew by a code', async () => {
    await account.getByRole('button', { name: 'Выйти из профиля' }).click();
    await account.goto('/login');
    await account.getByRole('link', { name: 'Забыли пароль?' }).click();
    await account.getByLabel('Телефон').fill(their);
    // Codes go out once a minute.
    server.advance(61);
    await account.getByRole('button', { name: 'Получить код' }).click();
    await account.getByLabel('Код из сообщения').fill(await codeTo(server, their));
    await account.getByLabel('Новый пароль', { exact: true }).fill(`${PASSWORD}!`);
    await account.getByRole('button', { name: 'Сохранить и войти' }).click();
    await expect(account).toHaveURL('/');
  });

  await test.step('the phone is changed, and the former one lets nobody in', async () => {
    const next = randomPhone();
    await account.goto('/profile');
    await account.getByRole('button', { name: 'Сменить телефон' }).click();
    const form = account.getByRole('form', { name: 'Сменить телефон' });
    await form.getByLabel('Новый телефон').fill(next);
    await form.getByLabel('Пароль', { exact: true }).fill(`${PASSWORD}!`);
    await form.getByRole('button', { name: 'Получить код' }).click();
    await expect(account.getByLabel('Код из СМС')).toBeVisible();
    await account.getByLabel('Код из СМС').fill(await codeTo(server, next));
    await account.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(toast(account, 'Телефон изменен')).toBeVisible();
    const again = await elsewhere(browser, server, viewports[360]);
    await again.goto('/login');
    await signIn(again, { phone: next, password: `${PASSWORD}!` });
    await expect(shell(again).topBar).toContainText('Смирнов');
    await again.context().close();
  });
  await account.context().close();
});
