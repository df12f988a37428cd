import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { addresses } from '../support/addresses.ts';
import { organization } from '../support/people.ts';
import { signedIn } from '../support/session.ts';

const all = [
  '/login',
  ...addresses.forEverybodySignedIn,
  ...addresses.forOrganizations,
  addresses.publicLink,
  addresses.invitation,
  addresses.unknown,
];

/** Every breach of the content policy on the pages to come. */
async function noteViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { noteViolation: (text: string) => void }).noteViolation(
        `${location.pathname}: ${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return violations;
}

test('no page breaks the content policy or carries a script in itself but the first', {
  tag: '@story',
}, async ({ page, server, context }) => {
  const violations = await noteViolations(page);
  await signedIn(context, server.url, organization);
  for (const address of all) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const inline = page.locator('script:not([src], [type="application/json"])');
    // The one that every page begins with, which the policy names by its hash.
    expect(await inline.count(), `inline scripts on ${address}`).toBe(1);
    expect(await page.locator('[onclick], [onload], [onerror]').count()).toBe(0);
  }
  expect(violations).toEqual([]);
});

test('a breach of the content policy would be noticed', async ({ page, watch }) => {
  watch.expect(/Content Security Policy/);
  const violations = await noteViolations(page);
  await page.goto('/login');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.head.append(script);
  });
  await expect.poll(() => violations).toEqual(['/login: script-src-elem inline']);
  await expect(page).not.toHaveTitle('taken over');
  expect(watch.problems()).toEqual([]);
});

test('the page is served with a strict policy and is never kept, its files are kept for good', async ({
  page,
}) => {
  const files: Record<string, string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/assets/')) files.push(response.headers());
  });
  const answer = await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const headers = answer?.headers() ?? {};
  const { 'content-security-policy': policy = '' } = headers;
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    expect(file).toMatchObject({ 'cache-control': expect.stringContaining('immutable') });
  }
});

test('two visits get two nonces', async ({ page }) => {
  const nonce = async () =>
    (await page.goto('/login'))?.headers()['content-security-policy']?.match(/nonce-[\w-]+/)?.[0];
  const first = await nonce();
  expect(first).toBeTruthy();
  expect(await nonce()).not.toBe(first);
});

test('the password never reaches the address, the storage or the log', async ({ page, context }) => {
  const logged: string[] = [];
  context.on('console', (message) => logged.push(message.text()));
  await page.goto('/login');
  await page.getByLabel(/^Телефон/).fill(organization.phone);
  await page.getByLabel(/^Пароль/).fill(organization.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL('/');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  expect([kept, page.url(), ...logged].join()).not.toContain(organization.password);
});
