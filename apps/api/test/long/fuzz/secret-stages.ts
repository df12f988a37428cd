import type { InvitedEmployee, JoinPage, TokenPair } from '@referral-dashboard/api-contract';
import { clientOf } from '../../setup/client.ts';
import { codeTo } from '../../setup/codes.ts';
import { linkBot, saveBot, saveMail } from '../../setup/senders.ts';
import { api, ok, tokenOf } from '../../setup/world.ts';
import type { Cast } from '../walk/cast.ts';
import { partnerPerson, type Stages } from './stage.ts';

/** Tokens of somebody who has just signed in. */
async function signedIn({ world }: Cast) {
  const { card } = await world.partner();
  const person = { phone: card.phone, password: world.password };
  return { ...person, ...ok<TokenPair>(await clientOf(world.server).login(person)) };
}

const invitation = async ({ world }: Cast) => ({
  body: { token: tokenOf((await world.invited()).invitation.url) },
});

async function recovery({ world }: Cast) {
  const { card } = await world.partner();
  const { url } = ok<{ url: string }>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
  return { body: { token: new URL(url).pathname.split('/').at(-1) } };
}

const DOCUMENTS = { offer: 'Договор с партнером.', personal_data: 'Согласен на обработку данных.' };
const SETTINGS = { ...DOCUMENTS, withholds_tax: true };

/** A program, and an application to it that the texts in force allow. */
async function joinPageOf(
  { world: { boss, anonymous, ...world } }: Cast,
  join_policy: 'open' | 'by_request',
) {
  ok(await boss.patch(`${api}/organization/`, SETTINGS));
  const { id: program, join_code } = await world.program({ join_policy });
  const path = `/api/public/join/${join_code}/`;
  const { offer, personal_data } = ok<JoinPage>(await anonymous.get(path));
  const versions = { offer_version: offer?.version, personal_data_version: personal_data?.version };
  return { path, program, objects: { joinCode: join_code }, body: { phone: world.phone(), ...versions } };
}

async function apply(cast: Cast, join_policy: 'open' | 'by_request') {
  const { path, program, body } = await joinPageOf(cast, join_policy);
  const consents = { offer: true, personal_data: true };
  const names = { kind: 'individual', last_name: 'Петров', first_name: 'Олег' };
  const given = { ...body, ...consents, ...names };
  const { token } = ok<{ token: string }>(await cast.world.anonymous.post(path, given));
  return { token, program, phone: body.phone };
}

async function application(cast: Cast) {
  const { token, phone } = await apply(cast, 'open');
  return { body: { token, code: await codeTo(cast.world, phone) } };
}

/** An application that waits for a decision. */
async function undecided(cast: Cast) {
  const { program, phone } = await apply(cast, 'by_request');
  const { db } = cast.world.server;
  const card = db.selectFrom('partners').select('id').where('phone', '=', phone);
  return { objects: { partner: (await card.executeTakeFirstOrThrow()).id }, body: { program } };
}

async function newcomer({ world }: Cast) {
  const { card, caller } = await world.partner();
  return { phone: card.phone, person: partnerPerson(caller) };
}

/** Gives a new partner an e-mail, unconfirmed. */
async function withEmail(cast: Cast) {
  const { phone, person } = await newcomer(cast);
  const email = `${phone.slice(1)}@example.ru`;
  ok(await person.caller.patch('/api/accounts/users/me/', { email, password: cast.world.password }));
  return { email, person };
}

/** The first requisites of a new partner. */
async function firstMethod({ world }: Cast) {
  const { card, caller } = await world.partner();
  const given = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  const { id } = ok<{ id: string }>(await caller.post(`${api}/partners/${card.id}/payout-methods/`, given));
  return { objects: { method: id }, person: partnerPerson(caller), phone: card.phone };
}

/** Stages of the calls that take a secret: a password, a token, a code that was sent to a phone. */
export const secretStages: Stages = {
  login: async (cast) => ({
    body: { phone: (await newcomer(cast)).phone, password: cast.world.password },
  }),
  verify: async (cast) => ({ body: { token: (await signedIn(cast)).access } }),
  refresh: async (cast) => ({ body: { refresh: (await signedIn(cast)).refresh } }),
  setEmailSender: async (cast) => ({ body: { password: cast.world.password } }),
  testEmailSender: async ({ world }) => {
    ok(await saveMail(world));
    const email = { email: 'owner@example.ru', password: world.password };
    ok(await world.boss.patch('/api/accounts/users/me/', email));
    return {};
  },
  setTelegramSender: async (cast) => ({ body: { password: cast.world.password } }),
  testTelegramSender: async ({ world }) => {
    ok(await saveBot(world));
    await linkBot(world);
    return {};
  },
  linkTelegram: async ({ world }) => {
    ok(await saveBot(world));
    return {};
  },
  changePassword: async (cast) => ({
    body: { current_password: cast.world.password },
    person: (await newcomer(cast)).person,
  }),
  checkInvitation: invitation,
  acceptInvitation: invitation,
  apply: async (cast) => {
    const { objects, body } = await joinPageOf(cast, 'open');
    return { objects, body };
  },
  checkApplication: application,
  confirmApplication: application,
  decideApplication: undecided,
  checkRecovery: recovery,
  acceptRecovery: recovery,
  async recoverByCode(cast) {
    const { phone } = await newcomer(cast);
    ok(await cast.world.anonymous.post('/api/public/recovery/code/', { phone }));
    return { body: { phone, code: await codeTo(cast.world, phone) } };
  },
  startPhoneChange: async (cast) => ({
    body: { phone: cast.world.phone(), password: cast.world.password },
    person: (await newcomer(cast)).person,
  }),
  async confirmPhoneChange(cast) {
    const { world } = cast;
    const { person } = await newcomer(cast);
    const phone = world.phone();
    ok(await person.caller.post('/api/accounts/phone/', { phone, password: world.password }));
    return { body: { phone, code: await codeTo(world, phone) }, person };
  },
  async sendEmailCode(cast) {
    const { person } = await withEmail(cast);
    return { body: { password: cast.world.password }, person };
  },
  async confirmEmail(cast) {
    const { email, person } = await withEmail(cast);
    ok(await person.caller.post('/api/accounts/email/code/', { password: cast.world.password }));
    return { body: { code: await codeTo(cast.world, email) }, person };
  },
  sendPayoutMethodCode: (cast) => firstMethod(cast),
  async provePayoutMethod(cast) {
    const { phone, ...staged } = await firstMethod(cast);
    ok(await staged.person.caller.post(`${api}/payout-methods/${staged.objects.method}/code/`));
    return { ...staged, body: { code: await codeTo(cast.world, phone) } };
  },
  async changeEmployeePhone({ world }) {
    const given = { phone: world.phone(), last_name: 'Сидорова', position: 'manager' };
    const { link } = ok<InvitedEmployee>(await world.boss.post(`${api}/employee-invitations/`, given));
    ok(await world.accept(link.url));
    const { id } = await world.server.findUser(given.phone);
    return { objects: { employee: id }, body: { phone: world.phone() } };
  },
  changePartnerPhone: async ({ world }) => ({
    objects: { partner: (await world.partner()).card.id },
    body: { phone: world.phone() },
  }),
};
