import type {
  Accrual,
  Enrollment,
  EnrollmentTerms,
  Group,
  Lead,
  Page,
  PartnerTerms,
  Program,
  ProgramForPartner,
  TermsPreview,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../setup/statements.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const percent = (percent_bps: number) => ({ kind: 'percent', percent_bps });
const DEAL_KOP = 10_000_000;

/** A program that pays 10 % of the deal, with a partner in it. */
async function setUp(more: object = {}) {
  const program = await world.program({
    reward: percent(1000),
    reward_event: 'deal_won',
    hold_days: 7,
    ...more,
  });
  const { card, caller } = await world.partner();
  await world.enroll(program.id, card.id);
  const enrollment = await findEnrollment(program, card.id);
  return { program, partner: card.id, caller, enrollment };
}

const findEnrollment = async (program: Pick<Program, 'id'>, partner: string) => {
  const { results } = ok<Page<Enrollment>>(
    await world.boss.get(`${api}/programs/${program.id}/enrollments/`),
  );
  const found = results.find((one) => one.partner.id === partner);
  if (found === undefined) throw new Error('the partner has no enrollment');
  return found;
};

const createGroup = async ({ id }: Pick<Program, 'id'>, body: object) =>
  ok<Group>(
    await world.boss.post(`${api}/programs/${id}/groups/`, {
      name: 'Золото',
      reward: percent(1500),
      ...body,
    }),
  );

const assign = ({ id }: Pick<Program, 'id'>, body: object) =>
  world.boss.post(`${api}/programs/${id}/groups/assign/`, body);

const personal = (enrollment: string, body: object, by: Caller = world.boss) =>
  by.post(`${api}/programs/enrollments/${enrollment}/terms/`, {
    reward: percent(2000),
    starts_on: world.today(),
    reason: 'Договоренность',
    ...body,
  });

const move = async ({ id, version }: Lead, to: object) =>
  ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { ...to, version }));

