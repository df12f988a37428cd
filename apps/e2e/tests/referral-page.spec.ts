import { get } from 'node:http';
import { expect, test } from '../fixtures.ts';
import { found } from '../support/axe.ts';
import { misfits, shiftsOf } from '../support/geometry.ts';
import { hold, slowDown } from '../support/network.ts';
import { organization } from '../support/people.ts';
import { fillLead, leadForm, publishLink, takenOver } from '../support/referral-link.ts';
import { signedIn } from '../support/session.ts';
import { viewports } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

const SCRIPTS = /\/assets\/.*\.js$/;

test('a lead sent from the page reaches the organization’s list', { tag: ['@story', '@spec/1.ref'] }, async ({
  page,
  server,
}) => {
  const link = await publishLink(server);
  await page.goto(`${link.path}?utm_source=vk`);
  await takenOver(page);
  await fillLead(page);
  await leadForm(page).comment.fill('После шести');
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeFocused();
  expect(await link.leads()).toMatchObject([
    { name: 'Мария', phone: '+79161234567', comment: 'После шести', unverified: false },
  ]);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
  await page.getByRole('button', { name: 'Отправить еще одну' }).click();
  await expect(leadForm(page).name).toHaveValue('');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a lead sent from the page reaches the organization’s list', { tag: '@story' }, async ({
    page,
    server,
  }) => {
    const link = await publishLink(server);
    await page.goto(link.path);
    await fillLead(page);
    await leadForm(page).submit.click();
    await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
    expect(await link.leads()).toMatchObject([{ name: 'Мария', phone: '+79161234567', unverified: true }]);
    await page.getByRole('link', { name: 'Отправить еще одну' }).click();
    await expect(leadForm(page).name).toHaveValue('');
  });

  test('what is wrong is told beside the fields, and the rest is still there', async ({ page, server }) => {
    const link = await publishLink(server);
    await page.goto(link.path);
    await fillLead(page);
    await leadForm(page).phone.fill('12');
    await leadForm(page).submit.click();
    await expect(leadForm(page).phone).toHaveAccessibleDescription(/номер полностью/);
    await expect(leadForm(page).name).toHaveValue('Мария');
    await expect(leadForm(page).consent).toBeChecked();
  });

  test('the button is in sight on a small phone', async ({ page, server }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto((await publishLink(server)).path);
    await expect(leadForm(page).submit).toBeInViewport({ ratio: 1 });
  });
});

test('what is typed before the scripts come survives their coming, caret included', async ({
  page,
  server,
}) => {
  const link = await publishLink(server);
  const scripts = await hold(page, SCRIPTS);
  await page.goto(link.path, { waitUntil: 'commit' });
  await leadForm(page).name.fill('Мария');
  await leadForm(page).consent.check();
  await leadForm(page).phone.pressSequentially('8916');
  await page.keyboard.press('ArrowLeft');
  scripts.release();
  await takenOver(page);
  await expect(leadForm(page).phone).toBeFocused();
  await page.keyboard.type('7');
  await expect(leadForm(page).phone).toHaveValue('89176');
  await expect(leadForm(page).name).toHaveValue('Мария');
  await expect(leadForm(page).consent).toBeChecked();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, viewport] of Object.entries(viewports)) {
    test(`at ${width} px in the ${colorScheme} theme the scripts’ coming changes no pixel`, async ({
      page,
      server,
    }) => {
      const link = await publishLink(server);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(viewport);
      const scripts = await hold(page, SCRIPTS);
      await page.goto(link.path, { waitUntil: 'commit' });
      await expect(leadForm(page).submit).toBeVisible();
      const options = { fullPage: true, animations: 'disabled', caret: 'hide' } as const;
      const before = await page.screenshot(options);
      scripts.release();
      await takenOver(page);
      expect((await page.screenshot(options)).equals(before)).toBe(true);
    });
  }
}

test('knows nothing of a session: nobody waits for one, and no token leaves the browser', async ({
  page,
  context,
  server,
}) => {
  const link = await publishLink(server);
  await signedIn(context, server.url, organization);
  const asked: string[] = [];
  page.on('request', async (request) => {
    const { authorization } = await request.allHeaders();
    if (request.url().includes('/api/accounts/') || authorization !== undefined) asked.push(request.url());
  });
  await page.goto(link.path);
  await takenOver(page);
  await fillLead(page);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('on a slow phone network the form is filled in while the scripts come, nothing moves, and it goes through', async ({
  page,
  server,
}) => {
  const link = await publishLink(server);
  await page.setViewportSize(viewports[360]);
  const shifts = await shiftsOf(page);
  await slowDown(page);
  await page.goto(link.path, { waitUntil: 'commit' });
  await fillLead(page);
  await takenOver(page);
  expect(await shifts()).toEqual([]);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
  expect(await link.leads()).toMatchObject([{ name: 'Мария', unverified: false }]);
});

test('scripts that never come leave a form that can be sent', async ({ page, server, watch }) => {
  watch.expect(lostConnection);
  const link = await publishLink(server);
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(link.path);
  await fillLead(page);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
});

test('without a connection the form says so, keeps what was typed and goes through later', async ({
  page,
  server,
  context,
  watch,
}) => {
  watch.expect(lostConnection);
  const link = await publishLink(server);
  await page.goto(link.path);
  await takenOver(page);
  await fillLead(page);
  await context.setOffline(true);
  await leadForm(page).submit.click();
  await expect(page.getByRole('alert')).toContainText('Нет связи с сервером');
  await context.setOffline(false);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
  expect(await link.leads()).toHaveLength(1);
});

test('a program paused while the form is filled in says so', async ({ page, server }) => {
  const link = await publishLink(server);
  await page.goto(link.path);
  await takenOver(page);
  await fillLead(page);
  await link.pause();
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Прием заявок приостановлен' })).toBeVisible();
});

test('a long consent and a long title stay within 360 px, with nothing against them from axe', async ({
  page,
  server,
}) => {
  const link = await publishLink(server, {
    landing: {
      title: 'Высокопревосходительствующий'.repeat(4),
      subtitle: 'Ж'.repeat(300),
      text: 'Щ'.repeat(900),
    },
    consent_text: 'Согласен на обработку персональных данных в целях, о которых сказано ниже. '.repeat(60),
  });
  await page.setViewportSize(viewports[360]);
  await page.goto(link.path);
  await takenOver(page);
  expect(await misfits(page)).toEqual([]);
  expect(await found(page)).toEqual([]);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: viewports[360] });

  test('fields and button are 48 px high, with text that no phone zooms into', async ({ page, server }) => {
    await page.goto((await publishLink(server)).path);
    await takenOver(page);
    const form = leadForm(page);
    for (const field of [form.name, form.phone, form.comment, form.submit]) {
      expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(48);
      await expect(field).toHaveCSS('font-size', '16px');
    }
  });
});

test('the whole of the form is within the first 15 kB of the wire', async ({ server }) => {
  const { path } = await publishLink(server);
  const { promise, resolve } = Promise.withResolvers<{ bytes: number; encoding: string | undefined }>();
  get(`${server.url}${path}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on('end', () => resolve({ bytes, encoding: response.headers['content-encoding'] }));
  });
  const { bytes, encoding } = await promise;
  console.log(`public page: ${bytes} bytes of HTML on the wire`);
  expect(encoding).toBe('br');
  expect(bytes).toBeLessThan(15_000);
});
