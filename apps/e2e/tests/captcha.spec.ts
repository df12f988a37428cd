import { test as base, expect } from '../fixtures.ts';
import {
  captchaButton,
  captchaPassed,
  captchaScript,
  startCaptchaService,
  stubCaptchaScript,
} from '../support/captcha.ts';
import { invitePage, invitePartner } from '../support/invitations.ts';
import { randomPhone } from '../support/partners.ts';
import { organization } from '../support/people.ts';
import { openSignIn, signIn, signInForm } from '../support/screens.ts';
import { calls } from '../support/wire.ts';

type Service = Awaited<ReturnType<typeof startCaptchaService>>;

/** The server uses a stub of the captcha service, and the page loads a stub of the widget. */
const test = base.extend<{ service: Service }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture dependencies from the first parameter
  service: async ({}, use) => {
    const service = await startCaptchaService();
    await use(service);
    await service.stop();
  },
  server: async ({ service, startServer }, use) =>
    use(
      await startServer({
        captcha: { serverKey: 'server key', url: service.url },
        captchaSiteKey: 'site key',
      }),
    ),
  page: async ({ page, watch }, use) => {
    watch.expect(/^request to another machine: https:\/\/smartcaptcha\./);
    await stubCaptchaScript(page);
    await use(page);
  },
});

test('the captcha widget uses the configured key and Russian', async ({ page }) => {
  await openSignIn(page);
  await expect(captchaButton(page)).toHaveAttribute('data-sitekey', 'site key');
  await expect(captchaButton(page)).toHaveAttribute('data-hl', 'ru');
});

test('signing in sends the captcha token as smart-token, and the server validates it with the address of the user', {
  tag: '@story',
}, async ({ page, wire, service }) => {
  await openSignIn(page);
  await captchaButton(page).click();
  await expect(captchaPassed(page)).toBeVisible();
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
  const [login] = await wire.calls();
  expect(login).toMatchObject({ call: calls.login, body: { 'smart-token': 'person 1' } });
  expect(service.validations()).toEqual([{ secret: 'server key', token: 'person 1', ip: '127.0.0.1' }]);
});

test('a failed sign-in resets the captcha, and the next attempt sends a new token', async ({
  page,
  service,
}) => {
  await openSignIn(page);
  await captchaButton(page).click();
  await signIn(page, { ...organization, password: 'wrong' });
  await expect(signInForm(page).error).toBeVisible();
  await captchaButton(page).click();
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
  expect(service.validations().map(({ token }) => token)).toEqual(['person 1', 'person 2']);
});

test('the form requires a solved captcha before it sends anything', async ({ page, wire }) => {
  await openSignIn(page);
  await expect(captchaButton(page)).toBeVisible();
  await signIn(page, organization);
  await expect(page.getByText('Подтвердите, что вы не робот')).toBeVisible();
  expect(wire.names()).toEqual([]);
});

test('a captcha refused by the service is reported, and the user is not signed in', async ({
  page,
  service,
}) => {
  service.refuseAll();
  await openSignIn(page);
  await captchaButton(page).click();
  await signIn(page, organization);
  await expect(page.getByText('Подтвердите, что вы не робот')).toBeVisible();
  await expect(captchaButton(page)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a user with a solved captcha signs in while the captcha service is down', async ({ page, service }) => {
  service.breakDown();
  await openSignIn(page);
  await captchaButton(page).click();
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
});

test('a user signs in when the widget cannot be loaded and the captcha service is down', async ({
  page,
  watch,
  service,
}) => {
  watch.expect(/smartcaptcha/);
  service.breakDown();
  await page.route(captchaScript, (route) => route.abort());
  await openSignIn(page);
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
});

test('accepting an invitation requires the captcha', async ({ page, wire, service, startServer }) => {
  // A server without a captcha over the same database.
  const { invitation } = await invitePartner(await startServer(), randomPhone());
  await page.goto(new URL(invitation.url).pathname);
  await invitePage(page).password.fill('тихий омут 7');
  await invitePage(page).accept.click();
  await expect(page.getByText('Подтвердите, что вы не робот')).toBeVisible();
  await captchaButton(page).click();
  await expect(captchaPassed(page)).toBeVisible();
  await invitePage(page).accept.click();
  await expect(page).toHaveURL('/');
  const joined = (await wire.calls()).find(({ call }) => call.endsWith('/invitations/accept/'));
  expect(joined?.body).toMatchObject({ 'smart-token': 'person 1' });
  expect(service.validations()).toHaveLength(1);
});

base('without a site key no captcha is loaded and smart-token is empty', async ({ page, wire }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openSignIn(page);
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
  expect(loaded.filter((url) => /captcha/i.test(url))).toEqual([]);
  const [login] = await wire.calls();
  expect(login?.body).toMatchObject({ 'smart-token': '' });
});
