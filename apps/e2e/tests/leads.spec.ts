import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { misfits } from '../support/geometry.ts';
import { enterLeads } from '../support/leads.ts';
import { hold } from '../support/network.ts';
import { organization } from '../support/people.ts';
import { shell, toast } from '../support/screens.ts';
import { signedIn } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Each test has leads of its own.
test.use({ serverOptions: {} });

test('a step moves the lead and the counts with it, once however often it is pressed', {
  tag: '@story',
}, async ({ page, context, server, wire }) => {
  await enterLeads(server, 2);
  await signedIn(context, server.url, organization);
  await page.goto('/leads?status=new');
  await page.getByRole('link', { name: /Клиент 2/ }).click();
  await page.getByRole('button', { name: 'Взять в работу' }).dblclick();
  await expect(toast(page, 'Статус изменен')).toContainText('теперь «В работе»');
  await expect(page.getByRole('link', { name: /^Новые/ })).toHaveText('Новые 1');
  await expect(page.getByRole('link', { name: /^В работе/ })).toHaveText('В работе 1');
  expect(wire.deeds().filter((deed) => deed.endsWith('/transition/'))).toHaveLength(1);
});

test('of two people at one lead the slower is told who was quicker, and sees what is there now', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expect(/409/);
  const { leads, post } = await enterLeads(server, 1);
  await signedIn(context, server.url, organization);
  await page.goto(`/leads?id=${leads[0]?.id}`);
  const panel = page.getByRole('complementary', { name: 'Подробности' });
  await expect(panel.getByRole('button', { name: 'Взять в работу' })).toBeVisible();
  await post(`leads/${leads[0]?.id}/transition/`, { to: 'qualified', version: 1 });
  await panel.getByRole('button', { name: 'Взять в работу' }).click();
  await expect(panel.getByRole('alert')).toContainText(
    /Лид уже изменен: Иванова А\. П\., \d\d:\d\d, теперь «Подтвержден»/,
  );
  await expect(panel.getByRole('button', { name: 'Вернуть в работу' })).toBeVisible();
});

test('a set that has changed since it was chosen is not moved', async ({ page, context, server, watch }) => {
  watch.expect(/409/);
  const { enter } = await enterLeads(server, 26);
  await signedIn(context, server.url, organization);
  await page.goto('/leads?status=new');
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await page.getByRole('button', { name: 'Выбрать все 26 по фильтру' }).click();
  await enter(27);
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await expect(page.getByRole('dialog')).toContainText('Список успел измениться');
  await page.getByRole('button', { name: 'Понятно' }).click();
  await expect(page.getByRole('link', { name: /^Новые/ })).toHaveText('Новые 27');
});

test('many leads move at once', { tag: '@story' }, async ({ page, context, server }) => {
  await enterLeads(server, 3);
  await signedIn(context, server.url, organization);
  await page.goto('/leads');
  // A mark is seen where a row is ticked, and nowhere else.
  const marks = page.getByRole('checkbox', { name: /^Выбрать: / }).locator('+ svg');
  await expect(marks).toHaveCount(3);
  for (const mark of await marks.all()) await expect(mark).toHaveCSS('opacity', '0');
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  for (const mark of await marks.all()) await expect(mark).toHaveCSS('opacity', '1');
  await page.getByRole('button', { name: 'Отклонить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Спам' }).check();
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  await expect(toast(page, 'Статус изменен')).toContainText('3 лида');
  await expect(page.getByRole('link', { name: /^Отклоненные/ })).toHaveText('Отклоненные 3');
});

