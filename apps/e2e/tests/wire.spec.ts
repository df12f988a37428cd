import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, signIn } from '../support/screens.ts';
import { readStoredSession, signInContext } from '../support/session.ts';
import { calls } from '../support/wire.ts';

test('login posts phone, password and smart-token, and nothing else', {
  tag: ['@spec/3.login.payload', '@spec/7.call.login'],
}, async ({ page, wire }) => {
  await page.goto('/login');
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
  const [login] = await wire.calls();
  expect(login).toEqual({
    call: calls.login,
    authorization: undefined,
    body: { phone: '+79000000001', password: 'demo-organization', 'smart-token': '' },
  });
});

test('startup with a stored session makes one session call, which verifies the access token', {
  tag: ['@spec/4.startup.verify', '@spec/7.call.verify'],
}, async ({ page, server, context, wire }) => {
  const { access_token: access } = await signInContext(context, server.url, organization);
  await page.goto('/');
  await expect(page.getByRole('banner')).toContainText('Иванова А. П.');
  expect(await wire.sessionCalls()).toEqual([
    { call: calls.verify, authorization: `Bearer ${access}`, body: { token: access } },
  ]);
});

test('startup without a session makes no call', async ({ page, wire }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  expect(wire.names()).toEqual([]);
});

test('every call carries the access token stored at that moment', {
  tag: ['@story', '@spec/7.bearer'],
}, async ({ page, server, context, wire }) => {
  const first = await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await expect(profileForm(page).firstName).toHaveValue('Анна');
  // A background read would trigger the refresh instead of the save: wait for reads in flight and hold later ones.
  await page.waitForLoadState('networkidle');
  await page.route(/\/api\/(?!accounts\/)/, () => new Promise(() => undefined));
  server.advance(301);
  await profileForm(page).firstName.fill('Алла');
  await profileForm(page).save.click();
  await expect(page.getByRole('banner')).toContainText('Иванова А. П.');
  await expect.poll(() => wire.sessionNames().length).toBe(4);

  const { access_token: second } = await readStoredSession(page);
  expect(second).not.toBe(first.access_token);
  expect(await wire.sessionCalls()).toEqual([
    {
      call: calls.verify,
      authorization: `Bearer ${first.access_token}`,
      body: { token: first.access_token },
    },
    { call: calls.update, authorization: `Bearer ${first.access_token}`, body: expect.anything() },
    {
      call: calls.refresh,
      authorization: `Bearer ${first.access_token}`,
      body: { refresh: first.refresh_token },
    },
    { call: calls.update, authorization: `Bearer ${second}`, body: expect.anything() },
  ]);
  const [, sent, , again] = await wire.sessionCalls();
  expect(again?.body).toEqual(sent?.body);
});

test('saving the profile sends only the changed fields', { tag: ['@spec/7.call.patch'] }, async ({
  page,
  server,
  context,
  wire,
}) => {
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  await profileForm(page).save.click();
  await expect.poll(wire.names).toContain(calls.update);
  const update = (await wire.calls()).find(({ call }) => call === calls.update);
  expect(update?.body).toEqual({ first_name: 'Алла' });
});
