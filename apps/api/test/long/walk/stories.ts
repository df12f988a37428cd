import type { ActWithContent } from '@referral-dashboard/api-contract';
import { createObjectedAct } from '../../setup/acts.ts';
import { clientOf } from '../../setup/client.ts';
import { saveBot, saveMail } from '../../setup/senders.ts';
import { api, ok } from '../../setup/world.ts';
import { earner } from '../fuzz/stage.ts';
import type { Cast } from './cast.ts';
import { payoutStories } from './payout-stories.ts';
import type { Probe } from './probes.ts';
import type { Story } from './story.ts';

/** Answers that take several steps to come to, and are decided by rows of the caller's own organization alone. */
export function storyProbes(cast: Cast): Probe[] {
  const { world, objects, rightful, shared } = cast;
  const { boss, phone } = world;
  const newLead = (number = phone()) =>
    boss.post(`${api}/leads/`, { name: 'Иван', phone: number, program: objects.program });
  const stories: Story[] = [
    ...Object.entries(cast.othersPhones).map(
      ([which, number]): Story => ({
        name: 'createLead',
        title: `the phone of a lead of the others is free: ${which}`,
        tell: () => newLead(number),
        due: (body) =>
          (body as { status: string }).status !== 'duplicate' &&
          !cast.othersIds.has((body as { id: string }).id),
      }),
    ),
    {
      name: 'transitionLead',
      title: 'a lead is won, changed, lost and won again',
      async tell() {
        const lead = ok<{ id: string; version: number }>(
          await boss.post(`${api}/leads/`, {
            name: 'Иван',
            phone: phone(),
            program: objects.program,
            partner: objects.partner,
          }),
        );
        let { version } = lead;
        const step = async (method: string, path: string, body: object) => {
          const answer = await boss.send(method, `${api}/leads/${lead.id}/${path}`, { ...body, version });
          ({ version } = ok<{ version: number }>(answer));
          return answer;
        };
        const move = (to: string, more = {}) => step('POST', 'transition/', { to, ...more });
        await move('in_progress');
        await move('won', { deal_amount_kop: 1_000_000 });
        await step('PATCH', '', { deal_amount_kop: 2_000_000 });
        await move('lost', { reason_code: 'refused' });
        return move('in_progress', { reason_comment: 'Передумал' });
      },
    },
    {
      name: 'createPayment',
      title: 'what an organization asks for at least is asked of it alone',
      async tell() {
        const bonus = {
          kind: 'bonus',
          amount_kop: 200_000,
          explanation: 'За встречу',
          partner: objects.partner,
        };
        ok(await boss.post(`${api}/accruals/`, bonus));
        return boss.post(`${api}/payments/`, { partner: objects.partner });
      },
    },
    {
      name: 'activateProgram',
      title: 'a program is active by what its organization has filled in',
      tell: async () =>
        boss.post(`${api}/programs/${(await world.program({ name: `Окна ${phone()}` })).id}/pause/`),
    },
    {
      name: 'createProgram',
      title: 'a program begins with what its organization has settled',
      tell: async () => boss.post(`${api}/programs/`, { name: `Двери ${phone()}` }),
      due: (body) => (body as { hold_days: number }).hold_days === 14,
    },
    {
      name: 'joinProgram',
      title: 'a partner takes part by its own card',
      async tell() {
        const program = await world.program({ join_policy: 'open' });
        return shared.caller.post(`${api}/programs/${program.id}/join/`);
      },
      due: (body) => (body as { partner: { id: string } }).partner.id === shared.card,
    },
    {
      name: 'duplicateProgram',
      title: 'a program is called by what its organization has none of',
      tell: () => boss.post(`${api}/programs/${objects.program}/duplicate/`),
      due: (body) => /^Копия: \D+\d+$/.test((body as { name: string }).name),
    },
    {
      name: 'cancelPayment',
      title: 'a payment lets its accruals go',
      tell: () => boss.post(`${api}/payments/${objects.payment}/cancel/`, { reason: 'Так решили' }),
    },
    {
      name: 'reissueAct',
      title: 'an act names the own organization, and what it has paid',
      tell: async () =>
        boss.post(`${api}/acts/${await createObjectedAct(world, (await earner(world)).partner)}/reissue/`),
      due: (body) => {
        const { organization, content, amount_kop } = body as ActWithContent;
        return content.customer.name === organization.name && amount_kop === 200_000;
      },
    },
    {
      name: 'leads',
      title: 'the own are all there',
      tell: () => rightful.partner.caller.get(`${api}/leads/counts/`),
      due: (body) => (body as { all: number }).all > 0,
    },
  ];
  stories.push(...officeStories(cast), ...payoutStories(cast));
  return stories.map(({ name, title, tell, refused, due = () => true }) => ({
    name,
    title,
    changes: true,
    ask: tell,
    judge: ({ status, body }) =>
      (refused === undefined ? status < 300 : status === refused) && due(body)
        ? undefined
        : `answered ${status}: ${JSON.stringify(body)}`,
  }));
}

