import { get } from 'node:http';
import { expect, test } from '../fixtures.ts';
import { runAxe } from '../support/axe.ts';
import { findOverflows, observeShifts } from '../support/geometry.ts';
import { hold, slowDown } from '../support/network.ts';
import { organization } from '../support/people.ts';
import { fillLead, leadForm, publishLink, waitForApp } from '../support/referral-link.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

const SCRIPTS = /\/assets\/.*\.js$/;

test('a lead sent from the public page appears in the list of the organization', {
  tag: ['@story', '@spec/1.ref'],
}, async ({ page, server }) => {
  const link = await publishLink(server);
  await page.goto(`${link.path}?utm_source=vk`);
  await waitForApp(page);
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

  test('a lead sent from the public page appears in the list of the organization', { tag: '@story' }, async ({
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

  test('errors are shown at the fields, and the other input is kept', async ({ page, server }) => {
    const link = await publishLink(server);
    await page.goto(link.path);
    await fillLead(page);
    await leadForm(page).phone.fill('12');
    await leadForm(page).submit.click();
    await expect(leadForm(page).phone).toHaveAccessibleDescription(/номер полностью/);
    await expect(leadForm(page).name).toHaveValue('Мария');
    await expect(leadForm(page).consent).toBeChecked();
  });

  test('the button is visible on a small phone', async ({ page, server }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto((await publishLink(server)).path);
    await expect(leadForm(page).submit).toBeInViewport({ ratio: 1 });
  });
});

test('input typed before the scripts load is kept together with the caret', async ({ page, server }) => {
  const link = await publishLink(server);
  const scripts = await hold(page, SCRIPTS);
  await page.goto(link.path, { waitUntil: 'commit' });
  await leadForm(page).name.fill('Мария');
  await leadForm(page).consent.check();
  await leadForm(page).phone.pressSequentially('8916');
  await page.keyboard.press('ArrowLeft');
  scripts.release();
  await waitForApp(page);
  await expect(leadForm(page).phone).toBeFocused();
  await page.keyboard.type('7');
  await expect(leadForm(page).phone).toHaveValue('89176');
  await expect(leadForm(page).name).toHaveValue('Мария');
  await expect(leadForm(page).consent).toBeChecked();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, viewport] of Object.entries(viewports)) {
    test(`loading the scripts changes no pixel at ${width} px in the ${colorScheme} theme`, async ({
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
      await waitForApp(page);
      expect((await page.screenshot(options)).equals(before)).toBe(true);
    });
  }
}

test('the public page makes no session calls and sends no token', async ({ page, context, server }) => {
  const link = await publishLink(server);
  await signInContext(context, server.url, organization);
  const asked: string[] = [];
  page.on('request', async (request) => {
    const { authorization } = await request.allHeaders();
    if (request.url().includes('/api/accounts/') || authorization !== undefined) asked.push(request.url());
  });
  await page.goto(link.path);
  await waitForApp(page);
  await fillLead(page);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('on a slow network the form is filled in before the scripts load, does not shift and can be sent', async ({
  page,
  server,
}) => {
  const link = await publishLink(server);
  await page.setViewportSize(viewports[360]);
  const shifts = await observeShifts(page);
  await slowDown(page);
  await page.goto(link.path, { waitUntil: 'commit' });
  await fillLead(page);
  await waitForApp(page);
  expect(await shifts()).toEqual([]);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
  expect(await link.leads()).toMatchObject([{ name: 'Мария', unverified: false }]);
});

test('the form can be sent when the scripts fail to load', async ({ page, server, watch }) => {
  watch.expect(lostConnection);
  const link = await publishLink(server);
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(link.path);
  await fillLead(page);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
});

test('without a connection the form shows an error, keeps the input and can be sent later', async ({
  page,
  server,
  context,
  watch,
}) => {
  watch.expect(lostConnection);
  const link = await publishLink(server);
  await page.goto(link.path);
  await waitForApp(page);
  await fillLead(page);
  await context.setOffline(true);
  await leadForm(page).submit.click();
  await expect(page.getByRole('alert')).toContainText('Нет связи с сервером');
  await context.setOffline(false);
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Заявка отправлена' })).toBeVisible();
  expect(await link.leads()).toHaveLength(1);
});

test('the form of a program paused in the meantime reports it', async ({ page, server }) => {
  const link = await publishLink(server);
  await page.goto(link.path);
  await waitForApp(page);
  await fillLead(page);
  await link.pause();
  await leadForm(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Прием заявок приостановлен' })).toBeVisible();
});

test('a long consent and a long title fit 360 px and pass axe', async ({ page, server }) => {
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
  await waitForApp(page);
  expect(await findOverflows(page)).toEqual([]);
  expect(await runAxe(page)).toEqual([]);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: viewports[360] });

  test('fields and button are 48 px high, and their text is large enough to prevent zooming', async ({
    page,
    server,
  }) => {
    await page.goto((await publishLink(server)).path);
    await waitForApp(page);
    const form = leadForm(page);
    for (const field of [form.name, form.phone, form.comment, form.submit]) {
      await expect.poll(async () => (await field.boundingBox())?.height).toBeGreaterThanOrEqual(48);
      await expect(field).toHaveCSS('font-size', '16px');
    }
  });
});

test('the page with the complete form is smaller than 15 kB on the wire', async ({ server }) => {
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
