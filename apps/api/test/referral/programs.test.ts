import type { Enrollment, Link, Page, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const at = ({ id }: Pick<Program, 'id'>, word = '') => `${api}/programs/${id}/${word}`;

describe('a program', () => {
  test('can be activated only when it is complete, and the refusal lists everything that is missing', async () => {
    const organization = await world.organization();
    ok(await organization.patch(`${api}/organization/`, { privacy_policy_url: '' }));
    const draft = await world.draft({}, organization);
    const response = await organization.post(at(draft, 'activate/'));
    expect(response.status).toBe(400);
    expect(Object.keys(Object(response.body)).sort()).toEqual([
      'consent_text',
      'landing.title',
      'privacy_policy_url',
      'reward',
    ]);
    ok(await organization.patch(`${api}/organization/`, { privacy_policy_url: 'https://example.ru/p' }));
    const rest = {
      reward: { kind: 'fixed', fixed_kop: 1 },
      landing: { title: 'Окна' },
      consent_text: 'Согласен',
    };
    ok(await organization.patch(at(draft), { ...rest, version: 1 }));
    expect(ok(await organization.post(at(draft, 'activate/')))).toMatchObject({ status: 'active' });
  });

  test('cannot lose its required fields while it is active', async () => {
    const program = await world.program();
    const patch = { landing: { title: '' }, consent_text: '', version: program.version };
    expect(await world.boss.patch(at(program), patch)).toMatchObject({
      status: 400,
      body: { 'landing.title': [expect.any(String)], consent_text: [expect.any(String)] },
    });
  });

  test('can be changed only from its current version, and only in the sent fields', async () => {
    const program = await world.draft({ description: 'Было', hold_days: 3 });
    const changed = ok<Program>(await world.boss.patch(at(program), { description: 'Стало', version: 1 }));
    expect(changed).toMatchObject({ description: 'Стало', hold_days: 3, version: 2 });
    expect(await world.boss.patch(at(program), { description: 'Поздно', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current: 'draft' },
    });
  });

  test('has a unique name among live programs, ignoring case', async () => {
    const program = await world.draft({ name: 'Летняя акция' });
    const again = () => world.boss.post(`${api}/programs/`, { name: ' летняя АКЦИЯ ' });
    expect(await again()).toMatchObject({
      status: 400,
      body: { name: [expect.stringContaining('уже есть')] },
    });
    ok(await world.boss.delete(at(program)));
    expect((await again()).status).toBe(201);
  });

  test('can have a percentage reward only for deals, and must end after its start', async () => {
    const response = await world.boss.post(`${api}/programs/`, {
      name: 'Неверная программа',
      reward: { kind: 'percent', percent_bps: 100 },
      starts_at: '2026-05-01T00:00:00Z',
      ends_at: '2026-05-01T03:00:00+03:00',
    });
    expect(response).toMatchObject({
      status: 400,
      body: { reward: [expect.any(String)], ends_at: [expect.any(String)] },
    });
  });

  test('gets new versions of its reward and consent text only when they change', async () => {
    const program = await world.program();
    const same = {
      reward: { kind: 'fixed', fixed_kop: 50_000 },
      description: 'Новое',
      version: program.version,
    };
    const unchanged = ok<Program>(await world.boss.patch(at(program), same));
    expect(unchanged).toMatchObject({ reward: { version: 1 }, consent_version: 1 });
    const other = {
      reward: { kind: 'percent', percent_bps: 750 },
      reward_event: 'deal_won',
      consent_text: 'Иначе',
    };
    const changed = ok<Program>(
      await world.boss.patch(at(program), { ...other, version: unchanged.version }),
    );
    expect(changed).toMatchObject({
      reward: { version: 2, kind: 'percent' },
      consent_version: 2,
      reward_event: 'deal_won',
    });
    const preview = await world.boss.get(at(program, 'reward-preview/?deal_amount_kop=1234567'));
    expect(ok(preview)).toEqual({ reward_kop: 92_593 });
  });

  test('is scheduled before its dates and ended after them', async () => {
    const inSeconds = (seconds: number) =>
      new Date(world.server.now().getTime() + seconds * 1000).toISOString();
    const program = await world.program({ starts_at: inSeconds(10), ends_at: inSeconds(20) });
    const statuses = [program.effective_status];
    for (let step = 0; step < 2; step += 1) {
      world.server.advance(10);
      statuses.push(ok<Program>(await world.boss.get(at(program))).effective_status);
    }
    expect(statuses).toEqual(['scheduled', 'active', 'ended']);
  });

  test('is copied as a draft with the same terms and an unused name', async () => {
    const program = await world.program();
    const copies: Program[] = [];
    for (let index = 0; index < 2; index += 1)
      copies.push(ok<Program>(await world.boss.post(at(program, 'duplicate/'))));
    expect(copies.map(({ name }) => name)).toEqual([`Копия: ${program.name}`, `Копия: ${program.name} 2`]);
    expect(copies[0]).toMatchObject({
      status: 'draft',
      reward: { ...program.reward, version: 1 },
      landing: program.landing,
    });
  });

  test('can be deleted only as a draft without partners', async () => {
    const active = await world.program();
    expect(await world.boss.delete(at(active))).toMatchObject({ status: 409, body: { code: 'in_use' } });
    const draft = await world.draft({ reward: { kind: 'fixed', fixed_kop: 1 }, consent_text: 'Согласен' });
    const { id: partner } = await world.invited();
    ok(await world.boss.post(at(draft, 'enrollments/'), { partner }));
    expect(await world.boss.delete(at(draft))).toMatchObject({ status: 409 });
    const free = await world.draft({ reward: { kind: 'fixed', fixed_kop: 1 }, consent_text: 'Согласен' });
    expect((await world.boss.delete(at(free))).status).toBe(204);
    expect((await world.boss.get(at(free))).status).toBe(404);
  });

  test('records its transitions with users in the journal', async () => {
    const program = await world.program();
    const entries = await world.server.db
      .selectFrom('audit_entries')
      .select(['action', 'diff', 'actor_id', 'request_id'])
      .where('object_id', '=', program.id)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'program.create' },
      {
        action: 'program.activate',
        diff: { from: 'draft', to: 'active' },
        request_id: expect.stringMatching(/^\w{4}-\w{4}$/),
      },
    ]);
  });
});

