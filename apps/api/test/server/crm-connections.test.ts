import type { CrmConnection, CrmPreview, User } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AmocrmStub, INTEGRATION, startAmocrm } from '../setup/amocrm-stub.ts';
import { type Bitrix24Stub, QUERY_LIMIT, startBitrix24 } from '../setup/bitrix24-stub.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PATH = `${api}/crm-connections/`;

let world: World;
let portal: Bitrix24Stub;
let account: AmocrmStub;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
});
beforeEach(async () => {
  portal = await startBitrix24();
  account = await startAmocrm();
  await world.server.resetLimits();
});
afterEach(async () => {
  portal.close();
  account.close();
  await world.server.db.deleteFrom('crm_connections').execute();
});
afterAll(() => world.stop());

const post = (more: object, by = world.boss) => by.post(PATH, { password: world.password, ...more });
const connectBitrix24 = async () => ok<CrmConnection>(await post({ kind: 'bitrix24', address: portal.hook }));
const connectAmocrm = async (keys: object = { token: 'long-lived' }) =>
  ok<CrmConnection>(await post({ kind: 'amocrm', address: account.url, ...keys }));
const oauth = { ...INTEGRATION, code: 'code-1' };
const list = async () => ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results;
const refresh = ({ id }: CrmConnection) => world.boss.post(`${PATH}${id}/refresh/`);
const patch = ({ id, version }: CrmConnection, more: object) =>
  world.boss.patch(`${PATH}${id}/`, { version, ...more });

describe('a new connection', () => {
  test('to Битрикс24 reads the stages of all pipelines, suggests their statuses and is off', async () => {
    const connection = await connectBitrix24();
    expect(connection).toMatchObject({ address: portal.url, is_on: false, state: 'connected', cause: '' });
    expect(connection.stages.map(({ id, pipeline, kind, status }) => [id, pipeline, kind, status])).toEqual([
      ['NEW', 'Общая', 'open', null],
      ['EXECUTING', 'Общая', 'open', 'in_progress'],
      ['WON', 'Общая', 'won', 'won'],
      ['LOSE', 'Общая', 'lost', 'lost'],
      ['C5:NEW', 'Опт', 'open', null],
    ]);
    expect(await list()).toEqual([connection]);
  });

  test('to amoCRM reads the pipelines that are not archived', async () => {
    const { stages } = await connectAmocrm();
    expect(stages.map(({ id, name, status }) => [id, name, status])).toEqual([
      ['700/701', 'Первичный контакт', null],
      ['700/702', 'Переговоры', 'in_progress'],
      ['700/142', 'Успешно реализовано', 'won'],
      ['700/143', 'Закрыто и не реализовано', 'lost'],
    ]);
  });

  test('accepts the address of a webhook with a method at its end', async () => {
    await post({ kind: 'bitrix24', address: `${portal.hook}profile.json` });
    expect(await list()).toHaveLength(1);
  });

  test('is refused for an address that is not one of a webhook', async () => {
    expect(await post({ kind: 'bitrix24', address: portal.url })).toMatchObject({
      status: 400,
      body: { address: [expect.stringContaining('целиком')] },
    });
  });

  test('is refused for keys that the CRM refuses', async () => {
    expect(await post({ kind: 'bitrix24', address: `${portal.url}/rest/1/wrong/` })).toMatchObject({
      status: 400,
      body: { address: [expect.stringContaining('не принимает вебхук')] },
    });
    expect(await post({ kind: 'amocrm', address: account.url, token: 'wrong' })).toMatchObject({
      status: 400,
      body: { token: [expect.stringContaining('Токен amoCRM не принят')] },
    });
    expect(await post({ kind: 'amocrm', address: account.url })).toMatchObject({
      status: 400,
      body: { token: ['Введите токен.'] },
    });
    expect(await list()).toEqual([]);
  });

  test('is refused for an address that does not respond, or where something else responds', async () => {
    expect(await post({ kind: 'amocrm', address: portal.url, token: 'long-lived' })).toMatchObject({
      body: { address: [expect.stringContaining('не amoCRM')] },
    });
    portal.close();
    expect(await post({ kind: 'bitrix24', address: portal.hook })).toMatchObject({
      body: { address: ['Сервер не принимает соединения.'] },
    });
  });

  test('is refused with a wrong password, without a call to the CRM', async () => {
    expect(await post({ kind: 'bitrix24', address: portal.hook, password: 'wrong' })).toMatchObject({
      status: 400,
      body: { password: expect.anything() },
    });
    expect(portal.calls).toEqual([]);
  });

  test('is refused for an employee who is not an owner', async () => {
    const manager = await world.employee('manager');
    expect((await post({ kind: 'bitrix24', address: portal.hook }, manager)).status).toBe(403);
  });

  test('is refused when the organization has one of the kind', async () => {
    await connectBitrix24();
    expect(await post({ kind: 'bitrix24', address: portal.hook })).toMatchObject({
      status: 409,
      body: { detail: 'Битрикс24 уже подключен. Отключите прежнее подключение.' },
    });
    await connectAmocrm();
    expect(await list()).toHaveLength(2);
  });

  test('waits for a CRM whose limit is reached', async () => {
    portal.intercept = (_, count) => (count === 1 ? QUERY_LIMIT : undefined);
    await connectBitrix24();
    expect(portal.methods().slice(0, 2)).toEqual(['crm.category.list', 'crm.category.list']);
  });
});

