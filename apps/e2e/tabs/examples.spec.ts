import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { plainPage, startApi, vitePage } from '@referral-dashboard/examples/testing';

const root = resolve(import.meta.dirname, '../../..');
const authCore = join(root, 'packages/auth-core');

/** Packs auth-core, unpacks the tarball into a folder and returns its `dist`. */
function publishedFiles(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const { npm_execpath: running = '' } = process.env;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [command = '', ...args] = running.includes('pnpm') ? [running] : ['npx', '-y', packageManager];
  execFileSync(command, [...args, 'pack', '--pack-destination', folder], { cwd: authCore, stdio: 'pipe' });
  const [tarball = ''] = globSync(join(folder, '*.tgz'));
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  return join(folder, 'package/dist');
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByPlaceholder('Username').fill('olga');
  await page.getByPlaceholder('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the plain page with an import map runs on the published files, in two tabs', async ({
  context,
}, info) => {
  const api = await startApi(plainPage(publishedFiles(info.outputPath('tarball'))));
  const [one, two] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto(api.url), two.goto(api.url)]);
  await signIn(one, 'wrong');
  await expect(one.getByRole('alert')).toHaveText('No account with these credentials');
  await signIn(one, 'secret');
  await expect(one.getByText('Olga')).toBeVisible();
  await expect(two.getByText('Olga')).toBeVisible();
  api.backend.expireAccess();
  await one.reload();
  await expect(one.getByText('Olga')).toBeVisible();
  expect(api.refreshes()).toBe(1);
  await two.getByRole('button', { name: 'Sign out' }).click();
  await expect(one.getByPlaceholder('Username')).toBeVisible();
  api.close();
});

test('the page of Vite and React redirects a guest to the login and back', async ({ page }, info) => {
  const api = await startApi(await vitePage(info.outputPath('dist')));
  await page.goto(api.url);
  await expect(page).toHaveURL(`${api.url}/login`);
  await signIn(page, 'secret');
  await expect(page.getByRole('heading', { name: 'Olga: 2 orders' })).toBeVisible();
  await expect(page).toHaveURL(`${api.url}/`);
  api.backend.expireAccess();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Olga: 2 orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${api.url}/login`);
  api.close();
});
