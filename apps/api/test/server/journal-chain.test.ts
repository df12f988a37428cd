import { randomUUID } from 'node:crypto';
import type { JournalEntry, Page, Partner } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkJournal, eraseValues, sealJournal } from '../../src/audit/index.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';
import { startTwoServers } from '../setup/two-servers.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const INN = '500100732259';

let world: World;
let partner: string;
let lead: string;
beforeAll(async () => {
  world = await createWorld();
  const { card } = await world.partner({ last_name: 'Петров' });
  partner = card.id;
  await patchPartner(partner, { last_name: 'Сидоров', inn: INN });
  const program = await world.program();
  const created = await world.lead(program.id);
  lead = created.id;
  ok(await world.boss.patch(`${api}/leads/${lead}/`, { version: created.version, name: 'Иван Петров' }));
  ok(await world.boss.post(`${api}/partners/${partner}/block/`, { reason: 'Накрутка' }));
  await world.server.sealJournal();
});
afterAll(() => world.stop());

async function patchPartner(id: string, change: object) {
  const { version } = ok<Partner>(await world.boss.get(`${api}/partners/${id}/`));
  ok(await world.boss.patch(`${api}/partners/${id}/`, { version, ...change }));
}

const changesOf = async (object: string, action: string) =>
  ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?object=${object}`)).results.find(
    (entry) => entry.action === action,
  )?.changes;

test('an untouched journal is valid and prints a hash that a later check finds', async () => {
  const text = await checkJournal(world.server.db);
  const [, count, hash = ''] = /записей (\d+), отпечаток ([\da-f]{64})/.exec(text) ?? [];
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from journal_entries`.execute(
    world.server.db,
  );
  expect(Number(count)).toBe(rows[0]?.count);
  await patchPartner(partner, { note: 'Заметка' });
  await world.server.sealJournal();
  await expect(checkJournal(world.server.db, hash)).resolves.toContain('Журнал цел.');
});

test('entries of the last seconds wait for the chain and are no break', async () => {
  await patchPartner(partner, { note: 'Заметка' });
  await expect(checkJournal(world.server.db)).resolves.toContain('Журнал цел.');
  await world.server.sealJournal();
  const waiting = await world.server.db.selectFrom('journal_queue').selectAll().execute();
  expect(waiting).toEqual([]);
});

/** Runs statements with the triggers disabled, returns the result of the check, and reverts the statements. */
async function checkAfter(...statements: string[]): Promise<string> {
  let text = '';
  const revert = new Error('revert');
  const run = world.server.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
    text = await checkJournal(trx).catch((error: Error) => error.message);
    throw revert;
  });
  await run.catch((error: unknown) => {
    if (error !== revert) throw error;
  });
  return text;
}

/** SQL: the id of the entry with an action. */
const entry = (action: string) =>
  `(select id from journal_entries where action = '${action}' order by at, id limit 1)`;
const idOf = async (action: string) => {
  const { rows } = await sql<{ id: string }>`select ${sql.raw(entry(action))} as id`.execute(world.server.db);
  return rows[0]?.id ?? '';
};

