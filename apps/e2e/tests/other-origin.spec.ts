import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, shell, signIn } from '../support/screens.ts';
import { startSplit } from '../support/split.ts';

test('the same build works against an API at another origin', { tag: ['@story', '@spec/7.base'] }, async ({
  page,
  startServer,
}) => {
  const { site, api } = await startSplit(startServer);
  const called = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/api/')) called.add(new URL(request.url()).origin);
  });
  await page.goto(`${site.url}/profile`);
  await signIn(page, organization);
  await expect(page).toHaveURL(`${site.url}/profile`);
  api.advance(301);
  await profileForm(page).lastName.fill('Петрова');
  await profileForm(page).save.click();
  await expect(shell(page).topBar).toContainText('Петрова А. П.');
  await page.reload();
  await expect(shell(page).topBar).toContainText('Петрова А. П.');
  expect([...called]).toEqual([api.url]);
});

test('the content policy allows calls to that origin only', async ({ page, startServer, watch }) => {
  watch.expect(/Content Security Policy|violates/);
  const { site, api } = await startSplit(startServer);
  const otherApi = await startServer();
  await page.goto(`${site.url}/login`);
  const reach = (url: string) =>
    page.evaluate(
      (target) =>
        fetch(target, { mode: 'no-cors' }).then(
          () => 'allowed',
          () => 'blocked',
        ),
      `${url}/api/health/`,
    );
  expect(await reach(api.url)).toBe('allowed');
  expect(await reach(otherApi.url)).toBe('blocked');
});
