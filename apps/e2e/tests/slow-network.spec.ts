import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { observeShifts } from '../support/geometry.ts';
import { hold, slowDown } from '../support/network.ts';
import { opener } from '../support/opener.ts';
import { organization } from '../support/people.ts';
import { shell } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

test('on a slow connection the leads show a skeleton first and do not shift when they load', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, server.url, organization);
  const { settled } = opener(page);
  const shifts = await observeShifts(page);
  const rows = await hold(page, '**/api/referral/leads/');
  await page.goto('/profile');
  await expect(page.getByText('Этот браузер')).toBeVisible();
  await slowDown(page);
  await shell(page).item('Лиды').click();
  await expect(page.getByRole('status').filter({ hasText: 'Список загружается' }).first()).toBeVisible();
  rows.release();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await settled('the leads');
  expect(await shifts()).toEqual([]);
});

test('a cancelled export leaves no file and no error', async ({ page, context, server }) => {
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await signInContext(context, server.url, organization);
  await opener(page).open({ address: '/leads', shows: /Окна для дома/ });
  await slowDown(page, 2_000);
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('/export/'));
  await page.getByRole('button', { name: 'Экспорт' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  await page.getByRole('button', { name: /^Отменить экспорт, получено/ }).click();
  expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(page.getByRole('button', { name: 'Экспорт' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(files).toEqual([]);
});
