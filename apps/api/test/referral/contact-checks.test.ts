import type { Lead, OrganizationTask, Page, PartnerHistory, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;

let world: World;
let program: Program;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  program = await world.program({ reward_event: 'lead_qualified' });
});

const read = async (id: string) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
const move = async (id: string, to: string, more: object = {}) => {
  const { version } = await read(id);
  return world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more });
};
const reject = async (id: string) => ok(await move(id, 'rejected', { reason_code: 'invalid_contact' }));
const restore = (id: string) => move(id, 'in_progress', { reason_comment: 'Первый лид отклонен' });
const tasks = async <Kind extends OrganizationTask['kind']>(kind: Kind, by = world.boss) =>
  ok<{ results: OrganizationTask[] }>(await by.get('/api/home/tasks/')).results.filter(
    (task): task is Extract<OrganizationTask, { kind: Kind }> => task.kind === kind,
  );
const dismiss = (key: string | undefined, by = world.boss) => by.post('/api/home/tasks/dismiss/', { key });
async function partner(more: object = {}) {
  const joined = await world.partner(more);
  await world.enroll(program.id, joined.card.id);
  return joined;
}

describe('a lead flagged as a self-referral', () => {
  test('matches the SBP phone of its partner, and its reward is put under review with the evidence', async () => {
    const { card, caller } = await partner();
    const phone = world.phone();
    ok(
      await caller.post(`${api}/partners/${card.id}/payout-methods/`, { kind: 'sbp', phone, bank: 'Т-Банк' }),
    );
    const lead = await world.lead(program.id, { partner: card.id, phone });
    expect(lead).toMatchObject({ self_referral: true, self_referral_matches: ['payout_phone'] });
    ok(await move(lead.id, 'qualified'));
    const [accrual] = ok<Page<object>>(await world.boss.get(`${api}/accruals/?partner=${card.id}`)).results;
    expect(accrual).toMatchObject({ status: 'review', review_reason: 'self_referral' });
  });

  test('matches the profile e-mail of the partner in any case', async () => {
    const { card } = await partner();
    await world.server.db
      .updateTable('users')
      .set({ email: 'Petrov@example.ru' })
      .where('id', '=', (eb) => eb.selectFrom('partners').select('user_id').where('id', '=', card.id))
      .execute();
    const lead = await world.lead(program.id, { partner: card.id, email: 'petrov@EXAMPLE.ru' });
    expect(lead.self_referral_matches).toEqual(['user_email']);
  });

  test('matches a former phone of the partner', async () => {
    const former = world.phone();
    const { card } = await partner({ phone: former });
    ok(await world.boss.post(`${api}/partners/${card.id}/phone/`, { phone: world.phone() }));
    const lead = await world.lead(program.id, { partner: card.id, phone: former });
    expect(lead.self_referral_matches).toEqual(['former_phone']);
  });

  test('matches the phone of an employee of the organization', async () => {
    const phone = world.phone();
    ok(await world.boss.get('/api/accounts/users/me/'));
    const { organization_id } = await world.server.db
      .selectFrom('programs')
      .select('organization_id')
      .where('id', '=', program.id)
      .executeTakeFirstOrThrow();
    await world.server.createUser({
      phone,
      password: world.password,
      role: 'organization',
      position: 'viewer',
      organization: organization_id,
    });
    const { card } = await partner();
    const lead = await world.lead(program.id, { partner: card.id, phone });
    expect(lead.self_referral_matches).toEqual(['employee_phone']);
    // A lead without a partner is not a self-referral.
    expect((await world.lead(program.id, { phone: world.phone() })).self_referral).toBe(false);
  });

  test('matches an e-mail that is changed to that of the partner, and a contact that the partner adds before the reward', async () => {
    const { card, caller } = await partner({ email: 'own@example.ru' });
    const edited = await world.lead(program.id, { partner: card.id });
    const patch = { email: 'own@example.ru', version: edited.version };
    expect(ok(await world.boss.patch(`${api}/leads/${edited.id}/`, patch))).toMatchObject({
      self_referral: true,
      self_referral_matches: expect.arrayContaining(['card_email']),
    });
    const phone = world.phone();
    const late = await world.lead(program.id, { partner: card.id, phone });
    ok(
      await caller.post(`${api}/partners/${card.id}/payout-methods/`, { kind: 'sbp', phone, bank: 'Т-Банк' }),
    );
    ok(await move(late.id, 'qualified'));
    expect((await read(late.id)).self_referral_matches).toEqual(['payout_phone']);
  });
});

