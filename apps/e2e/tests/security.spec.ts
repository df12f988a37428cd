import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { addresses } from '../support/addresses.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

const all = [
  '/login',
  ...addresses.forAllUsers,
  ...addresses.forOrganizations,
  addresses.publicLink,
  addresses.invitation,
  addresses.unknown,
];

/** Collects violations of the content policy on the pages that open from now on. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${location.pathname}: ${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return violations;
}

test('no page violates the content policy or has inline scripts except the first', {
  tag: '@story',
}, async ({ page, server, context }) => {
  const violations = await collectViolations(page);
  await signInContext(context, server.url, organization);
  for (const address of all) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const inline = page.locator('script:not([src], [type="application/json"])');
    // The policy allows the first script of every page by its hash.
    await expect(inline, `inline scripts on ${address}`).toHaveCount(1);
    await expect(page.locator('[onclick], [onload], [onerror]')).toHaveCount(0);
  }
  expect(violations).toEqual([]);
});

test('a violation of the content policy is detected', async ({ page, watch }) => {
  watch.expect(/Content Security Policy/);
  const violations = await collectViolations(page);
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

test('the page has a strict policy and is revalidated, and its files are immutable', async ({ page }) => {
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

test('each visit gets a new nonce', async ({ page }) => {
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
