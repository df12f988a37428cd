import {
  canTransition,
  getStates,
  isLive,
  type Lead,
  type LeadStatus,
  type Program,
  stateMachines,
} from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let program: Program;
let callers: Caller[];
beforeAll(async () => {
  world = await createWorld();
  program = await world.program({ duplicate_window_days: 2 });
  callers = [world.boss];
  for (let index = 0; index < 2; index += 1) {
    const { card, caller } = await world.partner();
    await world.enroll(program.id, card.id);
    callers.push(caller);
  }
});
afterAll(() => world.stop());

type Step =
  | { kind: 'post'; by: number; phone: number }
  | { kind: 'move'; lead: number; to: LeadStatus }
  | { kind: 'wait'; seconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('post' as const), by: fc.nat(2), phone: fc.nat(2) }),
  fc.record({
    kind: fc.constant('move' as const),
    lead: fc.nat(20),
    to: fc.constantFrom(...getStates(stateMachines.lead)),
  }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 601, 90_000) }),
);

const REASONS: Partial<Record<LeadStatus, object>> = {
  rejected: { reason_code: 'spam' },
  lost: { reason_code: 'refused' },
  duplicate: { reason_code: 'same_phone' },
  in_progress: { reason_comment: 'Снова' },
};

/** Expects the invariants of leads. */
async function expectInvariants(phones: readonly string[], model: ReadonlyMap<string, LeadStatus>) {
  const leads = await world.server.db.selectFrom('leads').selectAll().where('phone', 'in', phones).execute();
  expect(new Map(leads.map(({ id, status }) => [id, status]))).toEqual(model);
  for (const phone of phones) {
    const holders = leads.filter((lead) => lead.phone === phone && lead.holds_phone);
    expect(holders.length).toBeLessThanOrEqual(1);
    expect(holders.every(({ status }) => isLive(status))).toBe(true);
  }
  for (const { id, status, version } of leads) {
    const events = await world.server.db
      .selectFrom('lead_events')
      .selectAll()
      .where('lead_id', '=', id)
      .orderBy('id')
      .execute();
    expect(events).toHaveLength(version);
    expect(events.at(-1)?.to_status).toBe(status);
    for (const { from_status, to_status } of events) {
      if (from_status === null) expect(stateMachines.lead.entry).toContain(to_status);
      else expect(canTransition(stateMachines.lead, from_status, to_status)).toBe(true);
    }
  }
}

test('random actions of three users leave at most one lead per phone and only allowed transitions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const phones = [world.phone(), world.phone(), world.phone()];
      const model = new Map<string, LeadStatus>();
      for (const one of steps) {
        if (one.kind === 'wait') world.server.advance(one.seconds);
        else if (one.kind === 'post') {
          const caller = callers[one.by] ?? world.boss;
          const body = { name: 'Анна', phone: phones[one.phone], program: program.id };
          const { id } = ok<Lead>(await caller.post(`${api}/leads/`, body));
          const lead = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
          if (model.has(id)) expect(lead.status).toBe(model.get(id));
          model.set(id, lead.status);
        } else {
          const id = [...model.keys()][one.lead % Math.max(1, model.size)];
          const from = id === undefined ? undefined : model.get(id);
          if (id === undefined || from === undefined) continue;
          const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
          const move = { to: one.to, version, ...REASONS[one.to] };
          const { status } = await world.boss.post(`${api}/leads/${id}/transition/`, move);
          if (!canTransition(stateMachines.lead, from, one.to)) expect(status).toBe(409);
          else if (isLive(from) || !isLive(one.to)) expect(status).toBe(200);
          else expect([200, 409]).toContain(status);
          if (status === 200) model.set(id, one.to);
        }
      }
      await expectInvariants(phones, model);
    }),
    { numRuns: 15 },
  );
});