describe('the next duplicate of a lead', () => {
  const three = async () => {
    const phone = world.phone();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { card } = await partner();
      ids.push((await world.lead(program.id, { partner: card.id, phone })).id);
      world.server.advance(60);
    }
    return ids as [string, string, string];
  };
  const offeredActions = async (ids: string[]) =>
    (await tasks('restorable_lead')).filter(({ lead }) => ids.includes(lead.id));

  test('is offered for restoration when the first lead is rejected, and then the following duplicate', async () => {
    const ids = await three();
    const [first, second, third] = ids;
    expect(await offeredActions(ids)).toEqual([]);
    await reject(first);
    const [task, ...others] = await offeredActions(ids);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ lead: { id: second }, first: { id: first }, cause: 'rejected' });
    ok(await restore(second));
    expect(await offeredActions(ids)).toEqual([]);
    await reject(second);
    expect((await offeredActions(ids)).map(({ lead }) => lead.id)).toEqual([third]);
  });

  test('is not offered when the first lead is reopened', async () => {
    const ids = await three();
    await reject(ids[0]);
    ok(await move(ids[0], 'in_progress', { reason_comment: 'Ошиблись' }));
    expect(await offeredActions(ids)).toEqual([]);
    expect(await restore(ids[1])).toMatchObject({ status: 409, body: { code: 'live_lead_exists' } });
  });

  test('is offered when the duplicate window of the first lead expires, and then holds the phone', async () => {
    const ids = await three();
    world.server.advance((program.duplicate_window_days + 1) * DAY);
    expect(await offeredActions(ids)).toMatchObject([{ lead: { id: ids[1] }, cause: 'expired' }]);
    ok(await restore(ids[1]));
    expect(await offeredActions(ids)).toEqual([]);
  });

  test('is not offered again after its task is dismissed, and the journal records this', async () => {
    const ids = await three();
    await reject(ids[0]);
    const [task] = await offeredActions(ids);
    expect((await dismiss(task?.key)).status).toBe(204);
    expect((await offeredActions(ids)).map(({ lead }) => lead.id)).toEqual([ids[2]]);
    const journal = ok<Page<{ title: string }>>(await world.boss.get(`${api}/journal/?object=${ids[1]}`));
    expect(journal.results.map(({ title }) => title)).toContain('Лид оставлен дублем');
  });

  test('cannot be seen or dismissed by another organization', async () => {
    const ids = await three();
    await reject(ids[0]);
    const stranger = await world.organization();
    expect(await tasks('restorable_lead', stranger)).toEqual([]);
    expect((await dismiss(`restorable_lead:${ids[1]}`, stranger)).status).toBe(404);
    expect((await dismiss('restorable_lead:1')).status).toBe(400);
  });
});

test('an e-mail changed to that of another live lead creates a task with both leads until it is dismissed', async () => {
  const one = await world.lead(program.id, { email: 'same@example.ru' });
  const two = await world.lead(program.id, { email: 'another@example.ru' });
  const patched = ok<Lead>(
    await world.boss.patch(`${api}/leads/${two.id}/`, { email: 'Same@example.ru', version: two.version }),
  );
  expect(patched.same_email_as).toEqual({ id: one.id, number: one.number });
  const [task] = await tasks('lead_same_email');
  expect(task).toMatchObject({ lead: { id: two.id }, other: { id: one.id } });
  expect((await dismiss(task?.key)).status).toBe(204);
  expect(await tasks('lead_same_email')).toEqual([]);
  ok(
    await world.boss.patch(`${api}/leads/${two.id}/`, {
      email: 'third@example.ru',
      version: patched.version,
    }),
  );
  expect((await read(two.id)).same_email_as).toBeNull();
});

