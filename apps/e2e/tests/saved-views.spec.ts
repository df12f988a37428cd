import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// The test creates its own leads.
test.use({ serverOptions: {} });

test('a view saved on a desktop is available on a phone', async ({ page, context, server, browser }) => {
  await createLeads(server, 2);
  await signInContext(context, server.url, organization);
  await page.goto('/leads?status=new&ordering=number');
  await page.getByRole('button', { name: 'Сохраненные виды' }).click();
  await page.getByLabel('Название вида').fill('Ждут звонка');
  await page.getByRole('button', { name: 'Сохранить вид' }).click();
  await expect(toast(page, 'Вид сохранен')).toContainText('Ждут звонка');

  const phone = await browser.newContext({ viewport: viewports[360], hasTouch: true, isMobile: true });
  await signInContext(phone, server.url, organization);
  const other = await phone.newPage();
  await other.goto(`${server.url}/leads`);
  await other.getByRole('button', { name: 'Сохраненные виды' }).click();
  const view = other.getByRole('button', { name: 'Ждут звонка', exact: true });
  await expect(view).toBeVisible();
  expect([...(await findOverflows(other)), ...(await findViolations(other))]).toEqual([]);
  await view.click();
  await expect(other).toHaveURL(/status=new/);
  await expect(other).toHaveURL(/ordering=number/);
  await phone.close();
});