describe('the check names the first broken entry', () => {
  test.each([
    [
      'a changed reason',
      `update audit_entries set diff = diff || '{"reason": "Так решили"}' where id = ${entry('partner.block')}`,
      'partner.block',
    ],
    [
      'another author',
      `update audit_entries set actor_id = null where id = ${entry('partner.update')}`,
      'partner.update',
    ],
    [
      'another time',
      `update audit_entries set at = at - interval '1 day' where id = ${entry('partner.update')}`,
      'partner.update',
    ],
    [
      'a changed history of a lead',
      `update lead_events set comment = 'Другой' where id = ${entry('lead.update')}`,
      'lead.update',
    ],
  ])('after %s', async (_, statement, action) => {
    const text = await checkAfter(statement);
    expect(text).toContain(`${await idOf(action)}`);
    expect(text).toContain('запись или порядок записей изменены');
  });

  test('after a removed entry', async () => {
    const text = await checkAfter(`delete from audit_entries where id = ${entry('partner.update')}`);
    expect(text).toContain(`${await idOf('partner.update')}: запись удалена`);
  });

  test('after an entry that is removed together with its place in the chain', async () => {
    const text = await checkAfter(
      `delete from journal_seals where entry_id = ${entry('partner.update')}`,
      `delete from audit_entries where id = ${entry('partner.update')}`,
    );
    expect(text).toContain('перед ней в цепочке нет записи');
  });

  test('after two entries that change places', async () => {
    // The order makes the database delete both rows before it inserts the first one.
    const text = await checkAfter(
      `with places as (select entry_id, sequence from journal_seals where entry_id in (${entry('partner.update')}, ${entry('partner.block')})),
        moved as (delete from journal_seals where entry_id in (select entry_id from places) returning *)
      insert into journal_seals select moved.organization_id, place.sequence, moved.entry_id, moved.digests, moved.hash
      from moved join places place on place.entry_id <> moved.entry_id
      order by place.sequence`,
    );
    expect(text).toContain(`${await idOf('partner.block')}`);
    expect(text).toContain('запись или порядок записей изменены');
  });

  test('after a changed, removed or added personal value', async () => {
    const own = `entry_id = ${entry('partner.update')} and field = 'inn'`;
    for (const statement of [
      `update journal_values set before_value = '500100732260' where ${own}`,
      `delete from journal_values where ${own}`,
      `insert into journal_values (organization_id, entry_id, field, subject_id, after_value)
        select organization_id, entry_id, 'email', subject_id, 'a@example.ru' from journal_values where ${own}`,
      `update journal_values set before_value = null, after_value = null, salt = null, erased_at = now() where ${own}`,
    ]) {
      const text = await checkAfter(statement);
      expect(text).toContain(await idOf('partner.update'));
      expect(text).toContain('личные данные изменены или удалены без отметки');
    }
  });

  test('after an entry that was written past the triggers', async () => {
    const id = randomUUID();
    const text = await checkAfter(
      `insert into audit_entries select organization_id, '${id}', actor_id, action, object_kind, object_id, diff, at, request_id
      from audit_entries where id = ${entry('partner.block')}`,
    );
    expect(text).toContain(id);
    expect(text).toContain('запись не входит в цепочку');
  });

  test('and misses a hash that it printed before when the last entries are removed with their places', async () => {
    const [, hash = ''] = /отпечаток ([\da-f]{64})/.exec(await checkJournal(world.server.db)) ?? [];
    let text = '';
    await world.server.db
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`
          with last as (delete from journal_seals where encode(hash, 'hex') = ${hash} returning entry_id)
          delete from audit_entries where id in (select entry_id from last)`.execute(trx);
        expect(await checkJournal(trx)).toContain('Журнал цел.');
        text = await checkJournal(trx, hash).catch((error: Error) => error.message);
        throw new Error('revert');
      })
      .catch(() => undefined);
    expect(text).toContain(`Отпечатка ${hash} в журнале нет`);
  });
});

test('the values of a person are erased from the journal without a break of the chain', async () => {
  const { db, now } = world.server;
  expect(await changesOf(partner, 'partner.update')).toBeDefined();
  const { card } = await world.partner({ last_name: 'Тайнов' });
  await patchPartner(card.id, { last_name: 'Явнов' });
  await world.server.sealJournal();
  const field = { field: 'Фамилия', before: 'Тайнов', after: 'Явнов' };
  expect(await changesOf(card.id, 'partner.update')).toContainEqual(field);
  expect(await eraseValues(db, card.id, now)).toBe(1);
  expect(await changesOf(card.id, 'partner.update')).toContainEqual({ ...field, before: null, after: null });
  expect(await changesOf(card.id, 'partner.erase')).toEqual([
    { field: 'Значений', before: null, after: '1' },
  ]);
  await expect(checkJournal(db)).resolves.toContain('Журнал цел.');
  await world.server.sealJournal();
  await expect(checkJournal(db)).resolves.toContain('Журнал цел.');
  const kept = await db.selectFrom('journal_values').selectAll().where('subject_id', '=', card.id).execute();
  expect(kept).toMatchObject([{ before_value: null, after_value: null, salt: null }]);
  expect(await eraseValues(db, card.id, now)).toBe(0);
  expect(await eraseValues(db, randomUUID(), now)).toBeUndefined();
});

