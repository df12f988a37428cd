import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { shell, signIn, signInForm } from '../support/screens.ts';

test('the login page loads no code of other pages, which load on demand', { tag: '@story' }, async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) loaded.push(pathname);
  });
  await page.goto('/login');
  await expect(signInForm(page).heading).toBeVisible();
  const atLogin = loaded.length;
  expect(loaded.filter((path) => /profile|leads|payments|partner|program|captcha/i.test(path))).toEqual([]);

  await signIn(page, organization);
  await expect(shell(page).topBar).toBeVisible();
  await shell(page).item('Профиль').click();
  await expect(page.getByLabel('Фамилия')).toBeVisible();
  expect(loaded.length).toBeGreaterThan(atLogin);
});

test('scripts and styles are served compressed', async ({ page }) => {
  const encodings = new Set<string | undefined>();
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) {
      encodings.add(response.headers()['content-encoding']);
    }
  });
  await page.goto('/login');
  await expect(signInForm(page).heading).toBeVisible();
  expect([...encodings]).toEqual(['br']);
});
