import type { Lead, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import type { LeadChange } from '../../src/referrals/leads/leads.ts';
import { leadEvents } from '../../src/referrals/leads/transitions/lead-events.ts';
import { setLeadStatus } from '../setup/force.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const changes: LeadChange[] = [];
let refusal: Error | undefined;

let world: World;
let program: Program;
beforeAll(async () => {
  const tell = (all: readonly LeadChange[]) => {
    changes.push(...all);
    if (refusal !== undefined) throw refusal;
  };
  world = await createWorld({
    events: {
      ...leadEvents,
      async leadsTransitioned(trx: Db, all: readonly LeadChange[]) {
        await leadEvents.leadsTransitioned(trx, all);
        tell(all);
      },
      async dealChanged(trx: Db, change: LeadChange) {
        await leadEvents.dealChanged(trx, change);
        tell([change]);
      },
    },
  });
  program = await world.program({ duplicate_window_days: 30 });
});
afterAll(() => world.stop());

const move = (lead: Lead, to: string, more: object = {}) =>
  world.boss.post(`${api}/leads/${lead.id}/transition/`, { to, version: lead.version, ...more });
const movedLead = async (lead: Lead, to: string, more: object = {}) => ok<Lead>(await move(lead, to, more));
const again = (lead: Lead, more: object = {}) => world.lead(program.id, { phone: lead.phone, ...more });

describe('a duplicate lead', () => {
  test('is saved for a phone of a live lead in any format', async () => {
    const first = await world.lead(program.id, { phone: '+7 916 555-01-01' });
    world.server.advance(601);
    const second = await world.lead(program.id, { phone: '8 (916) 555 01 01' });
    expect(second).toMatchObject({
      status: 'duplicate',
      reason_code: 'same_phone',
      duplicate_of: { id: first.id, number: first.number },
    });
  });

  test('is saved for the same e-mail in another case', async () => {
    const first = await world.lead(program.id, { email: 'Client@Example.ru' });
    const second = await world.lead(program.id, { email: 'client@example.RU' });
    expect(second).toMatchObject({
      status: 'duplicate',
      reason_code: 'same_email',
      duplicate_of: { id: first.id },
    });
  });

  test('is not created for a repeated submission within ten minutes', async () => {
    const first = await world.lead(program.id);
    world.server.advance(599);
    expect((await again(first)).id).toBe(first.id);
    world.server.advance(2);
    expect((await again(first)).id).not.toBe(first.id);
  });

  test('is saved for another partner within ten minutes, so that the first partner keeps the lead', async () => {
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const first = await world.lead(program.id);
    expect(await again(first, { partner: card.id })).toMatchObject({ status: 'duplicate' });
  });

  test('is not created after the duplicate window, and the later lead holds the phone', async () => {
    const first = await world.lead(program.id);
    world.server.advance(30 * DAY + 1);
    const second = await again(first);
    expect(second).toMatchObject({ status: 'new', duplicate_of: null });
    world.server.advance(601);
    expect(await again(first)).toMatchObject({ status: 'duplicate', duplicate_of: { id: second.id } });
  });

  test('is not created when the first lead is closed', async () => {
    const first = await world.lead(program.id);
    await movedLead(first, 'rejected', { reason_code: 'no_answer' });
    world.server.advance(601);
    expect(await again(first)).toMatchObject({ status: 'new' });
  });

  test('cannot be restored while another live lead holds the phone', async () => {
    const first = await world.lead(program.id);
    world.server.advance(601);
    const second = await again(first);
    const back = { reason_comment: 'Это другой человек' };
    expect(await move(second, 'in_progress', back)).toMatchObject({
      status: 409,
      body: { code: 'live_lead_exists' },
    });
    await movedLead(first, 'rejected', { reason_code: 'other', reason_comment: 'Передумал' });
    expect(await movedLead(second, 'in_progress', back)).toMatchObject({
      status: 'in_progress',
      duplicate_of: null,
    });
    expect(await move({ ...first, version: 2 }, 'in_progress', back)).toMatchObject({ status: 409 });
  });

  test('is not created for a lead of another organization', async () => {
    const first = await world.lead(program.id);
    const other = await world.organization();
    const otherProgram = await world.program({}, other);
    expect(await world.lead(otherProgram.id, { phone: first.phone }, other)).toMatchObject({
      status: 'new',
      number: 'Л-1',
    });
  });
});

describe('a lead transition', () => {
  test.each([
    ['rejected', {}, 'reason_code'],
    ['rejected', { reason_code: 'refused' }, 'reason_code'],
    ['rejected', { reason_code: 'other' }, 'reason_comment'],
    ['duplicate', {}, 'reason_code'],
    ['in_progress', { reason_code: 'spam' }, 'reason_code'],
    ['qualified', { deal_amount_kop: 100 }, 'deal_amount_kop'],
  ])('is refused without its required fields: %s with %o reports the field %s', async (to, more, field) => {
    const response = await move(await world.lead(program.id), to, more);
    expect(response).toMatchObject({ status: 400, body: { [field]: [expect.stringMatching(/^[А-Я]/)] } });
  });

  test.each(['qualified', 'lost', 'rejected', 'duplicate'] as const)(
    'requires a comment on the way from %s back to work',
    async (from) => {
      const lead = await world.lead(program.id);
      await setLeadStatus(world.server, lead.id, from);
      expect(await move(lead, 'in_progress')).toMatchObject({
        status: 400,
        body: { reason_comment: [expect.any(String)] },
      });
    },
  );

  test('requires the deal amount for won when the reward is a percentage', async () => {
    const share = await world.program({
      reward: { kind: 'percent', percent_bps: 750 },
      reward_event: 'deal_won',
    });
    const lead = await movedLead(await world.lead(share.id), 'in_progress');
    expect(await move(lead, 'won')).toMatchObject({
      status: 400,
      body: { deal_amount_kop: [expect.any(String)] },
    });
    expect(await movedLead(lead, 'won', { deal_amount_kop: 100_000 })).toMatchObject({
      deal_amount_kop: 100_000,
    });
  });

  test('changes nothing and returns the current status when the version is outdated', async () => {
    const lead = await world.lead(program.id);
    await movedLead(lead, 'in_progress');
    expect(await move(lead, 'qualified')).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current: 'in_progress' },
    });
  });

  test('emits an event with both statuses in its own transaction', async () => {
    const lead = await world.lead(program.id);
    changes.length = 0;
    await movedLead(lead, 'qualified');
    expect(changes).toEqual([expect.objectContaining({ leadId: lead.id, from: 'new', to: 'qualified' })]);
    refusal = new Error('the reward cannot be written');
    expect(await move({ ...lead, version: 2 }, 'won')).toMatchObject({ status: 500 });
    refusal = undefined;
    expect(ok(await world.boss.get(`${api}/leads/${lead.id}/`))).toMatchObject({
      status: 'qualified',
      version: 2,
    });
  });

  test('emits an event with the previous amount when the deal amount changes', async () => {
    let lead = await movedLead(await world.lead(program.id), 'qualified');
    lead = await movedLead(lead, 'won', { deal_amount_kop: 5000 });
    changes.length = 0;
    ok(await world.boss.patch(`${api}/leads/${lead.id}/`, { deal_amount_kop: 7000, version: lead.version }));
    expect(changes).toEqual([expect.objectContaining({ from: 'won', to: 'won', dealAmountBeforeKop: 5000 })]);
  });
});