describe('a partner of a program', () => {
  test.each([
    ['open', 'active', 1],
    ['by_request', 'pending', 0],
  ])('who joins with the policy %s gets the status %s', async (join_policy, status, links) => {
    const program = await world.program({ join_policy });
    const { card, caller } = await world.partner();
    expect(ok(await caller.get(at(program)))).toMatchObject({ enrollment: null });
    expect(ok(await caller.post(at(program, 'join/')))).toMatchObject({ status, partner: { id: card.id } });
    const { results } = ok<Page<object>>(await caller.get(`${api}/partners/${card.id}/links/`));
    expect(results).toHaveLength(links);
  });

  test('sees neither drafts, nor closed programs without an enrollment, nor programs of other organizations', async () => {
    const { card, caller } = await world.partner();
    const draft = await world.draft();
    const closed = await world.program({ join_policy: 'closed' });
    const foreign = await world.program({}, await world.organization());
    for (const program of [draft, closed, foreign]) {
      expect((await caller.get(at(program))).status).toBe(404);
      expect((await caller.post(at(program, 'join/'))).status).toBe(404);
    }
    await world.enroll(closed.id, card.id);
    expect(ok(await caller.get(at(closed)))).toMatchObject({ enrollment: { status: 'active' } });
  });

  test('can join again after leaving, and needs approval after a rejection', async () => {
    const program = await world.program();
    const { caller } = await world.partner();
    const { id } = ok<Enrollment>(await caller.post(at(program, 'join/')));
    expect(ok(await caller.post(at(program, 'leave/')))).toMatchObject({ status: 'left' });
    expect(ok(await caller.post(at(program, 'join/')))).toMatchObject({ status: 'active', id });
    await world.server.db
      .updateTable('enrollments')
      .set({ status: 'rejected' })
      .where('id', '=', id)
      .execute();
    expect(ok(await caller.post(at(program, 'join/')))).toMatchObject({ status: 'pending' });
  });

  test('is listed in the enrollments of the program', async () => {
    const program = await world.program();
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const { results } = ok<Page<Enrollment>>(await world.boss.get(at(program, 'enrollments/?status=active')));
    expect(results).toMatchObject([{ partner: { id: card.id, name: 'Петров Олег' } }]);
    expect(
      ok<Page<Enrollment>>(await world.boss.get(at(program, 'enrollments/?status=left'))).results,
    ).toEqual([]);
  });

  test('sees only own links in a program, and the organization sees all', async () => {
    const program = await world.program();
    const [first, second] = [await world.partner(), await world.partner()];
    const own = await world.enroll(program.id, first.card.id);
    const other = await world.enroll(program.id, second.card.id);
    const links = async (by: typeof world.boss) =>
      ok<Page<Link>>(await by.get(at(program, 'links/'))).results.map(({ code }) => code);
    expect(await links(first.caller)).toEqual([own.code]);
    expect((await links(world.boss)).sort()).toEqual([own.code, other.code].sort());
    expect((await (await world.organization()).get(at(program, 'links/'))).status).toBe(404);
  });

  test('sees only own rewards in a program, and the organization sees the total', async () => {
    const program = await world.program();
    const [first, second] = [await world.partner(), await world.partner()];
    for (const { card } of [first, second]) {
      await world.enroll(program.id, card.id);
      const { id, version } = await world.lead(program.id, { partner: card.id });
      ok(await world.boss.post(`${api}/leads/${id}/transition/`, { to: 'qualified', version }));
    }
    const rewards = async (by: typeof world.boss) =>
      ok<Program>(await by.get(at(program))).figures.rewards_kop;
    expect(await rewards(first.caller)).toBe(50_000);
    expect(await rewards(world.boss)).toBe(100_000);
  });
});