test('what a filter finds moves part by part, and stops when it is told to', async ({
  page,
  context,
  server,
}) => {
  await enterLeads(server, 60);
  await signedIn(context, server.url, organization);
  await page.goto('/leads?status=new');
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await page.getByRole('button', { name: 'Выбрать все 60 по фильтру' }).click();
  const answers = await hold(page, '**/leads/bulk-transition/');
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await expect(page.getByText('Обработано 0 из 60')).toBeVisible();
  await page.getByRole('button', { name: 'Остановить' }).click();
  answers.release();
  const result = page.getByRole('dialog', { name: 'Остановлено' });
  await expect(result).toContainText('Изменено 25 из 60. Остальные как были.');
  await page.getByRole('button', { name: 'Понятно' }).click();
  await expect(page.getByRole('link', { name: /^Новые/ })).toHaveText('Новые 35');
});

test('a card is dragged to a state, and one that asks for a reason asks for it', async ({
  page,
  context,
  server,
}) => {
  await enterLeads(server, 2);
  await signedIn(context, server.url, organization);
  await page.goto('/leads');
  await page.getByTitle('Доска').click();
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  /** By the name in it, through a few places, as a hand does. */
  const drag = async (name: string, state: string) => {
    await page.getByRole('link', { name }).hover();
    await page.mouse.down();
    const { x, y } = (await column(state).boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 20, y + 60, { steps: 5 });
    await page.mouse.move(x + 24, y + 70, { steps: 5 });
    await page.mouse.up();
  };
  await drag('Клиент 1', 'В работе');
  await expect(column('В работе').getByRole('link', { name: 'Клиент 1' })).toBeVisible();
  await expect(page).toHaveURL('/leads?view=board');

  await drag('Клиент 2', 'Отклонен');
  const dialog = page.getByRole('dialog', { name: /^Отклонить/ });
  await dialog.getByRole('radio', { name: 'Тест' }).check();
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  await expect(toast(page, 'Статус изменен').filter({ hasText: 'Отклонен' })).toBeVisible();
  await expect(column('Новый').getByRole('listitem')).toHaveCount(0);

  await drag('Клиент 1', 'Новый');
  await expect(column('В работе').getByRole('link', { name: 'Клиент 1' })).toBeVisible();
});

test('the menu of a card is the keyboard’s way and a phone’s way to move it; what waits is counted anew', async ({
  page,
  context,
  server,
}) => {
  await enterLeads(server, 2);
  await signedIn(context, server.url, organization);
  await page.goto('/leads?view=board');
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  const menuOf = (name: string) => page.getByRole('button', { name: new RegExp(`^Переместить: .*${name}$`) });
  await expect(shell(page).item('Лиды')).toHaveAccessibleDescription('2\u00a0новых');
  await menuOf('Клиент 1').focus();
  await page.keyboard.press('Enter');
  const step = page.getByRole('menuitem', { name: 'В работе' });
  await expect(step).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(column('В работе').getByRole('link', { name: 'Клиент 1' })).toBeVisible();
  await expect(shell(page).item('Лиды')).toHaveAccessibleDescription('1\u00a0новый');
  await column('Отклонен').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(column('Отклонен').getByText('Пусто')).toBeVisible();

  await page.setViewportSize(viewports[360]);
  await page.getByRole('link', { name: /^Новые/ }).click();
  await expect(page.getByRole('region')).toHaveCount(1);
  await menuOf('Клиент 2').click();
  await page.getByRole('menuitem', { name: 'Подтвержден' }).click();
  await expect(column('Новый').getByText('Пусто')).toBeVisible();
  await page.getByRole('link', { name: /^Все/ }).click();
  await column('Подтвержден').getByRole('button').click();
  await expect(column('Подтвержден').getByRole('link', { name: 'Клиент 2' })).toBeVisible();
  expect([...(await misfits(page)), ...(await violations(page))]).toEqual([]);
});

test('the list comes as a file with what is filtered', { tag: '@story' }, async ({
  page,
  context,
  server,
}) => {
  await enterLeads(server, 3);
  await signedIn(context, server.url, organization);
  await page.goto('/leads?search=Клиент+2');
  await expect(page.getByRole('link', { name: /Клиент 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Экспорт' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  const text = (await (await file.createReadStream()).toArray()).join('');
  expect(text).toContain('Клиент 2');
  expect(text).not.toContain('Клиент 1');
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
});
