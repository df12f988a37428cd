import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { createLeads } from '../support/leads.ts';
import { hold } from '../support/network.ts';
import { organization } from '../support/people.ts';
import { profileForm, shell, toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

// Tests create their own leads.
test.use({ serverOptions: {} });

test('a double click on a transition moves the lead once and updates the counts', {
  tag: '@story',
}, async ({ page, context, server, wire }) => {
  await createLeads(server, 2);
  await signInContext(context, server.url, organization);
  await page.goto('/leads?status=new');
  await page.getByRole('link', { name: /Клиент 2/ }).click();
  await page.getByRole('button', { name: 'Взять в работу' }).dblclick();
  await expect(toast(page, 'Статус изменен')).toContainText('теперь «В работе»');
  await expect(page.getByRole('link', { name: /^Новые/ })).toHaveText('Новые 1');
  await expect(page.getByRole('link', { name: /^В работе/ })).toHaveText('В работе 1');
  expect(wire.writes().filter((call) => call.endsWith('/transition/'))).toHaveLength(1);
});

test('a transition refused after a concurrent edit shows the other user and the current state', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expect(/409/);
  const { leads, post } = await createLeads(server, 1);
  await signInContext(context, server.url, organization);
  await page.goto(`/leads?id=${leads[0]?.id}`);
  // The other user's change is saved first, before the page can read it.
  await page.route('**/transition/', async (route) => {
    await post(`leads/${leads[0]?.id}/transition/`, { to: 'qualified', version: 1 });
    await route.continue();
  });
  const panel = page.getByRole('complementary', { name: 'Подробности' });
  await panel.getByRole('button', { name: 'Взять в работу' }).click();
  await expect(panel.getByRole('alert')).toContainText(
    /Лид уже изменен: Иванова А\. П\., \d\d:\d\d, теперь «Подтвержден»/,
  );
  await expect(panel.getByRole('button', { name: 'Вернуть в работу' })).toBeVisible();
});

test('a bulk transition is refused when the filtered set has changed', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expect(/409/);
  const { create } = await createLeads(server, 26);
  await signInContext(context, server.url, organization);
  await page.goto('/leads?status=new');
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await page.getByRole('button', { name: 'Выбрать все 26 по фильтру' }).click();
  await create(27);
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await expect(page.getByRole('dialog')).toContainText('Список успел измениться');
  await page.getByRole('button', { name: 'Понятно' }).click();
  await expect(page.getByRole('link', { name: /^Новые/ })).toHaveText('Новые 27');
});

test('selected leads are rejected together', { tag: '@story' }, async ({ page, context, server }) => {
  await createLeads(server, 3);
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  // Only selected rows show a check mark.
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

test('a bulk transition of filtered leads runs in batches and can be stopped', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 60);
  await signInContext(context, server.url, organization);
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

test('a dragged card changes its state, and a rejection asks for a reason', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 2);
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  await page.getByTitle('Доска').click();
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  /** Drags a card by its name in several mouse moves. */
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

test('the menu of a card moves it by keyboard and on a phone, and the count of new leads follows', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 2);
  await signInContext(context, server.url, organization);
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
  // On a phone notifications cover the tabs.
  for (const close of await page.getByRole('button', { name: 'Закрыть уведомление' }).all())
    await close.click();
  await page.getByRole('link', { name: /^Все/ }).click();
  await column('Подтвержден').getByRole('button').click();
  await expect(column('Подтвержден').getByRole('link', { name: 'Клиент 2' })).toBeVisible();
  expect([...(await findOverflows(page)), ...(await findViolations(page))]).toEqual([]);
});

test('an export contains the filtered leads only', { tag: '@story' }, async ({ page, context, server }) => {
  await createLeads(server, 3);
  await signInContext(context, server.url, organization);
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

test('a list keeps its rows while the server is down and reloads when the server is back', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expect(lostConnection);
  const { create } = await createLeads(server, 2);
  await signInContext(context, server.url, organization);
  await page.clock.install();
  await page.goto('/leads');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await shell(page).item('Профиль').click();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');

  await server.pause();
  await page.clock.fastForward(60_000);
  await shell(page).item('Лиды').click();
  const problem = page.getByRole('alert').filter({ hasText: 'Не удалось обновить список' });
  await expect(problem).toContainText('Загруженное раньше на месте');
  await expect(problem).toContainText('Нет связи с сервером');
  await expect(rows).toHaveCount(3);

  await server.resume();
  await create(3);
  await problem.getByRole('button', { name: 'Повторить' }).click();
  await expect(rows).toHaveCount(4);
  await expect(problem).toBeHidden();
});
