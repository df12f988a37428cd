import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findDefects } from '../support/defects.ts';
import { organization } from '../support/people.ts';
import { profileForm } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

test.use({
  serverOptions: { messages: { isRehearsed: true, email: undefined, sms: undefined, telegram: undefined } },
});

test('a changed e-mail is confirmed by a code and then receives recovery codes', async ({
  page,
  context,
  server,
}) => {
  const email = 'alla@example.com';
  const codeTo = async (address: string) => {
    const { body } = await server.db
      .selectFrom('deliveries as d')
      .innerJoin('messages as m', 'm.id', 'd.message_id')
      .select('m.body')
      .where('d.address', '=', address)
      .where('m.is_secret', '=', true)
      .orderBy('d.created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return /: (\d{6})\. Действует/.exec(body)?.[1] ?? '';
  };
  await signInContext(context, server.url, organization);
  await page.goto(`${server.url}/profile`);
  const form = profileForm(page);
  await form.email.fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(organization.password);
  await form.save.click();
  const code = page.getByLabel('Код из письма');
  await expect(code).toBeFocused();
  expect([...(await findDefects(page)), ...(await findViolations(page))]).toEqual([]);
  await code.press('Escape');

  await page.goto(`${server.url}/`);
  const reminder = page.getByRole('region', { name: 'Подтверждение почты' });
  await expect(reminder).toContainText(email);
  await reminder.getByRole('button', { name: 'Подтвердить' }).click();
  await page.getByLabel('Пароль', { exact: true }).fill(organization.password);
  expect([...(await findDefects(page)), ...(await findViolations(page))]).toEqual([]);
  await server.resetLimits();
  await page.getByRole('button', { name: 'Получить код' }).click();
  // The field appears when the code has been sent.
  await expect(code).toBeVisible();
  await code.fill(await codeTo(email));
  await code.press('Enter');
  await expect(reminder).toBeHidden();

  await server.resetLimits();
  const { ok } = await fetch(`${server.url}/api/public/recovery/code/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: organization.phone }),
  });
  expect(ok).toBe(true);
  expect(await codeTo(email)).toMatch(/^\d{6}$/);
});
