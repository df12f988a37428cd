import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { TestServerOptions } from '../../../src/testing.ts';
import type { Objects } from '../../setup/access-bodies.ts';
import { createOneOfEach } from '../../setup/objects.ts';
import { PAYER } from '../../setup/payouts.ts';
import { restoreObjects } from '../../setup/restore-objects.ts';
import { anyTelegram } from '../../setup/senders.ts';
import { api, type Caller, createWorld, ok, type World } from '../../setup/world.ts';
import { computeFootprint, readIds } from './footprint.ts';
import { createFurtherObjects } from './further-objects.ts';
import { askTaxService, othersBank } from './others-bank.ts';
import { insertOthersOffice } from './others-office.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A caller with the name used in reports. */
export type Person = { name: string; role: Role | null; caller: Caller };

export type Scenario = Awaited<ReturnType<typeof createScenario>>;

/**
 * Creates two organizations with one object of each kind, and callers of every kind: employees, the partner who owns the objects, a
 * partner of the other organization, a partner of both, a blocked partner and a user without a role.
 *
 * @param options.beforeNeighbor is called after the first organization is created and before the second one.
 */
export async function createScenario(
  options: TestServerOptions & {
    beforeNeighbor?: (people: Person[], server: World['server']) => Promise<void>;
  } = {},
) {
  const { beforeNeighbor, ...server } = options;
  const world = await createWorld({ fetch: anyTelegram, ...server });
  // At this hour it is already the next day in the easternmost time zone.
  world.server.setClock(new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2));
  ok(await world.boss.patch(`${api}/organization/`, { ...PAYER, legal_name: '' }));
  const bank = { bik: PAYER.bank_bik, name: 'Банк сервера', city: 'Москва', corr_account: '' };
  await world.server.db.insertInto('banks').values(bank).execute();
  const first = await sideOf(world, world.boss);
  const shared = await world.partner({ last_name: 'Общий' });
  await takePart(world, world.boss, shared.card.id);
  const blockedPartner = await world.partner({ last_name: 'Закрытый' });
  ok(await world.boss.post(`${api}/partners/${blockedPartner.card.id}/block/`, { reason: 'Так решили' }));
  const rolelessPhone = world.phone();
  await world.server.createUser({ phone: rolelessPhone, password: world.password, role: null });

  const boss = { name: 'staff', role: 'organization', caller: world.boss } as const;
  const own = { name: 'own partner', role: 'partner', caller: first.own } as const;
  const blocked = { name: 'blocked partner', role: 'partner', caller: blockedPartner.caller } as const;
  const roleless = { name: 'no role', role: null, caller: await world.signIn(rolelessPhone) } as const;
  // A third organization exists from the start, because the mail server of an only organization sends other messages.
  const userWithoutRole = {
    name: 'staff of a new one',
    role: 'organization',
    caller: await world.organization(),
  } as const;
  await beforeNeighbor?.([boss, own, blocked, roleless], world.server);

  const neighbor = await world.organization();
  const second = await sideOf(world, neighbor);
  await world.draft({ name: `Копия: ${first.program}` }, neighbor);
  ok(await neighbor.patch(`${api}/organization/`, { offer: 'Другой договор.', personal_data: 'Другое.' }));
  await nameSenders(world, second.organizationId);
  const choice = { event: 'lead_came', channel: 'telegram', mode: 'off' };
  ok(await neighbor.patch('/api/messages/settings/', { choices: [choice] }));
  await takePart(world, neighbor, await cardInOther(world, shared.card.id, second.organizationId));
  const foreignBoss = { name: 'staff of the other', role: 'organization', caller: neighbor } as const;
  const foreign = { name: 'partner of the other', role: 'partner', caller: second.own } as const;
  const bothCards = { name: 'partner of both', role: 'partner', caller: shared.caller } as const;

  const foreignBank = await othersBank(world, neighbor, second);
  await insertOthersOffice(world, neighbor, second);
  const { db } = world.server;
  const oldest = await cardInOther(world, shared.card.id, await insertElder(db));
  const created_at = new Date('2020-01-01T00:00:00Z');
  await db.updateTable('partners').set({ created_at }).where('id', '=', oldest).execute();
  // The oldest new lead of the second organization is older than that of the first.
  await sql`update leads set created_at = created_at - interval '1 second'
    where organization_id = ${second.organizationId} and status = 'new'`.execute(db);
  await sql`cluster organizations using organizations_pkey`.execute(db);
  await sql`cluster partners using partners_pkey`.execute(db);
  return {
    /** Users without data. */
    idle: [userWithoutRole, blocked] as Person[],
    /** The partner of both organizations, with the card of the first one. */
    shared: { ...bothCards, card: shared.card.id },
    world,
    objects: first.objects,
    others: second.objects,
    /** Authorized users of the first organization. */
    rightful: { organization: boss, partner: own },
    people: [boss, own, blocked, roleless, foreignBoss, foreign, bothCards] as Person[],
    /** Users without access to the objects of the first partner. */
    strangers: [foreignBoss, foreign, bothCards, blocked, roleless] as Person[],
    /** Phones of leads of the second organization: one without a partner, and an old one. */
    othersPhones: { loose: second.loose, old: second.old },
    /** A bank document of the second organization, and its statement file. */
    othersBank: foreignBank,
    /** The phone of an employee of the second organization. */
    othersEmployee: await phoneOf(db, second.objects.employee),
    /** Ids of all rows of the second organization. */
    othersIds: await readIds(db, second.organizationId),
    /** Digest of all rows of the second organization. */
    othersUntouched: await computeFootprint(db, second.organizationId),
    othersFootprint: () => computeFootprint(db, second.organizationId),
    ownFootprint: () => computeFootprint(db, first.organizationId),
    /** Restores the initial states of the first organization's objects. */
    async reset() {
      await restoreObjects(world, first.objects);
      const { session } = first.objects;
      await db.deleteFrom('bank_directories').where('organization_id', '=', first.organizationId).execute();
      await db.updateTable('sessions').set({ revoked_at: null }).where('id', '=', session).execute();
    },
    stop: () => world.stop(),
  };
}

