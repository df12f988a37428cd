import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { acceptInvitation } from '../support/invitations.ts';
import { randomPhone } from '../support/partners.ts';
import { organization } from '../support/people.ts';
import { fillLead, leadForm, waitForApp } from '../support/referral-link.ts';
import { shell, signIn } from '../support/screens.ts';

const MOST = 12;

test('from the first sign-in to a confirmed lead an owner clicks twelve times at most', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  await page.goto('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/');

  const clicks: string[] = [];
  const click = async (what: Locator) => {
    const name = (await what.getAttribute('aria-label')) ?? (await what.textContent()) ?? '';
    await what.click();
    clicks.push(name.replaceAll(/\s+/g, ' ').trim());
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const link = (name: string | RegExp) => page.getByRole('link', { name });

  await click(link('Заполнить реквизиты'));
  await page.getByLabel('Название').fill('Окна');
  await page.getByLabel('Политика обработки персональных данных').fill('https://example.ru/privacy');
  await click(button('Сохранить'));
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await click(shell(page).item('Реферальные программы'));
  await click(link('Создать программу'));
  await page.getByLabel(/^Название/).fill('Окна со скидкой');
  await page.getByRole('textbox', { name: 'Сумма' }).fill('500');
  await page.getByLabel('Заголовок', { exact: true }).fill('Окна за один день');
  await click(button('Сохранить'));
  await click(button('Включить'));

  await click(
    page.getByRole('region', { name: 'Следующий шаг' }).getByRole('link', { name: 'Добавить партнера' }),
  );
  await page.getByLabel('Фамилия').fill('Верещагин');
  await page.getByLabel('Телефон').fill(randomPhone());
  await expect(page.getByRole('combobox', { name: 'Программа' })).toHaveValue(/^Окна со скидкой/);
  await click(button('Добавить партнера'));
  await expect(page.getByText('Ссылка показана один раз')).toBeVisible();
  const invitation = (await page.getByText(/\/invite\/[\w-]+$/).textContent()) ?? '';

  await test.step('the partner comes, and a client by the link', async () => {
    const theirs = await browser.newContext({ baseURL: server.url });
    const account = await theirs.newPage();
    await acceptInvitation(account, invitation, 'тихий омут 7');
    await account.goto('/');
    const address =
      (await account
        .getByText(/\/ref\/[\w-]+/)
        .first()
        .textContent()) ?? '';
    const client = await browser.newContext({ baseURL: server.url });
    const visit = await client.newPage();
    await visit.goto(/\/ref\/[\w-]+/.exec(address)?.[0] ?? '');
    await waitForApp(visit);
    await fillLead(visit);
    await leadForm(visit).submit.click();
    await expect(visit.getByText('Спасибо. Мы свяжемся с вами.')).toBeVisible();
    await client.close();
    await theirs.close();
  });

  await click(shell(page).item('Лиды'));
  await click(link(/Мария/));
  await click(button('Взять в работу'));
  await click(button('Подтвердить'));
  await expect(page.getByRole('region', { name: 'История' })).toContainText('Подтвержден');

  expect(clicks.length, clicks.join(' → ')).toBeLessThanOrEqual(MOST);
});