describe('the keys of a connection', () => {
  test('are neither returned nor stored as text, nor part of the journal', async () => {
    await connectBitrix24();
    await connectAmocrm({ oauth });
    const rows = await world.server.db.selectFrom('crm_connections').selectAll().execute();
    const journal = ok(await world.boss.get(`${api}/journal/`));
    const everything = JSON.stringify([await list(), rows, journal]);
    expect(everything).not.toContain(portal.portal.secret);
    for (const token of account.account.tokens) expect(everything).not.toContain(token);
    expect(everything).not.toContain(INTEGRATION.client_secret);
    expect(everything).toContain('CRM подключена');
  });

  test('that the CRM begins to refuse break the connection, and new ones repair it', async () => {
    const connection = await connectBitrix24();
    portal.portal.secret = 'another';
    expect(await refresh(connection)).toMatchObject({ status: 409 });
    const [broken] = await list();
    expect(broken).toMatchObject({ state: 'broken', cause: expect.stringContaining('Создайте новый') });
    const address = `${portal.url}/rest/1/another/`;
    expect((await patch(connection, { address })).status).toBe(400);
    const repaired = ok<CrmConnection>(await patch(connection, { address, password: world.password }));
    expect(repaired).toMatchObject({ state: 'connected', cause: '', version: 2 });
    ok(await refresh(repaired));
  });

  test('stay when the new ones are refused', async () => {
    const connection = await connectAmocrm();
    const wrong = { token: 'wrong', password: world.password };
    expect(await patch(connection, wrong)).toMatchObject({ status: 400, body: { token: expect.anything() } });
    expect(ok(await refresh(connection))).toMatchObject({ state: 'connected' });
  });

  test('are not replaced by those of another account, whose deals are other ones', async () => {
    const connection = await connectBitrix24();
    const other = await startBitrix24();
    expect(await patch(connection, { address: other.hook, password: world.password })).toMatchObject({
      status: 400,
      body: { address: ['Это другой аккаунт CRM. Отключите прежний и подключите новый.'] },
    });
    other.close();
  });

  test('that the server cannot decrypt break the connection', async () => {
    const connection = await connectBitrix24();
    await world.server.db.updateTable('crm_connections').set({ credentials: 'damaged' }).execute();
    expect(await refresh(connection)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Ключи не читаются') },
    });
  });
});