async function sideOf(world: World, by: Caller) {
  const created = await createOneOfEach(world, { join_policy: 'closed' }, by);
  const { organization_id: organizationId, name: program } = await world.server.db
    .selectFrom('programs')
    .select(['organization_id', 'name'])
    .where('id', '=', created.objects.program)
    .executeTakeFirstOrThrow();
  const further = await createFurtherObjects(world, by, created);
  await askTaxService(world, created.objects.partner);
  const session = await sessionOf(world, created.objects.partner);
  const objects: Objects = { ...created.objects, session };
  return { ...created, ...further, objects, organizationId, program };
}

/** Creates an unused session of a partner. @returns its id. */
async function sessionOf({ server: { db } }: World, card: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('partners')
    .select('user_id')
    .where('id', '=', card)
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user_id ?? '')
    .executeTakeFirstOrThrow();
  const id = randomUUIDv7();
  const values = { ...row, id, spent_tokens: '[]', current_token: id } as const;
  await db.insertInto('sessions').values(values).execute();
  return id;
}

const phoneOf = async (db: World['server']['db'], id: string) =>
  (await db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone;

/** Enrolls the partner in a new program and creates a lead. */
async function takePart(world: World, by: Caller, card: string) {
  const program = await world.program({ join_policy: 'closed' }, by);
  await world.enroll(program.id, card, by);
  await world.lead(program.id, { partner: card }, by);
}

/** Inserts a card of the same user in another organization. @returns its id. */
async function cardInOther(
  { server: { db } }: World,
  card: string,
  organization_id: string,
): Promise<string> {
  const known = await db.selectFrom('partners').selectAll().where('id', '=', card).executeTakeFirstOrThrow();
  const row = { ...known, organization_id, id: randomUUIDv7(), employed_until: null, contract_date: null };
  await db.insertInto('partners').values(row).execute();
  return row.id;
}

/** Saves a mail server and a bot whose names contain the id of their organization. */
async function nameSenders({ server }: World, organization_id: string) {
  const changed_at = server.now();
  await server.db
    .insertInto('organization_telegram')
    .values({
      organization_id,
      bot_id: '777',
      bot_name: `bot_${organization_id}`,
      token: 'sealed',
      changed_at,
    })
    .execute();
  await server.db
    .insertInto('organization_mail')
    .values({
      organization_id,
      host: `${organization_id}.example.ru`,
      port: 465,
      encryption: 'tls',
      user_name: '',
      password: null,
      from_address: 'robot@example.ru',
      from_name: '',
      changed_at,
    })
    .execute();
}

/** Inserts an organization that queries without an organization condition return first. @returns its id. */
async function insertElder(db: World['server']['db']): Promise<string> {
  const id = '00000000-0000-7000-8000-000000000001';
  const at = new Date('2020-01-01T00:00:00Z');
  const settings = {
    privacy_policy_url: '',
    time_zone: 'Pacific/Kiritimati',
    default_min_payout_kop: 1_000_000_000,
    default_hold_days: 77,
    // Settings that make calls fail when they are read instead of those of the caller's organization.
    bank_account: '40702810900000000001',
    partner_kinds: ['legal' as const],
    bank_files: JSON.stringify({ purpose_code: '2' }),
  };
  await db
    .insertInto('organizations')
    .values({ id, name: 'Старшая', ...settings, created_at: at, updated_at: at })
    .execute();
  return id;
}
