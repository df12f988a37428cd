import type { Lead, MessageSettings } from '@referral-dashboard/api-contract';
import { linkBot, saveBot, saveMail } from '../../setup/senders.ts';
import { api, ok } from '../../setup/world.ts';
import type { Scenario } from './scenario.ts';
import type { Story } from './story.ts';

/** Stories about senders, bots and contacts whose responses must depend only on rows of the caller or of its organization. */
export function contactStories({ world, objects, rightful, othersEmployee }: Scenario): Story[] {
  const { boss, server } = world;
  const { db } = server;
  return [
    {
      name: 'setEmailSender',
      title: 'a mail server can be saved when others have one',
      async run() {
        const { id } = ok<{ id: string }>(await boss.get(`${api}/organization/`));
        const response = await saveMail(world);
        await db.deleteFrom('organization_mail').where('organization_id', '=', id).execute();
        return response;
      },
    },
    {
      name: 'setTelegramSender',
      title: 'a bot can be saved when others have one',
      async run() {
        const { id } = ok<{ id: string }>(await boss.get(`${api}/organization/`));
        const response = await saveBot(world);
        await db.deleteFrom('organization_telegram').where('organization_id', '=', id).execute();
        return response;
      },
    },
    {
      name: 'messageSettings',
      title: 'a bot that another user linked is not linked',
      async run() {
        const { id } = ok<{ id: string }>(await boss.get(`${api}/organization/`));
        ok(await saveBot(world));
        await linkBot(world);
        const response = await rightful.partner.caller.get('/api/messages/settings/');
        await db.deleteFrom('organization_telegram').where('organization_id', '=', id).execute();
        return response;
      },
      due: (body) => {
        const [bot, ...others] = (body as MessageSettings).bots;
        return bot?.link === 'none' && others.length === 0;
      },
    },
    {
      name: 'createLead',
      title: 'the phone of an employee of another organization is no self-referral',
      async run() {
        const lead = {
          name: 'Иван',
          phone: othersEmployee,
          program: objects.program,
          partner: objects.partner,
        };
        const response = await boss.post(`${api}/leads/`, lead);
        // A second call of the story must not create a duplicate.
        const { id } = ok<Lead>(response);
        await db.updateTable('leads').set({ phone: world.phone() }).where('id', '=', id).execute();
        return response;
      },
      due: (body) => !(body as Lead).self_referral,
    },
  ];
}
