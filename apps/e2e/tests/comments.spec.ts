import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Tests create their own leads.
test.use({ serverOptions: {} });

test('a comment on a lead keeps its draft while another lead is open, is saved and can be deleted', async ({
  page,
  context,
  server,
}) => {
  const { leads } = await createLeads(server, 2);
  await signInContext(context, server.url, organization);
  await page.goto(`/leads?id=${leads[1]?.id}`);
  const history = page.getByRole('region', { name: 'История' });
  const field = history.getByRole('textbox', { name: 'Комментарий для коллег' });
  // The text area contains the same text until the server responds.
  const comment = history.getByRole('paragraph').filter({ hasText: 'Перезвонить в пятницу' });
  await field.fill('Перезвонить в пятницу');
  await page.getByRole('button', { name: 'Следующий' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Клиент 1' })).toBeVisible();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Предыдущий' }).click();
  await expect(field).toHaveValue('Перезвонить в пятницу');
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(comment).toBeVisible();
  for (const width of [1440, 360] as const) {
    await page.setViewportSize(viewports[width]);
    expect([...(await findOverflows(page)), ...(await findViolations(page))], `at ${width} px`).toEqual([]);
  }
  await history.getByRole('button', { name: /^Удалить комментарий/ }).click();
  const question = page.getByRole('dialog', { name: 'Удалить комментарий?' });
  await question.getByRole('button', { name: 'Удалить' }).click();
  await expect(comment).toBeHidden();
});
