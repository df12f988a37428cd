import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { hold } from '../support/network.ts';
import { opener } from '../support/opener.ts';
import { createApprovedPayment, createPayablePartner } from '../support/payable-partners.ts';
import { addColleague, organization, partner } from '../support/people.ts';
import { shell, signIn, toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { lostConnection } from '../support/watch.ts';

const DAY = 24 * 60 * 60;

const forming = /\/api\/referral\/payments\/$/;
const markingPaid = /\/mark-paid\/$/;

/** Selects the only payable partner and opens the drawer. */
async function pick(page: Page, name: string) {
  await page.goto('/payments');
  await page.getByRole('checkbox', { name: `Выбрать: ${name}` }).check();
  await page.getByRole('button', { name: 'Сформировать выплаты' }).click();
  const drawer = page.getByRole('dialog');
  return { drawer, form: drawer.getByRole('button', { name: /^Сформировать 1\s/ }) };
}

/** Opens the dialog of a transfer and fills in its number. Returns the submit button. */
async function typeTransfer(page: Page, number: string) {
  await page.getByRole('button', { name: 'Отметить выплаченной' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номер перевода').fill(number);
  return dialog.getByRole('button', { name: 'Отметить выплаченной' });
}

/** Current step of the open payment. */
const step = (page: Page) => page.getByRole('list', { name: 'Путь выплаты' }).locator('[aria-current=step]');

test('one of two users who form a payment concurrently succeeds, and the other sees the reason', async ({
  page,
  context,
  browser,
  server,
}) => {
  await createPayablePartner(server, 'Верещагин');
  const theirs = await browser.newContext({ baseURL: server.url });
  const other = await theirs.newPage();
  await signInContext(context, server.url, organization);
  await signInContext(theirs, server.url, await addColleague(server));

  const both = [page, other];
  const tries = await Promise.all(
    both.map(async (one) => ({
      ...(await pick(one, 'Верещагин Олег')),
      page: one,
      gate: await hold(one, forming),
      sent: one.waitForRequest(forming),
    })),
  );
  for (const { form } of tries) await form.click();
  await Promise.all(tries.map(({ sent }) => sent));
  for (const { gate } of tries) gate.release();

  const said = await Promise.all(
    tries.map(async ({ drawer, page }) => ({
      page,
      drawer,
      outcome: (await drawer.getByText(/^Готово|^Сформировано 0 из 1, на/).textContent()) ?? '',
    })),
  );
  const late = said.filter(({ outcome }) => outcome.startsWith('Сформировано 0'));
  expect(late).toHaveLength(1);
  for (const { drawer, page } of late) {
    await expect(drawer.getByRole('alert').filter({ hasText: 'Верещагин' })).toContainText(
      'Платить нечего: доступных начислений нет. Возможно, они уже вошли в другую выплату.',
    );
    await drawer.getByRole('button', { name: 'Закрыть' }).last().click();
    await expect(page.getByRole('heading', { name: 'Сейчас платить некому' })).toBeVisible();
    await page.getByRole('link', { name: 'Выплаты', exact: true }).last().click();
    await expect(page.getByRole('link', { name: /^Черновики/ })).toHaveText('Черновики 1');
    await expect(page.getByRole('link', { name: /^Все \d/ })).toHaveText('Все 1');
  }
  await theirs.close();
});

test('a partner without requisites is paid a day after adding them', async ({
  page,
  context,
  browser,
  server,
}) => {
  await createPayablePartner(server, 'Смирнов', { hasMethod: false, phone: partner.phone });
  await signInContext(context, server.url, organization);
  await page.goto('/payments');
  const due = page.getByRole('checkbox', { name: 'Выбрать: Смирнов Олег' });
  await expect(due).toBeDisabled();
  await page.getByRole('link', { name: 'Нет реквизитов — добавить' }).click();
  await expect(page.getByText('Реквизитов пока нет. Без них выплату не отправить.')).toBeVisible();

  const theirs = await browser.newContext({ baseURL: server.url });
  await signInContext(theirs, server.url, partner);
  const account = await theirs.newPage();
  await account.goto('/profile');
  const methods = account.getByRole('region', { name: 'Реквизиты' });
  await methods.getByRole('button', { name: 'Добавить' }).click();
  const method = account.getByRole('dialog');
  await method.getByRole('radio', { name: 'СБП' }).check();
  await method.getByLabel('Телефон').fill(partner.phone);
  await method.getByLabel('Банк').fill('Т-Банк');
  await method.getByRole('button', { name: 'Добавить' }).click();
  await expect(methods).toContainText('Выплаты можно отправлять с');
  await theirs.close();

  await page.goto('/payments');
  await expect(page.getByText('Реквизиты изменены меньше суток назад')).toBeVisible();
  await expect(due).toBeDisabled();
  server.advance(DAY);
  const { drawer, form } = await pick(page, 'Смирнов Олег');
  await form.click();
  await drawer.getByRole('link', { name: 'Открыть черновики' }).click();
  await page.getByRole('link', { name: /Смирнов/ }).click();
  await page.getByRole('button', { name: 'Отправить к оплате' }).click();
  await expect(step(page)).toContainText('К оплате');
});

test('a failed transfer shows its reason and is repeated until it is paid', async ({
  page,
  context,
  server,
}) => {
  const payment = await createApprovedPayment(server, 'Верещагин');
  await signInContext(context, server.url, organization);
  await page.goto(payment);
  await page.getByRole('button', { name: 'Отметить отправленной' }).click();
  await expect(step(page)).toContainText('В обработке');
  await page.getByRole('button', { name: 'Перевод не прошел' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Перевод не прошел' });
  await confirm.click();
  await expect(dialog.getByText('Укажите причину')).toBeVisible();
  await dialog.getByLabel('Причина').fill('Банк не нашел получателя');
  await confirm.click();
  await expect(step(page)).toHaveAttribute('data-place', 'broken');
  await expect(page.getByRole('alert').filter({ hasText: 'Перевод не прошел' })).toContainText(
    'Банк не нашел получателя',
  );
  await page.reload();
  await expect(page.getByText('Банк не нашел получателя', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Повторить' }).click();
  await dialog.getByRole('button', { name: 'Повторить' }).click();
  await expect(step(page)).toContainText('К оплате');
  await expect(page.getByText('Банк не нашел получателя', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Отметить отправленной' }).click();
  await expect(step(page)).toContainText('В обработке');
  await (await typeTransfer(page, 'ПП-2')).click();
  await expect(toast(page, 'Выплата выполнена')).toBeVisible();
  await expect(step(page)).toContainText('Выплачена');
});

test('a request repeated after a lost response takes effect once', { tag: '@story' }, async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expect(lostConnection);
  await createPayablePartner(server, 'Верещагин');
  await signInContext(context, server.url, organization);
  // The route stays installed, because removing it immediately can block the next request.
  const lose = async (url: RegExp) => {
    let isLost = false;
    await page.route(url, async (route) => {
      if (isLost) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
  };
  const dialog = page.getByRole('dialog');
  const lost = dialog.getByText(/Нет связи с сервером/);

  await page.goto('/payments?tab=accruals');
  await page.getByRole('button', { name: 'Бонус или поправка' }).click();
  await dialog.getByRole('combobox', { name: 'Партнер' }).click();
  await page.getByRole('option', { name: /Верещагин/ }).click();
  await dialog.getByLabel('Сумма').fill('500');
  await dialog.getByLabel('За что').fill('За отзыв');
  await lose(/\/api\/referral\/accruals\/$/);
  await dialog.getByRole('button', { name: 'Начислить' }).click();
  await expect(lost).toBeVisible();
  await dialog.getByRole('button', { name: 'Начислить' }).click();
  await expect(toast(page, 'Начисление создано')).toBeVisible();

  const { form } = await pick(page, 'Верещагин Олег');
  await lose(forming);
  await form.click();
  await expect(lost).toBeVisible();
  await dialog.getByRole('button', { name: 'Повторить несформированные' }).click();
  await expect(dialog.getByText(/^Готово: 1\sвыплата на 2\s500,00\s₽$/)).toBeVisible();
  await dialog.getByRole('link', { name: 'Открыть черновики' }).click();

  await page.getByRole('link', { name: /Верещагин/ }).click();
  await page.getByRole('button', { name: 'Отправить к оплате' }).click();
  const send = await typeTransfer(page, 'ПП-1');
  await lose(markingPaid);
  await send.click();
  await expect(lost).toBeVisible();
  await send.click();
  await expect(toast(page, 'Выплата выполнена')).toBeVisible();
  await page.getByRole('link', { name: 'К выплатам' }).click();
  await expect(page.getByRole('link', { name: /^Выплачено/ })).toContainText(/2\s500,00\s₽.*1\sпартнер/);
});

test('an access token that expires during a payment is replaced, and the payment is made once', async ({
  page,
  context,
  server,
}) => {
  const payment = await createApprovedPayment(server, 'Верещагин');
  await signInContext(context, server.url, organization);
  const { settled } = opener(page);
  await page.goto(payment);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (markingPaid.test(request.url())) keys.push(request.headers()['idempotency-key']);
  });
  const send = await typeTransfer(page, 'ПП-1');
  // Waits for pending reads, which would otherwise refresh the token before the payment does.
  await settled('the payment');
  server.advance(301);
  await send.click();
  await expect(toast(page, 'Выплата выполнена')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(server.refreshSpends()).toEqual({ rotated: 1, graced: 0, reused: 0, ended: 0 });
  await page.getByRole('link', { name: 'К выплатам' }).click();
  await expect(page.getByRole('link', { name: /^Выплачено/ })).toContainText(/2\s000,00\s₽.*1\sпартнер/);
});

test('a session that ends during a payment changes no money, and signing in returns to the payment', async ({
  page,
  context,
  server,
}) => {
  const month = 31 * DAY;
  await createPayablePartner(server, 'Орлов');
  const payment = await createApprovedPayment(server, 'Верещагин');
  await signInContext(context, server.url, organization);

  const { settled } = opener(page);
  const { form } = await pick(page, 'Орлов Олег');
  // Waits for pending reads, which would otherwise end the session before the payment does.
  await settled('the drawer');
  server.advance(month);
  await form.click();
  await expect(page).toHaveURL('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/payments');
  await expect(page.getByRole('link', { name: /^В пути/ })).toContainText(/2\s000,00\s₽.*1\sпартнер/);
  await expect(page.getByRole('checkbox', { name: 'Выбрать: Орлов Олег' })).toBeEnabled();

  await page.goto(payment);
  const send = await typeTransfer(page, 'ПП-1');
  await settled('the payment');
  server.advance(month);
  await send.click();
  await expect(page).toHaveURL('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL(payment);
  await expect(step(page)).toContainText('К оплате');
  await (await typeTransfer(page, 'ПП-1')).click();
  await expect(toast(page, 'Выплата выполнена')).toBeVisible();
  await shell(page).item('Выплаты').click();
  await expect(page.getByRole('link', { name: /^Выплачено/ })).toContainText(/2\s000,00\s₽.*1\sпартнер/);
  await expect(page.getByRole('link', { name: /^Можно выплатить/ })).toContainText(/2\s000,00\s₽/);
});