describe('the mapping', () => {
  test('is replaced, and keeps a stage that the CRM removed', async () => {
    const connection = await connectBitrix24();
    const mapping = [
      { stage: 'EXECUTING', status: 'qualified' },
      { stage: 'WON', status: 'won' },
    ];
    const changed = ok<CrmConnection>(await patch(connection, { mapping, is_on: true }));
    expect(changed.is_on).toBe(true);
    expect(changed.stages.find(({ id }) => id === 'NEW')).toMatchObject({ is_mapped: false, status: null });
    portal.portal.stages.set('DEAL_STAGE', []);
    const { stages } = ok<CrmConnection>(await refresh(changed));
    expect(stages.filter(({ is_removed }) => is_removed).map(({ id, status }) => [id, status])).toEqual([
      ['EXECUTING', 'qualified'],
      ['WON', 'won'],
    ]);
  });

  test('is refused with a stage twice, another version, or a program of another organization', async () => {
    const connection = await connectBitrix24();
    const row = { stage: 'NEW', status: null };
    expect((await patch(connection, { mapping: [row, row] })).status).toBe(400);
    expect((await patch({ ...connection, version: 7 }, { mapping: [row] })).status).toBe(409);
    const other = await world.program({}, await world.organization());
    expect(await patch(connection, { programs: [other.id] })).toMatchObject({
      status: 400,
      body: { programs: ['Такой программы нет.'] },
    });
  });

  test('is tried on the last hundred deals without changes', async () => {
    const connection = await connectBitrix24();
    const { id: program } = await world.program();
    const [moved, stuck] = [await world.lead(program), await world.lead(program)];
    ok(
      await world.boss.post(`${api}/leads/${stuck.id}/transition/`, {
        version: 1,
        to: 'rejected',
        reason_code: 'spam',
      }),
    );
    for (let count = 0; count < 99; count += 1)
      portal.addDeal({ stageId: count < 3 ? 'PREPARATION' : 'NEW' });
    const deals = [portal.addDeal({ stageId: 'WON' }), portal.addDeal({ stageId: 'WON' })];
    const { organization } = ok<User>(await world.boss.get('/api/accounts/users/me/'));
    await Promise.all(
      [moved, stuck].map((lead, at) =>
        world.server.db
          .insertInto('crm_deals')
          .values({
            ...{ organization_id: organization?.id ?? '', connection_id: connection.id, lead_id: lead.id },
            ...{ deal_id: String(deals[at]?.id), status: 'sent', sent_at: new Date() },
            ...{ next_attempt_at: new Date(), created_at: new Date() },
          })
          .execute(),
      ),
    );
    const mapping = connection.stages.map(({ id, status }) => ({ stage: id, status }));
    const preview = ok<CrmPreview>(await world.boss.post(`${PATH}${connection.id}/preview/`, { mapping }));
    expect(preview).toMatchObject({ deals: 100, foreign: 98, unchanged: 0 });
    expect(preview.unmapped).toEqual([{ stage: 'PREPARATION', deals: 2 }]);
    expect(preview.moves.map(({ lead, from, to, problem }) => [lead.id, from, to, problem !== ''])).toEqual([
      [stuck.id, 'rejected', 'won', false],
      [moved.id, 'new', 'won', false],
    ]);
    expect(ok(await world.boss.get(`${api}/leads/${moved.id}/`))).toMatchObject({ status: 'new' });
  });
});

test('another organization neither reads nor changes a connection', async () => {
  const { id } = await connectBitrix24();
  const other = await world.organization();
  expect(ok(await other.get(PATH))).toEqual({ results: [] });
  for (const response of [
    await other.patch(`${PATH}${id}/`, { version: 1, is_on: true }),
    await other.post(`${PATH}${id}/refresh/`),
    await other.delete(`${PATH}${id}/`),
  ])
    expect(response.status).toBe(404);
});

test('a removed connection leaves the journal', async () => {
  const { id } = await connectBitrix24();
  expect((await world.boss.delete(`${PATH}${id}/`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect(JSON.stringify(ok(await world.boss.get(`${api}/journal/`)))).toContain('CRM отключена');
});