describe('two partners with the same', () => {
  const shared = async (ids: string[], by = world.boss) =>
    (await tasks('shared_requisites', by)).filter(({ partners }) =>
      partners.every(({ id }) => ids.includes(id)),
    );

  test('INN create a task that only the owner sees until it is dismissed', async () => {
    const inn = '500100732259';
    const ids = [(await world.invited({ inn })).id, (await world.invited({ inn })).id];
    const [task] = await shared(ids);
    expect(task).toMatchObject({ what: 'inn', value: inn });
    const manager = await world.employee('manager');
    expect(await shared(ids, manager)).toEqual([]);
    expect((await dismiss(task?.key, manager)).status).toBe(403);
    expect((await dismiss(task?.key)).status).toBe(204);
    expect(await shared(ids)).toEqual([]);
    for (const id of ids) {
      const { results } = ok<PartnerHistory>(await world.boss.get(`${api}/partners/${id}/history/`));
      for (const { to_status, changed } of results) expect(to_status ?? changed).not.toEqual([]);
    }
  });

  test('bank account or SBP phone create a task with the masked value', async () => {
    const [a, b] = [await world.partner(), await world.partner()];
    const account = {
      kind: 'bank_account',
      bank: 'Сбер',
      bik: '044525225',
      account: '40702810938000000001',
      corr_account: '30101810400000000225',
    };
    const phone = world.phone();
    for (const { card, caller } of [a, b]) {
      const path = `${api}/partners/${card.id}/payout-methods/`;
      ok(await caller.post(path, account));
      ok(await caller.post(path, { kind: 'sbp', phone, bank: 'Т-Банк' }));
    }
    const found = await shared([a.card.id, b.card.id]);
    expect(found.map(({ what }) => what).toSorted()).toEqual(['account', 'phone']);
    for (const { value } of found) expect(value).not.toMatch(/\d{7}/);
  });

  test('SBP bank create no task', async () => {
    const [a, b] = [await world.partner(), await world.partner()];
    for (const { card, caller } of [a, b]) {
      const method = { kind: 'sbp', phone: world.phone(), bank: 'Т-Банк', bik: '044525974' };
      ok(await caller.post(`${api}/partners/${card.id}/payout-methods/`, method));
    }
    expect(await shared([a.card.id, b.card.id])).toEqual([]);
  });

  test('phone in a card and in SBP create a task', async () => {
    const [a, b] = [await world.partner(), await world.partner()];
    const path = `${api}/partners/${b.card.id}/payout-methods/`;
    ok(await b.caller.post(path, { kind: 'sbp', phone: a.card.phone, bank: 'Т-Банк' }));
    expect(await shared([a.card.id, b.card.id])).toMatchObject([{ what: 'phone' }]);
  });

  test('INN or phone are listed while the value is typed and on the card, and never to another organization', async () => {
    const inn = '7707083893';
    const { id, name } = await world.invited({ kind: 'legal', company_name: 'Ромашка', inn });
    const { card, caller } = await world.partner();
    const phone = world.phone();
    ok(
      await caller.post(`${api}/partners/${card.id}/payout-methods/`, { kind: 'sbp', phone, bank: 'Т-Банк' }),
    );
    const same = async (query: string, by = world.boss) =>
      ok<{ results: object[] }>(await by.get(`${api}/partners/shared-requisites/?${query}`)).results;
    expect(await same(`inn=${inn}`)).toEqual([{ what: 'inn', value: inn, partner: { id, name } }]);
    expect(await same(`inn=${inn}&partner=${id}`)).toEqual([]);
    expect(await same(`phone=${encodeURIComponent(phone)}`)).toMatchObject([
      { what: 'phone', partner: { id: card.id } },
    ]);
    const samePartner = await world.invited({ kind: 'legal', company_name: 'Лютик', inn });
    expect(await same(`partner=${samePartner.id}`)).toEqual([
      { what: 'inn', value: inn, partner: { id, name } },
    ]);
    expect(await same(`inn=${inn}`, await world.organization())).toEqual([]);
    expect((await caller.get(`${api}/partners/shared-requisites/?inn=${inn}`)).status).toBe(403);
  });
});
