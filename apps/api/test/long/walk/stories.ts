import type { ActWithContent } from '@referral-dashboard/api-contract';
import { createObjectedAct } from '../../setup/acts.ts';
import { createClient } from '../../setup/client.ts';
import { api, ok } from '../../setup/world.ts';
import { earner } from '../fuzz/preparation.ts';
import { contactStories } from './contact-stories.ts';
import { payoutStories } from './payout-stories.ts';
import type { Probe } from './probes.ts';
import type { Scenario } from './scenario.ts';
import type { Story } from './story.ts';

/** Stories of several calls whose responses must depend only on rows of the caller's organization. */
export function storyProbes(scenario: Scenario): Probe[] {
  const { world, objects, rightful, shared } = scenario;
  const { boss, phone } = world;
  const newLead = (number = phone()) =>
    boss.post(`${api}/leads/`, { name: 'Иван', phone: number, program: objects.program });
  const stories: Story[] = [
    ...Object.entries(scenario.othersPhones).map(
      ([kind, number]): Story => ({
        name: 'createLead',
        title: `the phone of a lead of another organization is not a duplicate: ${kind}`,
        run: () => newLead(number),
        due: (body) =>
          (body as { status: string }).status !== 'duplicate' &&
          !scenario.othersIds.has((body as { id: string }).id),
      }),
    ),
    {
      name: 'transitionLead',
      title: 'a lead can be won, changed, lost and won again',
      async run() {
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
          const response = await boss.send(method, `${api}/leads/${lead.id}/${path}`, { ...body, version });
          ({ version } = ok<{ version: number }>(response));
          return response;
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
      title: 'the minimum payment is that of the organization',
      async run() {
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
      title: 'a program can be activated with the settings of the organization',
      run: async () =>
        boss.post(`${api}/programs/${(await world.program({ name: `Окна ${phone()}` })).id}/pause/`),
    },
    {
      name: 'createProgram',
      title: 'a new program has the default terms of the organization',
      run: async () => boss.post(`${api}/programs/`, { name: `Двери ${phone()}` }),
      due: (body) => (body as { hold_days: number }).hold_days === 14,
    },
    {
      name: 'joinProgram',
      title: 'a partner joins with the card of the organization',
      async run() {
        const program = await world.program({ join_policy: 'open' });
        return shared.caller.post(`${api}/programs/${program.id}/join/`);
      },
      due: (body) => (body as { partner: { id: string } }).partner.id === shared.card,
    },
    {
      name: 'duplicateProgram',
      title: 'a copied program gets a name that is unused in the organization',
      run: () => boss.post(`${api}/programs/${objects.program}/duplicate/`),
      due: (body) => /^Копия: \D+\d+$/.test((body as { name: string }).name),
    },
    {
      name: 'cancelPayment',
      title: 'a canceled payment releases its accruals',
      run: () => boss.post(`${api}/payments/${objects.payment}/cancel/`, { reason: 'Так решили' }),
    },
    {
      name: 'reissueAct',
      title: 'an act contains the organization and its payments',
      run: async () =>
        boss.post(`${api}/acts/${await createObjectedAct(world, (await earner(world)).partner)}/reissue/`),
      due: (body) => {
        const { organization, content, amount_kop } = body as ActWithContent;
        return content.customer.name === organization.name && amount_kop === 200_000;
      },
    },
    {
      name: 'leads',
      title: 'all own objects are listed',
      run: () => rightful.partner.caller.get(`${api}/leads/counts/`),
      due: (body) => (body as { all: number }).all > 0,
    },
  ];
  stories.push(...officeStories(scenario), ...contactStories(scenario), ...payoutStories(scenario));
  return stories.map(({ name, title, run, refused, due = () => true }) => ({
    name,
    title,
    changes: true,
    ask: run,
    check: ({ status, body }) =>
      (refused === undefined ? status < 300 : status === refused) && due(body)
        ? undefined
        : `responded ${status}: ${JSON.stringify(body)}`,
  }));
}

/** Stories about users and how they join. */
function officeStories({ world, othersEmployee }: Scenario): Story[] {
  const { boss, phone, server } = world;
  const { db } = server;
  const invite = (number: string) =>
    boss.post(`${api}/employee-invitations/`, { phone: number, last_name: 'Сидорова', position: 'manager' });
  return [
    {
      name: 'createPartner',
      title: 'the partner types are those of the organization',
      run: () => boss.post(`${api}/partners/`, { phone: phone(), last_name: 'Петров' }),
    },
    {
      name: 'updateOrganization',
      title: 'changes are checked against the settings of the organization',
      run: () => boss.patch(`${api}/organization/`, { site: 'https://example.ru' }),
    },
    {
      name: 'inviteEmployee',
      title: 'an employee of another organization can be invited',
      run: () => invite(othersEmployee),
    },
    {
      name: 'changePartnerPhone',
      title: 'a phone change affects one partner',
      async run() {
        const { card } = await world.partner();
        return boss.post(`${api}/partners/${card.id}/phone/`, { phone: phone() });
      },
    },
    {
      name: 'updateEmployee',
      title: 'the last owner of the organization cannot lose the position',
      refused: 409,
      async run() {
        const { id } = ok<{ id: string }>(await boss.get('/api/accounts/users/me/'));
        const response = await boss.patch(`${api}/employees/${id}/`, { position: 'manager' });
        await db.updateTable('users').set({ position: 'owner' }).where('id', '=', id).execute();
        return response;
      },
    },
    {
      name: 'inviteEmployee',
      title: 'an invitation contains the organization',
      async run() {
        const number = phone();
        await db
          .insertInto('message_channels')
          .values({ channel: 'sms', sender: 'sms', is_rehearsal: true })
          .execute();
        const response = await invite(number);
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
        return sent?.body.startsWith(`${name} приглашает`) ? response : { ...response, status: 599 };
      },
    },
    {
      name: 'login',
      title: 'a browser known from another user is reported as new',
      async run() {
        const [{ card }, { card: other }] = [await world.partner(), await world.partner()];
        const agent = { 'user-agent': 'Firefox of somebody else' };
        const signIn = ({ phone: number }: { phone: string }) =>
          createClient(server).login({ phone: number, password: world.password }, agent);
        ok(await signIn(other));
        const response = await signIn(card);
        const { id } = await server.findUser(card.phone);
        const messages = await db.selectFrom('messages').select('event').where('user_id', '=', id).execute();
        return messages.some(({ event }) => event === 'sign_in') ? response : { ...response, status: 599 };
      },
    },
  ];
}