/** @returns the reward. */
async function win(lead: Lead) {
  const { id } = await move(await move(lead, { to: 'in_progress' }), {
    to: 'won',
    deal_amount_kop: DEAL_KOP,
  });
  const { results } = ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?lead=${id}`));
  return results[0];
}

const newLead = (program: Pick<Program, 'id'>, partner: string) => world.lead(program.id, { partner });
const shiftDay = (days: number) =>
  new Date(Date.parse(world.today()) + days * 86_400_000).toISOString().slice(0, 10);

describe('a group of a program', () => {
  test('gives its reward and hold days to the leads that come after the assignment', async () => {
    const { program, partner, enrollment } = await setUp();
    const early = await newLead(program, partner);
    const group = await createGroup(program, { hold_days: 0 });
    expect(ok(await assign(program, { group: group.id, ids: [enrollment.id] }))).toEqual({
      moved: 1,
      unchanged: 0,
    });
    const late = await newLead(program, partner);

    expect(await win(early)).toMatchObject({ amount_kop: 1_000_000, status: 'hold' });
    expect(await win(late)).toMatchObject({
      amount_kop: 1_500_000,
      status: 'available',
      explanation: expect.stringMatching(/^Группа «Золото»: 15\s%/),
    });
    expect((await findEnrollment(program, partner)).group).toEqual({ id: group.id, name: 'Золото' });
  });

  test('that is the default is entered by new partners and shown to applicants', async () => {
    const { program } = await setUp();
    const group = await createGroup(program, { is_default: true, hold_days: 3 });
    const { card, caller } = await world.partner();
    expect(ok(await caller.get(`${api}/programs/${program.id}/`))).toMatchObject({
      enrollment: null,
      reward: { percent_bps: 1500 },
      hold_days: 3,
    });
    await world.enroll(program.id, card.id);
    expect((await findEnrollment(program, card.id)).group).toMatchObject({ id: group.id });
    expect(ok(await caller.get(`${api}/programs/${program.id}/`))).toMatchObject({
      reward: { percent_bps: 1500 },
      terms: 'Группа «Золото»',
    } satisfies Partial<Record<keyof ProgramForPartner, unknown>>);
    const join = ok<{ program: { reward: object } }>(
      await world.anonymous.get(`/api/public/join/${program.join_code}/`),
    );
    expect(join.program.reward).toMatchObject({ percent_bps: 1500 });
  });

  test('stops being the default when another group becomes it', async () => {
    const { program } = await setUp();
    await createGroup(program, { is_default: true });
    await createGroup(program, { name: 'Серебро', is_default: true });
    const { results } = ok<{ results: Group[] }>(
      await world.boss.get(`${api}/programs/${program.id}/groups/`),
    );
    expect(results.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Золото', false],
      ['Серебро', true],
    ]);
  });

  test('can be changed from its current version, and leads that came earlier keep the former reward', async () => {
    const { program, partner, enrollment } = await setUp();
    const group = await createGroup(program, {});
    ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
    const early = await newLead(program, partner);
    const change = { reward: percent(3000), version: group.version };
    const address = `${api}/programs/groups/${group.id}/`;
    expect(ok(await world.boss.patch(address, change))).toMatchObject({ reward: { percent_bps: 3000 } });
    expect(await world.boss.patch(address, change)).toMatchObject({ status: 409 });
    expect(await win(early)).toMatchObject({ amount_kop: 1_500_000 });
    expect(await win(await newLead(program, partner))).toMatchObject({ amount_kop: 3_000_000 });
  });

  test('is deleted only without partners, and its name is unique in the program', async () => {
    const { program, enrollment } = await setUp();
    const group = await createGroup(program, {});
    expect(
      await world.boss.post(`${api}/programs/${program.id}/groups/`, { name: ' золото', reward: percent(1) }),
    ).toMatchObject({ status: 400, body: { name: [expect.stringContaining('уже есть')] } });
    ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
    const address = `${api}/programs/groups/${group.id}/`;
    expect(await world.boss.delete(address)).toMatchObject({
      status: 409,
      body: { code: 'in_use', detail: expect.stringContaining('1\u00a0партнер') },
    });
    ok(await assign(program, { group: null, ids: [enrollment.id] }));
    expect((await world.boss.delete(address)).status).toBe(204);
  });

  test('is assigned by a filter only while the number of partners is the expected one', async () => {
    const { program } = await setUp();
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const group = await createGroup(program, {});
    const filter = { status: 'active' };
    expect(await assign(program, { group: group.id, filter, expected_count: 1 })).toMatchObject({
      status: 409,
      body: { code: 'count_mismatch' },
    });
    expect(ok(await assign(program, { group: group.id, filter, expected_count: 2 }))).toEqual({
      moved: 2,
      unchanged: 0,
    });
  });

  test('is deleted with partners that do not take part', async () => {
    const { program, caller, enrollment } = await setUp();
    const group = await createGroup(program, {});
    ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
    ok(await caller.post(`${api}/programs/${program.id}/leave/`));
    expect((await world.boss.delete(`${api}/programs/groups/${group.id}/`)).status).toBe(204);
  });

  test('of another program or organization is refused', async () => {
    const [{ program, enrollment }, other] = [await setUp(), await setUp()];
    const foreign = await createGroup(other.program, {});
    expect(await assign(program, { group: foreign.id, ids: [enrollment.id] })).toMatchObject({
      status: 400,
      body: { group: ['Группа не найдена.'] },
    });
    const stranger = await world.organization();
    expect((await stranger.get(`${api}/programs/${program.id}/groups/`)).status).toBe(404);
    expect((await stranger.delete(`${api}/programs/groups/${foreign.id}/`)).status).toBe(404);
  });

  test('cannot pay a percentage of a lead without a deal', async () => {
    const { program } = await setUp();
    const response = await world.boss.post(`${api}/programs/${program.id}/groups/`, {
      name: 'Золото',
      reward: percent(100),
      reward_event: 'lead_qualified',
    });
    expect(response).toMatchObject({ status: 400, body: { reward: [expect.any(String)] } });
  });
});

describe('the terms of a partner', () => {
  test('are listed for each of its programs with the reason', async () => {
    const { program, partner, caller, enrollment } = await setUp();
    const other = await world.program({ reward: percent(500), reward_event: 'deal_won' });
    await world.enroll(other.id, partner);
    const group = await createGroup(program, {});
    ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
    const url = `${api}/partners/${partner}/terms/`;
    const { results } = ok<PartnerTerms>(await world.boss.get(url));
    expect(
      results.map(({ enrollment: { program: of }, terms }) => [
        of.id,
        terms.source,
        terms.reward?.percent_bps,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [program.id, 'group', 1500],
        [other.id, 'program', 500],
      ]),
    );
    expect(results).toHaveLength(2);
    const stranger = await world.organization();
    expect(await stranger.get(url)).toMatchObject({ status: 404 });
    expect(await caller.get(url)).toMatchObject({ status: 403 });
  });

  test('change with a group without a change of the date of the status', async () => {
    const { program, partner, enrollment } = await setUp();
    const group = await createGroup(program, {});
    world.server.advance(24 * 60 * 60);
    ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
    expect(await findEnrollment(program, partner)).toMatchObject({
      group: { id: group.id },
      updated_at: enrollment.updated_at,
    });
  });
});

describe('personal terms', () => {
  test('come before the group and name their first day in the explanation', async () => {
    const { program, partner, caller, enrollment } = await setUp();
    const group = await createGroup(program, {});
    ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
    expect(ok(await personal(enrollment.id, {}))).toMatchObject({
      source: 'personal',
      reward: { percent_bps: 2000 },
      hold_days: 7,
      group: { name: 'Золото' },
      personal: [{ starts_on: world.today(), ends_on: null, reason: 'Договоренность' }],
    } satisfies Partial<Record<keyof EnrollmentTerms, unknown>>);
    expect(await win(await newLead(program, partner))).toMatchObject({
      amount_kop: 2_000_000,
      explanation: expect.stringMatching(/^Личная ставка с .+: 20\s%/),
    });
    expect(ok(await caller.get(`${api}/programs/${program.id}/`))).toMatchObject({
      reward: { percent_bps: 2000 },
      terms: expect.stringMatching(/^Личная ставка с /),
    });
  });

  test('keep the hold days of the group', async () => {
    const { program, enrollment } = await setUp();
    const group = await createGroup(program, { hold_days: 3 });
    ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
    expect(ok(await personal(enrollment.id, {}))).toMatchObject({ source: 'personal', hold_days: 3 });
  });

  test('apply from their first to their last day', async () => {
    const { program, partner, enrollment } = await setUp();
    ok(await personal(enrollment.id, { starts_on: shiftDay(1), ends_on: shiftDay(2) }));
    const leads = [await newLead(program, partner)];
    for (let day = 1; day <= 3; day += 1) {
      world.server.advance(24 * 60 * 60);
      leads.push(await newLead(program, partner));
    }
    const amounts = [];
    for (const lead of leads) amounts.push((await win(lead))?.amount_kop);
    expect(amounts).toEqual([1_000_000, 2_000_000, 2_000_000, 1_000_000]);
  });

  test('begin at midnight in the time zone of the organization', async () => {
    const { program, partner, enrollment } = await setUp();
    ok(await world.boss.patch(`${api}/organization/`, { time_zone: 'Asia/Kamchatka' }));
    // The clock shows noon in Moscow and 21:00 in Kamchatka.
    ok(await personal(enrollment.id, { starts_on: shiftDay(1) }));
    const lastOfDay = await newLead(program, partner);
    world.server.advance(3 * 60 * 60);
    const firstOfNext = await newLead(program, partner);
    ok(await world.boss.patch(`${api}/organization/`, { time_zone: 'Europe/Moscow' }));
    expect((await win(lastOfDay))?.amount_kop).toBe(1_000_000);
    expect((await win(firstOfNext))?.amount_kop).toBe(2_000_000);
    world.server.advance(21 * 60 * 60);
  });

  test('that overlap other ones are refused with their dates', async () => {
    const { enrollment } = await setUp();
    ok(await personal(enrollment.id, { starts_on: '2030-03-01', ends_on: '2030-05-31' }));
    const overlap = {
      status: 400,
      body: { starts_on: [expect.stringMatching(/с 1\s\S+\s2030 по 31\s\S+\s2030/)] },
    };
    expect(await personal(enrollment.id, { starts_on: '2030-05-31' })).toMatchObject(overlap);
    expect(await personal(enrollment.id, { starts_on: '2030-01-01', ends_on: '2030-03-01' })).toMatchObject(
      overlap,
    );
    const { personal: listed } = ok<EnrollmentTerms>(
      await personal(enrollment.id, { starts_on: '2030-06-01' }),
    );
    expect(listed.map(({ starts_on }) => starts_on)).toEqual(['2030-06-01', '2030-03-01']);
  });

  test('can end earlier or later, but not before their first day or over other ones', async () => {
    const { enrollment } = await setUp();
    ok(await personal(enrollment.id, { starts_on: '2030-06-01' }));
    const { personal: listed } = ok<EnrollmentTerms>(
      await personal(enrollment.id, { starts_on: '2030-03-01', ends_on: '2030-03-31' }),
    );
    const first = listed.find(({ starts_on }) => starts_on === '2030-03-01');
    const end = (ends_on: string | null, version = 1) =>
      world.boss.patch(`${api}/programs/terms/${first?.id}/`, { ends_on, version });
    expect(await end('2030-02-28')).toMatchObject({ status: 400, body: { ends_on: [expect.any(String)] } });
    expect(await end(null)).toMatchObject({ status: 400, body: { ends_on: [expect.any(String)] } });
    expect(ok(await end('2030-05-31'))).toMatchObject({
      personal: [{}, { ends_on: '2030-05-31', version: 2 }],
    });
    expect(await end('2030-05-30')).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  });

  test('are changed by owners and managers only, and not by strangers', async () => {
    const { enrollment, caller } = await setUp();
    expect((await personal(enrollment.id, {}, await world.employee('accountant'))).status).toBe(403);
    expect((await personal(enrollment.id, {}, caller)).status).toBe(403);
    expect((await personal(enrollment.id, {}, await world.organization())).status).toBe(404);
    expect((await personal(enrollment.id, {}, await world.employee('manager'))).status).toBe(201);
  });

  test('of the next partner replace those of the former one when a lead is transferred', async () => {
    const { program, partner, enrollment } = await setUp();
    ok(await personal(enrollment.id, {}));
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const lead = await newLead(program, partner);
    ok(
      await world.boss.post(`${api}/leads/${lead.id}/transfer/`, {
        partner: card.id,
        reason: 'Ошибка',
        version: lead.version,
      }),
    );
    const moved = ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`));
    expect(await win(moved)).toMatchObject({ amount_kop: 1_000_000, partner: { id: card.id } });
  });
});

