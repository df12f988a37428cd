import { PIXEL } from '../../setup/access-bodies.ts';
import { setStatus } from '../../setup/force.ts';
import type { OneOfEach } from '../../setup/objects.ts';
import { api, type Caller, ok, type World } from '../../setup/world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates objects in further states, so that lists, tasks and figures of an organization contain data that others must not see.
 *
 * @returns the phones of two leads: one without a partner, and an old one.
 */
export async function createFurtherObjects(world: World, by: Caller, { objects, own }: OneOfEach) {
  const { program, partner, code } = objects;
  const { server } = world;
  await world.draft({}, by);
  const { card: colleague } = await world.partner({ last_name: 'Коллега' }, by);
  await world.enroll(program, colleague.id, by);
  await world.lead(program, { partner: colleague.id }, by);
  const { card: newPartner } = await world.partner({ last_name: 'Новый' }, by);
  await setStatus(server, 'partners', newPartner.id, 'pending');

  const ends_at = new Date(server.now().getTime() + DAY_MS).toISOString();
  await furnishOffice(world, by, colleague.id);
  const endingProgram = await world.program({ ends_at, budget_kop: 100 }, by);
  for (const [card, status] of [
    [colleague.id, 'pending'],
    [partner, 'invited'],
  ] as const) {
    await world.enroll(endingProgram.id, card, by);
    const enrollment = server.db
      .selectFrom('enrollments')
      .select('id')
      .where('program_id', '=', endingProgram.id);
    const { id } = await enrollment.where('partner_id', '=', card).executeTakeFirstOrThrow();
    await setStatus(server, 'enrollments', id, status);
  }

  const won = await world.lead(program, { partner }, by);
  let { version } = won;
  for (const move of [{ to: 'in_progress' }, { to: 'won', deal_amount_kop: 1_000_000 }])
    ({ version } = ok<{ version: number }>(
      await by.post(`${api}/leads/${won.id}/transition/`, { ...move, version }),
    ));
  const form = { name: 'Гость', phone: world.phone(), consent: true };
  ok(await world.anonymous.post(`/api/public/ref/${code}/clicks/`, {}));
  ok(await world.anonymous.post(`/api/public/ref/${code}/leads/`, form));
  await world.lead(program, { phone: form.phone }, by);
  const freeLead = await world.lead(program, {}, by);
  const old = await world.lead(program, {}, by);
  const created_at = new Date(server.now().getTime() - 1000 * DAY_MS);
  await server.db.updateTable('leads').set({ created_at }).where('id', '=', old.id).execute();

  await own.post(`${api}/payments/request/`, { partner });
  const suspicious = { partner, kind: 'bonus', amount_kop: 200_000, explanation: 'За вторую встречу' };
  const { id } = ok<{ id: string }>(await by.post(`${api}/accruals/`, suspicious));
  ok(await by.post(`${api}/accruals/${id}/review/`, { reason: 'Так решили' }));
  await server.settled();
  return { loose: freeLead.phone, old: old.phone };
}

/** Creates documents, a logo, messages and a recovery link. */
async function furnishOffice({ server: { db } }: World, by: Caller, partner: string) {
  const documents = { offer: 'Договор.', personal_data: 'Согласие.' };
  ok(await by.patch(`${api}/organization/`, documents));
  ok(await by.send('POST', `${api}/organization/logo/`, { type: 'image/png', data: PIXEL }));
  ok(await by.post(`${api}/partners/${partner}/recovery/`));
  const { id: user_id } = ok<{ id: string }>(await by.get('/api/accounts/users/me/'));
  await db
    .insertInto('telegram_chats')
    .values({ user_id, bot_id: '123456', chat_id: `chat of ${user_id}`, linked_at: new Date() })
    .execute();
}
