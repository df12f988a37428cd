import type { FormedActs, Lead, Page, Payment, Registry } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkJournal, eraseValues } from '../../src/audit/index.ts';
import { grantAppRole } from '../../src/database/app-role.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { type Db, openPostgres } from '../../src/platform/db/db.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createBankSteps } from '../setup/bank.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';
import { createInn } from '../setup/inn.ts';
import { PAYER, payouts } from '../setup/payouts.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const ROLE = 'referral_app_of_tests';
const DAY = 24 * 60 * 60;
const ignore = () => undefined;

let database: TestDatabase;
let url: string;
let app: Db;
let world: World;
beforeAll(async () => {
  database = await testDatabase();
  await sql`do ${sql.lit(`begin create role ${ROLE} login; exception when duplicate_object then null; end`)}`.execute(
    database.db,
  );
  await grantAppRole(database.db, ROLE);
  url = Object.assign(new URL(database.url ?? ''), { username: ROLE }).href;
  app = openPostgres(url, ignore);
  world = await createWorld({ database: { ...database, db: app }, refreshTtl: 10 * 365 * DAY });
});
afterAll(async () => {
  await world.stop();
  await app.destroy();
  await database.drop();
});

test('the server runs the story of a lead, its payment and the return of the payment with the role of the application', async () => {
  const { boss } = world;
  ok(await boss.patch(`${api}/organization/`, PAYER));
  const money = payouts(world);
  const bank = createBankSteps({ world, boss, money });
  const { card } = await world.partner({ kind: 'self_employed', inn: createInn(7101) });
  const program = await world.program({ hold_days: 1 });
  const { code } = await world.enroll(program.id, card.id);
  const visit = ok<{ click: string }>(await world.anonymous.post(`/api/public/ref/${code}/clicks/`, {}));
  await world.server.settled();
  const form = { name: 'Анна', phone: world.phone(), consent: true, click: visit.click };
  ok(await world.anonymous.post(`/api/public/ref/${code}/leads/`, form));
  const [lead] = ok<Page<Lead>>(await boss.get(`${api}/leads/?partner=${card.id}`)).results;
  if (lead === undefined) throw new Error('there is no lead');
  const move = { version: lead.version, to: 'qualified' };
  ok(await boss.post(`${api}/leads/${lead.id}/transition/`, move));
  await money.method(card.id, {
    kind: 'bank_account',
    bank: 'ПАО Сбербанк',
    bik: '044525225',
    account: '40702810938000000001',
    corr_account: '30101810400000000225',
  });
  ok(await boss.patch(`${api}/organization/`, { default_min_payout_kop: 1 }));
  money.ready();
  await world.server.releaseAllHolds();
  const [registry] = (await money.form()).results as [Registry];
  ok(await money.step(registry, 'approve'));
  const file = await boss.open(`${api}/registries/${registry.id}/file/?format=1c`);
  expect(file.status).toBe(200);
  ok(await money.step(registry, 'send'));
  const [payment] = ok<Page<Payment>>(await boss.get(`${api}/payments/?partner=${card.id}`)).results;
  if (payment === undefined) throw new Error('there is no payment');
  await bank.applied(bank.debitOf(payment));
  const month = world.today().slice(0, 7);
  world.server.advance(40 * DAY);
  expect(ok<FormedActs>(await boss.post(`${api}/acts/`, { month })).made).toBe(1);
  const returned = {
    returned_on: world.today(),
    reason: 'Счет закрыт',
    external_ref: 'ПП 12',
    amount_kop: 50_000,
  };
  expect((await bank.step(payment, 'mark-returned', returned)).status).toBe(200);
  ok(await boss.patch(`${api}/organization/`, { time_zone: 'Asia/Vladivostok' }));
  ok(await boss.post(`${api}/closed-months/`, { month }));
  ok(await boss.patch(`${api}/organization/`, { name: 'Уют' }));
  expect((await bank.read(payment)).status).toBe('returned');
});

test('the jobs of the server run with the role of the application', async () => {
  world.server.advance(400 * DAY);
  await world.server.prune();
  await world.server.askTaxService();
  await world.server.sealJournal();
  await expect(checkJournal(app)).resolves.toContain('Журнал цел.');
  const { card } = await world.partner();
  ok(await world.boss.post(`${api}/partners/${card.id}/phone/`, { phone: world.phone() }));
  expect(await eraseValues(app, card.id, world.server.now)).toBe(1);
});

test('PostgreSQL refuses the role of the application every change of rows in append-only tables', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_append\\_only' order by 1`.execute(
    app,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['audit_entries', 'lead_events', 'journal_seals', 'month_closings', 'consents'],
      ...['accrual_moves', 'transfers', 'transfer_matches', 'transfer_debts'],
      ...['payment_attempts', 'payment_attempt_events'],
    ]),
  );
  for (const name of names)
    for (const statement of [
      `update ${name} set organization_id = organization_id`,
      `delete from ${name}`,
      `truncate ${name}`,
      `alter table ${name} disable trigger user`,
      `drop table ${name}`,
    ])
      await expect(sql.raw(statement).execute(app), statement).rejects.toMatchObject({ code: '42501' });
});

test('the role of the application owns nothing, and cannot create tables, delete values of the journal or disable triggers', async () => {
  const { rows } = await sql<{ owned: number }>`
    select count(*)::int as owned from pg_class where relowner = ${ROLE}::regrole`.execute(app);
  expect(rows).toEqual([{ owned: 0 }]);
  for (const statement of [
    'create table public.mine (id int)',
    'delete from journal_values',
    'set session_replication_role = replica',
    `insert into kysely_migration (name, timestamp) values ('9999-later', now())`,
  ])
    await expect(sql.raw(statement).execute(app)).rejects.toMatchObject({ code: '42501' });
});

test('a process with the role of the application starts on a migrated database, and names the command on another one', async () => {
  const open = (address: string) => openDatabase({ DATABASE_URL: address, DATA_DIR: 'unused' }, ignore);
  await (await open(url)).close();
  const other = await testDatabase();
  await createSchemaBefore(other.db, '0073-visit-month-functions');
  await grantAppRole(other.db, ROLE);
  const address = Object.assign(new URL(other.url ?? ''), { username: ROLE }).href;
  await expect(open(address)).rejects.toThrow('api migrate --app-role');
  await other.drop();
});

test('an unknown role, a superuser and the owner are refused as the role of the application', async () => {
  await expect(grantAppRole(database.db, 'nobody_of_tests')).rejects.toThrow('Создайте ее: create role');
  await expect(grantAppRole(database.db, 'test')).rejects.toThrow('Нужна отдельная роль');
});
