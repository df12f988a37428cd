import type { InvitedEmployee, JoinPage, TokenPair } from '@referral-dashboard/api-contract';
import { createClient } from '../../setup/client.ts';
import { codeTo } from '../../setup/codes.ts';
import { linkBot, saveBot, saveMail } from '../../setup/senders.ts';
import { api, getInvitationToken, ok } from '../../setup/world.ts';
import type { Scenario } from '../walk/scenario.ts';
import { type Preparations, partnerPerson } from './preparation.ts';

/** Signs in a new user. @returns the tokens. */
async function signedIn({ world }: Scenario) {
  const { card } = await world.partner();
  const person = { phone: card.phone, password: world.password };
  return { ...person, ...ok<TokenPair>(await createClient(world.server).login(person)) };
}

const invitation = async ({ world }: Scenario) => ({
  body: { token: getInvitationToken((await world.invited()).invitation.url) },
});

async function recovery({ world }: Scenario) {
  const { card } = await world.partner();
  const { url } = ok<{ url: string }>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
  return { body: { token: new URL(url).pathname.split('/').at(-1) } };
}

const DOCUMENTS = { offer: 'Договор с партнером.', personal_data: 'Согласен на обработку данных.' };
const SETTINGS = { ...DOCUMENTS, withholds_tax: true };

/** Creates a program and returns a valid application to it. */
async function joinPageOf(
  { world: { boss, anonymous, ...world } }: Scenario,
  join_policy: 'open' | 'by_request',
) {
  ok(await boss.patch(`${api}/organization/`, SETTINGS));
  const { id: program, join_code } = await world.program({ join_policy });
  const path = `/api/public/join/${join_code}/`;
  const { offer, personal_data } = ok<JoinPage>(await anonymous.get(path));
  const versions = { offer_version: offer?.version, personal_data_version: personal_data?.version };
  return { path, program, objects: { joinCode: join_code }, body: { phone: world.phone(), ...versions } };
}

async function apply(scenario: Scenario, join_policy: 'open' | 'by_request') {
  const { path, program, body } = await joinPageOf(scenario, join_policy);
  const consents = { offer: true, personal_data: true };
  const names = { kind: 'individual', last_name: 'Петров', first_name: 'Олег' };
  const application = { ...body, ...consents, ...names };
  const { token } = ok<{ token: string }>(await scenario.world.anonymous.post(path, application));
  return { token, program, phone: body.phone };
}

async function application(scenario: Scenario) {
  const { token, phone } = await apply(scenario, 'open');
  return { body: { token, code: await codeTo(scenario.world, phone) } };
}

/** Creates a pending application. */
async function undecided(scenario: Scenario) {
  const { program, phone } = await apply(scenario, 'by_request');
  const { db } = scenario.world.server;
  const card = db.selectFrom('partners').select('id').where('phone', '=', phone);
  return { objects: { partner: (await card.executeTakeFirstOrThrow()).id }, body: { program } };
}

async function newPartner({ world }: Scenario) {
  const { card, caller } = await world.partner();
  return { phone: card.phone, person: partnerPerson(caller) };
}

/** Creates a partner with an unconfirmed e-mail. */
async function withEmail(scenario: Scenario) {
  const { phone, person } = await newPartner(scenario);
  const email = `${phone.slice(1)}@example.ru`;
  ok(await person.caller.patch('/api/accounts/users/me/', { email, password: scenario.world.password }));
  return { email, person };
}

/** Creates a partner with a first payout method. */
async function firstMethod({ world }: Scenario) {
  const { card, caller } = await world.partner();
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  const { id } = ok<{ id: string }>(await caller.post(`${api}/partners/${card.id}/payout-methods/`, account));
  return { objects: { method: id }, person: partnerPerson(caller), phone: card.phone };
}

/** Preconditions of the calls that take a secret: a password, a token or a code. */
export const secretPreparations: Preparations = {
  login: async (scenario) => ({
    body: { phone: (await newPartner(scenario)).phone, password: scenario.world.password },
  }),
  verify: async (scenario) => ({ body: { token: (await signedIn(scenario)).access } }),
  refresh: async (scenario) => ({ body: { refresh: (await signedIn(scenario)).refresh } }),
  setEmailSender: async (scenario) => ({ body: { password: scenario.world.password } }),
  testEmailSender: async ({ world }) => {
    ok(await saveMail(world));
    const email = { email: 'owner@example.ru', password: world.password };
    ok(await world.boss.patch('/api/accounts/users/me/', email));
    return {};
  },
  createApiKey: async (scenario) => ({ body: { password: scenario.world.password } }),
  createWebhook: async (scenario) => ({ body: { password: scenario.world.password } }),
  updateWebhook: async (scenario) => ({ body: { password: scenario.world.password } }),
  setTelegramSender: async (scenario) => ({ body: { password: scenario.world.password } }),
  testTelegramSender: async ({ world }) => {
    ok(await saveBot(world));
    await linkBot(world);
    return {};
  },
  linkTelegram: async ({ world }) => {
    ok(await saveBot(world));
    return {};
  },
  changePassword: async (scenario) => ({
    body: { current_password: scenario.world.password },
    person: (await newPartner(scenario)).person,
  }),
  checkInvitation: invitation,
  acceptInvitation: invitation,
  apply: async (scenario) => {
    const { objects, body } = await joinPageOf(scenario, 'open');
    return { objects, body };
  },
  checkApplication: application,
  confirmApplication: application,
  decideApplication: undecided,
  checkRecovery: recovery,
  acceptRecovery: recovery,
  async recoverByCode(scenario) {
    const { phone } = await newPartner(scenario);
    ok(await scenario.world.anonymous.post('/api/public/recovery/code/', { phone }));
    return { body: { phone, code: await codeTo(scenario.world, phone) } };
  },
  startPhoneChange: async (scenario) => ({
    body: { phone: scenario.world.phone(), password: scenario.world.password },
    person: (await newPartner(scenario)).person,
  }),
  async confirmPhoneChange(scenario) {
    const { world } = scenario;
    const { person } = await newPartner(scenario);
    const phone = world.phone();
    ok(await person.caller.post('/api/accounts/phone/', { phone, password: world.password }));
    return { body: { phone, code: await codeTo(world, phone) }, person };
  },
  async sendEmailCode(scenario) {
    const { person } = await withEmail(scenario);
    return { body: { password: scenario.world.password }, person };
  },
  async confirmEmail(scenario) {
    const { email, person } = await withEmail(scenario);
    ok(await person.caller.post('/api/accounts/email/code/', { password: scenario.world.password }));
    return { body: { code: await codeTo(scenario.world, email) }, person };
  },
  sendPayoutMethodCode: (scenario) => firstMethod(scenario),
  async provePayoutMethod(scenario) {
    const { phone, ...prepared } = await firstMethod(scenario);
    ok(await prepared.person.caller.post(`${api}/payout-methods/${prepared.objects.method}/code/`));
    return { ...prepared, body: { code: await codeTo(scenario.world, phone) } };
  },
  async changeEmployeePhone({ world }) {
    const invitation = { phone: world.phone(), last_name: 'Сидорова', position: 'manager' };
    const { link } = ok<InvitedEmployee>(await world.boss.post(`${api}/employee-invitations/`, invitation));
    ok(await world.accept(link.url));
    const { id } = await world.server.findUser(invitation.phone);
    return { objects: { employee: id }, body: { phone: world.phone() } };
  },
  changePartnerPhone: async ({ world }) => ({
    objects: { partner: (await world.partner()).card.id },
    body: { phone: world.phone() },
  }),
};