test('the values of a lead and of an employee are erased by their ids', async () => {
  const { db, now } = world.server;
  expect(await eraseValues(db, lead, now)).toBe(1);
  const manager = await world.employee('manager');
  const me = ok<{ id: string }>(await manager.get('/api/accounts/users/me/'));
  ok(await manager.patch('/api/accounts/users/me/', { last_name: 'Новая' }));
  expect(await eraseValues(db, me.id, now)).toBe(1);
  await world.server.sealJournal();
  await expect(checkJournal(db)).resolves.toContain('Журнал цел.');
});

test('the database refuses to change the chain and to restore erased values', async () => {
  const { db } = world.server;
  const refused = async (statement: string) => expect(sql.raw(statement).execute(db)).rejects.toThrow();
  await refused(`update journal_seals set sequence = sequence + 1000`);
  await refused('delete from journal_seals');
  await refused('delete from journal_values');
  await refused(`update journal_values set after_value = 'Другой' where erased_at is null`);
  await refused(`update journal_values set erased_at = now() where erased_at is not null`);
});

test('two servers that seal at the same time make one valid chain', async () => {
  const { servers, stop } = await startTwoServers();
  const [first, second] = servers;
  const at = new Date();
  const organization = randomUUID();
  await first.db
    .insertInto('organizations')
    .values({ id: organization, name: 'Уют', created_at: at, updated_at: at })
    .execute();
  const entries = Array.from({ length: 450 }, (_, index) => ({
    organization_id: organization,
    id: randomUUID(),
    actor_id: null,
    action: 'organization.update',
    object_kind: 'organization',
    object_id: organization,
    diff: JSON.stringify({ index }),
    at,
    request_id: '',
  }));
  await first.db.insertInto('audit_entries').values(entries).execute();
  const seal = (db: Db) => sealJournal(db, new AbortController().signal);
  await Promise.all([seal(first.db), seal(second.db), seal(first.db), seal(second.db)]);
  await seal(first.db);
  await expect(checkJournal(first.db)).resolves.toContain('Уют: записей 450, ');
  await stop();
});

test('entries from before the upgrade are added to the chain', async () => {
  const { db, drop } = await testDatabase();
  await createSchemaBefore(db, '0072-journal-chain');
  const organization = randomUUID();
  await sql`
    insert into organizations (id, name, created_at, updated_at) values (${organization}, 'Прежняя', now(), now())`.execute(
    db,
  );
  await sql`
    insert into audit_entries (organization_id, id, actor_id, action, object_kind, object_id, diff, at, request_id)
    select ${organization}, gen_random_uuid(), null, 'organization.update', 'organization', ${organization}, '{"changed": ["name"]}',
      now() - n * interval '1 hour', '' from generate_series(1, 3) n`.execute(db);
  await migrate(db, migrations);
  await sealJournal(db, new AbortController().signal);
  await expect(checkJournal(db)).resolves.toContain('Прежняя: записей 3, ');
  const { rows } = await sql<{ isOrdered: boolean }>`
    select bool_and(at >= earlier) as "isOrdered" from (
      select entry.at, lag(entry.at, 1, entry.at) over (order by seal.sequence) as earlier
      from journal_seals seal join journal_entries entry on entry.id = seal.entry_id) steps`.execute(db);
  expect(rows).toEqual([{ isOrdered: true }]);
  await drop();
});