describe('a lead', () => {
  test('returns its history, oldest first, with users and reasons', async () => {
    const lead = await world.lead(program.id);
    await movedLead(lead, 'rejected', { reason_code: 'other', reason_comment: 'Ошибся номером' });
    const { results } = ok<{ results: object[] }>(await world.boss.get(`${api}/leads/${lead.id}/history/`));
    expect(results).toMatchObject([
      { from_status: null, to_status: 'new' },
      { from_status: 'new', to_status: 'rejected', reason_code: 'other', comment: 'Ошибся номером' },
    ]);
  });

  test('is marked as a self-referral when it has the phone of its partner', async () => {
    const { card, caller } = await world.partner();
    await world.enroll(program.id, card.id);
    const own = await world.lead(program.id, { phone: card.phone }, caller);
    expect(ok(await world.boss.get(`${api}/leads/${own.id}/`))).toMatchObject({
      self_referral: true,
      source: 'partner',
    });
  });

  test('is refused by a paused or ended program', async () => {
    const paused = await world.program();
    ok(await world.boss.post(`${api}/programs/${paused.id}/pause/`));
    const endedProgram = await world.program({
      ends_at: new Date(world.server.now().getTime() + 1000).toISOString(),
    });
    world.server.advance(2);
    for (const { id } of [paused, endedProgram]) {
      const response = await world.boss.post(`${api}/leads/`, {
        name: 'Иван',
        phone: world.phone(),
        program: id,
      });
      expect(response).toMatchObject({ status: 409, body: { code: 'closed' } });
    }
  });

  test('keeps the reward terms of its creation', async () => {
    const changing = await world.program();
    const { id } = await world.lead(changing.id);
    const patch = { reward: { kind: 'fixed', fixed_kop: 1 }, version: changing.version };
    expect(ok(await world.boss.patch(`${api}/programs/${changing.id}/`, patch))).toMatchObject({
      reward: { version: 2 },
    });
    const rule = await world.server.db
      .selectFrom('leads as l')
      .innerJoin('reward_rules as r', 'r.id', 'l.reward_rule_id')
      .select(['r.version', 'r.fixed_kop'])
      .where('l.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(rule).toEqual({ version: 1, fixed_kop: 50_000 });
  });
});