test('the terms of a partner in many programs take as many statements as in one', async () => {
  const { partner } = await setUp();
  const termsOf = async () => {
    const recorded = recordStatements(world.server.db);
    const { results } = ok<PartnerTerms>(await world.boss.get(`${api}/partners/${partner}/terms/`));
    return { programs: results.length, statements: recorded.end().length };
  };
  const one = await termsOf();
  for (let count = 0; count < 3; count += 1) {
    const { id } = await world.program();
    await world.enroll(id, partner);
  }
  expect(await termsOf()).toEqual({ programs: one.programs + 3, statements: one.statements });
});

describe('the preview of a reward', () => {
  test('computes what the leads of the last quarter would have earned', async () => {
    const { program, partner, enrollment } = await setUp();
    const [lead] = [await newLead(program, partner), await newLead(program, partner)];
    await win(lead);
    world.server.advance(92 * 24 * 60 * 60);
    const preview = async (body: object) =>
      ok<TermsPreview>(
        await world.boss.post(`${api}/programs/${program.id}/terms-preview/`, {
          reward: percent(1500),
          ...body,
        }),
      );
    const effect = { partners: 1, leads: 1, before_kop: 1_000_000, after_kop: 1_500_000 };
    expect(await preview({})).toMatchObject(effect);
    expect(await preview({ enrollment: enrollment.id })).toMatchObject(effect);
    const group = await createGroup(program, {});
    expect(await preview({ group: group.id })).toMatchObject({ partners: 0, leads: 0, after_kop: 0 });
    expect((await preview({})).from).toMatch(/-(01|04|07|10)-01$/);
  });

  test('computes steps in their period, and those for the whole period', async () => {
    const { program, partner } = await setUp();
    for (let deal = 0; deal < 3; deal += 1) await win(await newLead(program, partner));
    world.server.advance(92 * 24 * 60 * 60);
    const tiers = [
      { from: 0, percent_bps: 1000 },
      { from: 2, percent_bps: 2000 },
    ];
    const steps = { kind: 'tiered', measure: 'count', period: 'quarter', tiers };
    const after = async (reward: object) =>
      ok<TermsPreview>(await world.boss.post(`${api}/programs/${program.id}/terms-preview/`, { reward }))
        .after_kop;
    expect(await after(steps)).toBe(4_000_000);
    expect(await after({ ...steps, mode: 'whole_period' })).toBe(6_000_000);
    const turnover = {
      ...steps,
      measure: 'turnover',
      tiers: [tiers[0], { from: 10_000_000, percent_bps: 2000 }],
    };
    expect(await after(turnover)).toBe(5_000_000);
  });

  test('includes leads beyond the first batch that is read', async () => {
    const { program, partner } = await setUp();
    const lead = await newLead(program, partner);
    await win(lead);
    const copies = 5000;
    await world.server.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        with copied as (
          insert into leads
          select made.* from leads l, generate_series(1, ${copies}::int) n, lateral jsonb_populate_record(l, jsonb_build_object(
            'id', gen_random_uuid(), 'number', 1000 + n, 'holds_phone', false, 'reward_id', null)) made
          where l.id = ${lead.id}
          returning *
        )
        insert into claims (organization_id, lead_id, partner_id, program_id, rewarded_before, target_kop, reviewed_target_kop,
          created_at, updated_at)
        select c.organization_id, copied.id, c.partner_id, c.program_id, copied.number, c.target_kop, c.reviewed_target_kop,
          c.created_at, c.updated_at
        from claims c, copied
        where c.lead_id = ${lead.id}`.execute(trx);
    });
    world.server.advance(92 * 24 * 60 * 60);
    const reward = percent(1500);
    expect(
      ok(await world.boss.post(`${api}/programs/${program.id}/terms-preview/`, { reward })),
    ).toMatchObject({
      partners: 1,
      leads: copies + 1,
      before_kop: (copies + 1) * 1_000_000,
      after_kop: (copies + 1) * 1_500_000,
    });
  });
});

test('the journal names groups and personal terms in Russian', async () => {
  const { program, enrollment } = await setUp();
  const group = await createGroup(program, {});
  ok(await assign(program, { group: group.id, ids: [enrollment.id] }));
  ok(await personal(enrollment.id, {}));
  const { results } = ok<Page<{ title: string; fields: { field: string; after: string | null }[] }>>(
    await world.boss.get(`${api}/journal/`),
  );
  const entries = results.slice(0, 3);
  expect(JSON.stringify(entries)).toContain('Личная ставка назначена');
  expect(JSON.stringify(entries)).toContain('Группа партнера изменена');
  expect(JSON.stringify(entries)).toContain('Золото');
});
