import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { roleRoutes } from '../setup/access.ts';
import { createOneOfEach, type OneOfEach } from '../setup/objects.ts';
import { createWalk, type Walk } from '../setup/walk.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

describe('a partner', () => {
  let world: World;
  let ownObjects: OneOfEach;
  let otherObjects: OneOfEach;
  beforeAll(async () => {
    world = await createWorld();
    ownObjects = await createOneOfEach(world);
    otherObjects = await createOneOfEach(world);
  });
  afterAll(() => world.stop());

  type Row = { id: string; partner: { id: string }; amount_kop: number };
  const rows = async (caller: Caller, path: string) =>
    ok<{ results: Row[] }>(await caller.get(`${api}/${path}`)).results;

  test.each(['accruals/', 'payments/'])('gets only own rows in the list %s and its counts', async (path) => {
    const own = await rows(ownObjects.own, path);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ partner }) => partner.id))).toEqual(new Set([ownObjects.objects.partner]));
    const counts = ok<{ all: number; sums: { all: number } }>(
      await ownObjects.own.get(`${api}/${path}counts/`),
    );
    expect(counts.all).toBe(own.length);
    expect(counts.sums.all).toBe(own.reduce((sum, { amount_kop }) => sum + amount_kop, 0));
  });

  test.each(['accruals/', 'payments/'])(
    'gets no rows in the list %s with the filter of another partner',
    async (path) => {
      const { partner, lead, program, payment } = otherObjects.objects;
      const others = [`partner=${partner}`];
      if (path === 'accruals/') others.push(`lead=${lead}`, `program=${program}`, `payment=${payment}`);
      for (const other of others) expect(await rows(ownObjects.own, `${path}?${other}`)).toEqual([]);
    },
  );

  test.each([
    (of: OneOfEach) => `accruals/${of.objects.accrual}/`,
    (of: OneOfEach) => `payments/${of.objects.payment}/`,
    (of: OneOfEach) => `partners/${of.objects.partner}/payout-methods/`,
    (of: OneOfEach) => `partners/${of.objects.partner}/statement/?from=2026-01-01&to=2026-12-31`,
  ])('gets own data by id, and 404 for data of others', async (path) => {
    expect(await ownObjects.own.get(`${api}/${path(ownObjects)}`)).toMatchObject({ status: 200 });
    expect(await ownObjects.own.get(`${api}/${path(otherObjects)}`)).toMatchObject({ status: 404 });
  });

  test('cannot request a payment for the card of another partner', async () => {
    const response = await ownObjects.own.post(`${api}/payments/request/`, {
      partner: otherObjects.objects.partner,
    });
    expect(response).toMatchObject({ status: 400, body: { partner: ['Партнер не найден.'] } });
    const method = await ownObjects.own.post(`${api}/payout-methods/${otherObjects.objects.method}/default/`);
    expect(method.status).toBe(404);
  });

  test('gets no internal texts of the organization', async () => {
    const { accrual } = ownObjects.objects;
    ok(await world.boss.post(`${api}/accruals/${accrual}/review/`, { reason: 'Похоже на обман' }));
    const read = [
      await ownObjects.own.get(`${api}/accruals/`),
      await ownObjects.own.get(`${api}/accruals/${accrual}/`),
      await ownObjects.own.get(
        `${api}/partners/${ownObjects.objects.partner}/statement/?from=2026-01-01&to=2026-12-31`,
      ),
    ];
    expect(JSON.stringify(read.map(({ body }) => body))).not.toContain('Похоже на обман');
    ok(await world.boss.post(`${api}/accruals/${accrual}/cancel/`, { reason: 'Это был обман' }));
    const year = world.server.now().getFullYear();
    const statement = `${api}/partners/${ownObjects.objects.partner}/statement/?from=${year}-01-01&to=${year}-12-31`;
    expect(JSON.stringify((await ownObjects.own.get(statement)).body)).not.toContain('Это был обман');
    expect(JSON.stringify((await world.boss.get(statement)).body)).toContain('Это был обман');
  });
});

describe('the number of a card', () => {
  let walk: Walk;
  let partner: string;
  beforeAll(async () => {
    walk = await createWalk();
    partner = (await walk.world.server.db.selectFrom('partners').select('id').executeTakeFirstOrThrow()).id;
  });
  beforeEach(() => walk.world.server.resetLimits());
  afterAll(() => walk.world.stop());

  const NUMBER = '4111111111111111';
  const spelled = [
    NUMBER,
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111\u00a01111\u00a01111\u00a01111',
  ];
  const add = (more: object) =>
    walk.world.boss.post(`${api}/partners/${partner}/payout-methods/`, {
      kind: 'card',
      bank: 'Т-Банк',
      last4: '1111',
      ...more,
    });
  const bodies = spelled.flatMap((number) => [
    { last4: number },
    { token: number },
    { token: `card ${number}` },
    { bank: `Т-Банк ${number}` },
  ]);

  test.each(bodies)('is refused: %o', async (more) => {
    const [field] = Object.keys(more);
    const result = await add(more);
    expect(result.status).toBe(400);
    expect(result.body).toMatchObject({
      [field ?? '']: expect.arrayContaining([expect.stringContaining('Номер карты вводить нельзя')]),
    });
  });

  test('is in no response and no table, and its fingerprint is in no response', async () => {
    const token = 'tok_5f3c9a';
    ok(await add({ token }));
    const read: string[] = [];
    for (const walked of roleRoutes.filter(({ route }) => route.method === 'GET')) {
      const { path } = walk.buildRequest(walked);
      for (const caller of [walk.world.boss, walk.callerFor(walked.route)])
        read.push(JSON.stringify((await caller.get(path)).body));
    }
    expect(read.join()).toContain('•• 1111');
    expect(read.join()).not.toContain(token);
    const { rows } = await sql<{ table_name: string }>`
      select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      walk.world.server.db,
    );
    for (const { table_name } of rows) {
      const rowsWithNumber = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(table_name)} t`.execute(walk.world.server.db);
      const text = rowsWithNumber.rows
        .map(({ row }) => row)
        .join()
        .replaceAll(/[\s-]/g, '');
      expect(text, table_name).not.toContain(NUMBER);
    }
  });
});