/** The same of people, of who they are and how they join. */
function officeStories({ world, othersEmployee }: Cast): Story[] {
  const { boss, phone, server } = world;
  const { db } = server;
  const invite = (number: string) =>
    boss.post(`${api}/employee-invitations/`, { phone: number, last_name: 'Сидорова', position: 'manager' });
  return [
    {
      name: 'createPartner',
      title: 'a partner is of a kind that the own organization works with',
      tell: () => boss.post(`${api}/partners/`, { phone: phone(), last_name: 'Петров' }),
    },
    {
      name: 'updateOrganization',
      title: 'an organization is changed by what is known of it',
      tell: () => boss.patch(`${api}/organization/`, { site: 'https://example.ru' }),
    },
    {
      name: 'setEmailSender',
      title: 'the own mail server is saved, whatever the others have',
      async tell() {
        const { id } = ok<{ id: string }>(await boss.get(`${api}/organization/`));
        const answer = await saveMail(world);
        await db.deleteFrom('organization_mail').where('organization_id', '=', id).execute();
        return answer;
      },
    },
    {
      name: 'setTelegramSender',
      title: 'the own bot is saved, whatever the others have',
      async tell() {
        const { id } = ok<{ id: string }>(await boss.get(`${api}/organization/`));
        const answer = await saveBot(world);
        await db.deleteFrom('organization_telegram').where('organization_id', '=', id).execute();
        return answer;
      },
    },
    {
      name: 'inviteEmployee',
      title: 'an employee of the others may be invited',
      tell: () => invite(othersEmployee),
    },
    {
      name: 'changePartnerPhone',
      title: 'a phone is changed of one partner',
      async tell() {
        const { card } = await world.partner();
        return boss.post(`${api}/partners/${card.id}/phone/`, { phone: phone() });
      },
    },
    {
      name: 'updateEmployee',
      title: 'the last owner stays one, whoever the others have',
      refused: 409,
      async tell() {
        const { id } = ok<{ id: string }>(await boss.get('/api/accounts/users/me/'));
        const answer = await boss.patch(`${api}/employees/${id}/`, { position: 'manager' });
        await db.updateTable('users').set({ position: 'owner' }).where('id', '=', id).execute();
        return answer;
      },
    },
    {
      name: 'inviteEmployee',
      title: 'an invitation names the own organization',
      async tell() {
        const number = phone();
        await db
          .insertInto('message_channels')
          .values({ channel: 'sms', sender: 'sms', is_rehearsal: true })
          .execute();
        const answer = await invite(number);
        await db.deleteFrom('message_channels').execute();
        const { organization_id } = await db
          .selectFrom('users')
          .select('organization_id')
          .where('id', '=', ok<{ id: string }>(await boss.get('/api/accounts/users/me/')).id)
          .executeTakeFirstOrThrow();
        const { name } = await db
          .selectFrom('organizations')
          .select('name')
          .where('id', '=', organization_id)
          .executeTakeFirstOrThrow();
        const sent = await db
          .selectFrom('deliveries as d')
          .innerJoin('messages as m', 'm.id', 'd.message_id')
          .select('m.body')
          .where('d.address', '=', number)
          .executeTakeFirst();
        return sent?.body.startsWith(`${name} приглашает`) ? answer : { ...answer, status: 599 };
      },
    },
    {
      name: 'login',
      title: 'a browser that others sign in by is a new one to everybody else',
      async tell() {
        const [{ card }, { card: other }] = [await world.partner(), await world.partner()];
        const agent = { 'user-agent': 'Firefox of somebody else' };
        const signIn = ({ phone: number }: { phone: string }) =>
          clientOf(server).login({ phone: number, password: world.password }, agent);
        ok(await signIn(other));
        const answer = await signIn(card);
        const { id } = await server.findUser(card.phone);
        const told = await db.selectFrom('messages').select('event').where('user_id', '=', id).execute();
        return told.some(({ event }) => event === 'sign_in') ? answer : { ...answer, status: 599 };
      },
    },
  ];
}
