import { test as base, expect } from '../fixtures.ts';
import {
  captchaButton,
  captchaPassed,
  captchaScript,
  startCaptchaService,
  stubCaptchaScript,
} from '../support/captcha.ts';
import { invitePage, invitePartner } from '../support/invitations.ts';
import { somePhone } from '../support/partners.ts';
import { organization } from '../support/people.ts';
import { openSignIn, signIn, signInForm } from '../support/screens.ts';
import { calls } from '../support/wire.ts';

type Service = Awaited<ReturnType<typeof startCaptchaService>>;

/** The server asks the stand-in service, the page loads the stand-in widget. */
const test = base.extend<{ service: Service }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
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

test('the widget is shown for the configured key, in Russian', async ({ page }) => {
  await openSignIn(page);
  await expect(captchaButton(page)).toHaveAttribute('data-sitekey', 'site key');
  await expect(captchaButton(page)).toHaveAttribute('data-hl', 'ru');
});

test('its token travels as smart-token and is shown to the service with the address', {
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

test('after a failed attempt the widget starts anew, and the next token is another', async ({
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

test('a captcha that was not touched is asked for, and nothing is sent', async ({ page, wire }) => {
  await openSignIn(page);
  await expect(captchaButton(page)).toBeVisible();
  await signIn(page, organization);
  await expect(page.getByText('Подтвердите, что вы не робот')).toBeVisible();
  expect(wire.names()).toEqual([]);
});

test('a captcha the service refuses is said, and nobody gets in', async ({ page, service }) => {
  service.failEverybody();
  await openSignIn(page);
  await captchaButton(page).click();
  await signIn(page, organization);
  await expect(page.getByText('Подтвердите, что вы не робот')).toBeVisible();
  await expect(captchaButton(page)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('when the service has no verdict a person who passed still gets in', async ({ page, service }) => {
  service.breakDown();
  await openSignIn(page);
  await captchaButton(page).click();
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
});

test('when the widget cannot be loaded the form still works and says what the server says', async ({
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

test('who joins by an invitation passes it too', async ({ page, wire, service, startServer }) => {
  // Where nobody is asked whether they are a robot, and over the same database.
  const { invitation } = await invitePartner(await startServer(), somePhone());
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

base(
  'without a site key nothing of the captcha is loaded and smart-token is empty',
  async ({ page, wire }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await openSignIn(page);
    await signIn(page, organization);
    await expect(page).toHaveURL('/');
    expect(loaded.filter((url) => /captcha/i.test(url))).toEqual([]);
    const [login] = await wire.calls();
    expect(login?.body).toMatchObject({ 'smart-token': '' });
  },
);
