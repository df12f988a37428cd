import {
  API_KEY_CALLS_PER_MINUTE,
  type ApiKey,
  type ApiKeyCalls,
  type ApiKeys,
  type ApiScope,
  type JournalEntry,
  type Lead,
  MAX_KEY_CALLS,
  type User,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api, type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const KEYS = `${api}/api-keys/`;
const DAY = 24 * 60 * 60;
const REFUSED = { detail: 'Ключ API недействителен, отозван или просрочен.', code: 'token_not_valid' };

const limitsOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

describe('an API key', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  beforeEach(() => world.server.resetLimits());
  afterAll(() => world.stop());

  const withKey = async (scopes: readonly ApiScope[], by = world.boss, more: object = {}) => {
    const { secret, ...key } = await world.apiKey(scopes, by, more);
    return { key, secret, caller: createCaller(world.server, secret) };
  };
  const listed = async (id: string, by = world.boss) =>
    ok<ApiKeys>(await by.get(KEYS)).results.find((key) => key.id === id);
  const readLeads = (caller: Caller) => caller.get(`${api}/leads/`);

  test('shows its secret once and stores only a hash', async () => {
    const { key, secret } = await withKey(['leads:write', 'leads:read'], world.boss, { name: 'Касса' });
    expect(secret).toMatch(/^ref_live_[\w-]{43}$/);
    expect(key).toMatchObject({
      name: 'Касса',
      prefix: secret.slice(0, 13),
      scopes: ['leads:read', 'leads:write'],
      status: 'active',
      expires_at: null,
      last_used_at: null,
    });
    const list = await world.boss.get(KEYS);
    expect(JSON.stringify(list.body)).not.toContain(secret);
    const rows = await world.server.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(13));
  });

  test('is created with the password of the owner only', async () => {
    const body = { name: 'Касса', scopes: ['leads:read'], password: 'not the one' };
    expect(await world.boss.post(KEYS, body)).toMatchObject({
      status: 400,
      body: { password: [expect.any(String)] },
    });
    expect((await world.boss.post(KEYS, { ...body, scopes: [], password: world.password })).status).toBe(400);
  });

  test.each(['manager', 'accountant', 'viewer'] as const)('is closed to position %s', async (position) => {
    const employee = await world.employee(position);
    const { key } = await withKey(['leads:read']);
    expect((await employee.get(KEYS)).status).toBe(403);
    expect(
      (await employee.post(KEYS, { name: 'К', scopes: ['leads:read'], password: world.password })).status,
    ).toBe(403);
    expect((await employee.post(`${KEYS}${key.id}/revoke/`)).status).toBe(403);
  });

  test('is closed to partners and to other organizations', async () => {
    const { key, caller } = await withKey(['leads:read']);
    const { caller: partner } = await world.partner();
    expect((await partner.get(KEYS)).status).toBe(403);
    const other = await world.organization();
    expect((await other.post(`${KEYS}${key.id}/revoke/`)).status).toBe(404);
    expect(await listed(key.id, other)).toBeUndefined();
    const program = await world.program({}, other);
    const lead = await world.lead(program.id, {}, other);
    expect((await caller.get(`${api}/leads/${lead.id}/`)).status).toBe(404);
  });

  test('ends at once when it is revoked', async () => {
    const { key, caller } = await withKey(['leads:read']);
    expect((await readLeads(caller)).status).toBe(200);
    const revoked = ok<ApiKey>(await world.boss.post(`${KEYS}${key.id}/revoke/`));
    expect(revoked.status).toBe('revoked');
    expect(await readLeads(caller)).toMatchObject({ status: 401, body: REFUSED });
    expect(ok<ApiKey>(await world.boss.post(`${KEYS}${key.id}/revoke/`)).revoked_at).toBe(revoked.revoked_at);
  });

  test('ends after its term', async () => {
    const { key, caller } = await withKey(['leads:read'], world.boss, { days: 30 });
    world.server.advance(30 * DAY - 1);
    expect((await readLeads(caller)).status).toBe(200);
    world.server.advance(1);
    expect(await readLeads(caller)).toMatchObject({ status: 401, body: REFUSED });
    expect((await listed(key.id))?.status).toBe('expired');
  });

  test('is refused with a wrong secret, like every other invalid token', async () => {
    for (const secret of ['ref_live_', `ref_live_${'a'.repeat(43)}`, 'ref_test_abc']) {
      const response = await readLeads(createCaller(world.server, secret));
      expect(response).toMatchObject({ status: 401, body: { code: 'token_not_valid' } });
    }
  });

  describe('of another owner', () => {
    const second = async () => {
      const owner = await world.employee('owner');
      const { id } = ok<User>(await owner.get('/api/accounts/users/me/'));
      const { key, caller } = await withKey(['leads:read'], owner);
      return { id, key, caller };
    };

    test('ends with the position of its creator and does not return with it', async () => {
      const { id, key, caller } = await second();
      expect((await readLeads(caller)).status).toBe(200);
      ok(await world.boss.patch(`${api}/employees/${id}/`, { position: 'manager' }));
      expect((await readLeads(caller)).status).toBe(401);
      ok(await world.boss.patch(`${api}/employees/${id}/`, { position: 'owner' }));
      expect((await readLeads(caller)).status).toBe(401);
      expect((await listed(key.id))?.status).toBe('revoked');
    });

    test('ends with the access of its creator', async () => {
      const { id, caller } = await second();
      ok(await world.boss.post(`${api}/employees/${id}/switch-off/`));
      expect((await readLeads(caller)).status).toBe(401);
      ok(await world.boss.post(`${api}/employees/${id}/switch-on/`));
      expect((await readLeads(caller)).status).toBe(401);
    });

    test('does not work while the operator has disabled its creator', async () => {
      const { id, caller } = await second();
      await world.server.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
      expect((await readLeads(caller)).status).toBe(401);
    });
  });

  test('cannot be created by an owner of less than a day', async () => {
    const owner = await world.employee('owner');
    const { id } = ok<User>(await owner.get('/api/accounts/users/me/'));
    await world.server.db
      .updateTable('users')
      .set({ owner_since: world.server.now() })
      .where('id', '=', id)
      .execute();
    const body = { name: 'Касса', scopes: ['leads:read'], password: world.password };
    expect(await owner.post(KEYS, body)).toMatchObject({ status: 409, body: { code: 'new_owner' } });
  });

  test('reports its last use to the minute', async () => {
    const { key, caller } = await withKey(['leads:read']);
    await readLeads(caller);
    const first = (await listed(key.id))?.last_used_at;
    expect(first).toBe(world.server.now().toISOString());
    world.server.advance(59);
    await readLeads(caller);
    expect((await listed(key.id))?.last_used_at).toBe(first);
    world.server.advance(1);
    await readLeads(caller);
    expect((await listed(key.id))?.last_used_at).toBe(world.server.now().toISOString());
  });

  test('reads in every response how many calls it has left', async () => {
    const { caller } = await withKey(['leads:read']);
    expect(limitsOf(await readLeads(caller))).toEqual(['300', '299', '60']);
    world.server.advance(20);
    expect(limitsOf(await readLeads(caller))).toEqual(['300', '298', '40']);
    const refused = await caller.get(`${api}/payments/`);
    expect([refused.status, ...limitsOf(refused)]).toEqual([403, '300', '297', '40']);
    expect(limitsOf(await world.boss.get(`${api}/leads/`))).toEqual([null, null, null]);
  });

  test('has its own limit of calls', async () => {
    const { key, caller } = await withKey(['leads:read']);
    const { caller: other } = await withKey(['leads:read']);
    await readLeads(caller);
    await world.server.db
      .updateTable('rate_limits')
      .set({ hits: API_KEY_CALLS_PER_MINUTE })
      .where('key', '=', `api-key:${key.id}`)
      .execute();
    const response = await readLeads(caller);
    expect(response).toMatchObject({
      status: 429,
      body: { detail: 'Слишком много вызовов по этому ключу API. Повторите через 1 мин' },
    });
    expect(response.headers.get('retry-after')).toBe('60');
    expect(limitsOf(response)).toEqual(['300', '0', '60']);
    expect((await readLeads(other)).status).toBe(200);
    world.server.advance(60);
    expect((await readLeads(caller)).status).toBe(200);
  });

  test('enters sales with their source', async () => {
    const { caller } = await withKey(['sales:write', 'clients:write']);
    const client = ok<{ id: string }>(
      await caller.post(`${api}/clients/`, { name: 'Ольга', phone: world.phone() }),
    ).id;
    const sale = { client, amount_kop: 100_000, paid_on: world.today() };
    expect(ok(await caller.post(`${api}/sales/`, sale))).toMatchObject({ source: 'api' });
    expect(ok(await world.boss.post(`${api}/sales/`, sale))).toMatchObject({ source: 'manual' });
  });

  test('has a list of its last 100 calls without their queries', async () => {
    const { key, caller } = await withKey(['leads:read']);
    const calls = async () => ok<ApiKeyCalls>(await world.boss.get(`${KEYS}${key.id}/calls/`)).results;
    await caller.get(`${api}/leads/?search=secret`);
    await caller.get(`${api}/clients/`);
    await expect.poll(async () => (await calls()).length).toBe(2);
    expect(await calls()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ method: 'GET', path: `${api}/leads/`, status: 200 }),
        expect.objectContaining({ path: `${api}/clients/`, status: 403 }),
      ]),
    );
    await Promise.all(Array.from({ length: 105 }, () => readLeads(caller)));
    await expect.poll(async () => (await calls()).length).toBe(MAX_KEY_CALLS);
    const { caller: partner } = await world.partner();
    expect((await partner.get(`${KEYS}${key.id}/calls/`)).status).toBe(403);
  });

  test('appears in the journal as the author of its changes', async () => {
    const { key, caller } = await withKey(['leads:write', 'clients:write'], world.boss, { name: 'Сайт' });
    const { id: program } = await world.program();
    const lead = ok<Lead>(
      await caller.post(`${api}/leads/`, { name: 'Иван', phone: world.phone(), program }),
    );
    const client = ok<{ id: string }>(
      await caller.post(`${api}/clients/`, { name: 'Ольга', phone: world.phone() }),
    );
    const actor = { id: key.id, name: 'Ключ API «Сайт»' };
    const entries = async (query: string) =>
      ok<{ results: JournalEntry[] }>(await world.boss.get(`${api}/journal/${query}`)).results;
    expect((await entries(`?object=${lead.id}`))[0]).toMatchObject({ actor, title: 'Лид создан' });
    expect((await entries(`?object=${client.id}`))[0]).toMatchObject({ actor });
    const byKey = await entries(`?actor=${key.id}`);
    expect(byKey.map(({ object }) => object.id)).toEqual(expect.arrayContaining([lead.id, client.id]));
    const { id: boss } = ok<User>(await world.boss.get('/api/accounts/users/me/'));
    const byBoss = await entries(`?actor=${boss}&page_size=100`);
    expect(byBoss.map(({ object }) => object.id)).not.toContain(lead.id);
    for (const { request_id } of byKey) expect(request_id).toMatch(/^\w{4}-\w{4}$/);
  });

  test('appears in the histories of the objects that it created', async () => {
    const { caller } = await withKey(['leads:write', 'clients:write', 'partners:write'], world.boss, {
      name: 'Сайт',
    });
    const contacts = () => ({ name: 'Иван', phone: world.phone() });
    const { id: program } = await world.program();
    const bodies = {
      leads: { ...contacts(), program },
      clients: contacts(),
      partners: { ...contacts(), kind: 'self_employed' },
    };
    for (const [name, body] of Object.entries(bodies)) {
      const { id } = ok<{ id: string }>(await caller.post(`${api}/${name}/`, body));
      const { results } = ok<{ results: { actor: string }[] }>(
        await world.boss.get(`${api}/${name}/${id}/history/`),
      );
      expect(results.map(({ actor }) => actor)).toEqual(['Ключ API «Сайт»']);
    }
  });

  test('has entries in the journal for its creation and its end', async () => {
    const { key } = await withKey(['leads:read', 'sales:write'], world.boss, { name: 'Касса', days: 30 });
    ok(await world.boss.post(`${KEYS}${key.id}/revoke/`));
    const { results } = ok<{ results: JournalEntry[] }>(
      await world.boss.get(`${api}/journal/?object=${key.id}`),
    );
    expect(results.map(({ title }) => title)).toEqual(['Ключ API отозван', 'Ключ API создан']);
    expect(results[1]).toMatchObject({ kind: 'api_key', object: { id: key.id, name: 'Касса' } });
    expect(results[1]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'Название', before: null, after: 'Касса' },
        { field: 'Права', before: null, after: 'Лиды: чтение, Продажи: запись' },
      ]),
    );
  });
});
