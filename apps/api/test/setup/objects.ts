import { randomUUID } from 'node:crypto';
import type {
  Accrual,
  FormedRegistries,
  InvitedEmployee,
  Lead,
  LeadComment,
  ListView,
  Payment,
  PayoutMethod,
  User,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { rebuildRollUps } from '../../src/database/figures/roll-ups.ts';
import type { Objects } from './access.ts';
import { insertAct } from './acts.ts';
import { bypassTriggers, removeTransfers } from './force.ts';
import { api, type Caller, ok, type World } from './world.ts';

/** Texts of the objects below that only the organization may see. */
export const SECRETS = [
  'секретная заметка',
  'секретный комментарий',
  'секретное описание причины',
  'client@secret.example',
  'секретные слова о лиде',
] as const;

const BONUS_KOP = 200_000;

const VIEW = { list: 'leads', name: 'Мои сделки', query: 'status=won' } as const;

export type OneOfEach = {
  objects: Objects;
  /** The partner who owns the objects. */
  own: Caller;
  lead: Lead;
};

/** Creates one object of each kind, related to each other. A new kind of object is added only here. */
export async function createOneOfEach(world: World, terms: object = {}, by = world.boss): Promise<OneOfEach> {
  const [note, comment, reason, email, words] = SECRETS;
  const program = await world.program(terms, by);
  const { card, caller } = await world.partner({ note }, by);
  const link = await world.enroll(program.id, card.id, by);
  const lead = await world.lead(program.id, { partner: card.id, comment, email }, by);
  const move = { to: 'in_progress', version: lead.version, reason_comment: reason };
  ok(await by.post(`${api}/leads/${lead.id}/transition/`, move));
  const leadComment = ok<LeadComment>(await by.post(`${api}/leads/${lead.id}/comments/`, { text: words }));
  const enrollment = await world.server.db
    .selectFrom('enrollments')
    .select('id')
    .where('partner_id', '=', card.id)
    .executeTakeFirstOrThrow();
  const objects = {
    program: program.id,
    enrollment: enrollment.id,
    partner: card.id,
    link: link.id,
    lead: lead.id,
    leadComment: leadComment.id,
    code: link.code,
    joinCode: program.join_code,
    // No session has this id. A call that ends a session must not end the one of a caller.
    session: '00000000-0000-7000-8000-000000000000',
    listView: ok<ListView>(await caller.post('/api/views/', VIEW)).id,
    delivery: await failedDelivery(world, by),
    ...(await teamOf(world, by)),
    ...(await moneyOf(by, card.id)),
    act: await insertAct(world, card.id),
    journalEntry: await entryOf(world, card.id),
  };
  await oweReceipt(world, objects.payment);
  return { objects, own: caller, lead };
}

/** Creates an employee and an open invitation of a second one. */
async function teamOf(world: World, boss: Caller) {
  const join = async () => {
    const invitation = { phone: world.phone(), last_name: 'Сидорова', position: 'manager' };
    return ok<InvitedEmployee>(await boss.post(`${api}/employee-invitations/`, invitation));
  };
  const { link, phone } = await join();
  ok(await world.accept(link.url));
  const { id: employee } = await world.server.findUser(phone);
  return { employee, employeeInvitation: (await join()).id };
}

/** Creates a payout method, a draft payment, a registry with a second payment, and an available accrual. */
async function moneyOf(boss: Caller, partner: string) {
  const bonus = { partner, kind: 'bonus', amount_kop: BONUS_KOP, explanation: 'За первую встречу' };
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  const method = ok<PayoutMethod>(await boss.post(`${api}/partners/${partner}/payout-methods/`, account));
  const pay = async () => {
    ok(await boss.post(`${api}/accruals/`, bonus));
    return ok<Payment>(await boss.post(`${api}/payments/`, { partner }));
  };
  const payment = await pay();
  const registered = { payments: [(await pay()).id] };
  const [registry] = ok<FormedRegistries>(await boss.post(`${api}/registries/`, registered)).results;
  const accrual = ok<Accrual>(await boss.post(`${api}/accruals/`, bonus));
  const statement = Buffer.from('1CClientBankExchange\nКодировка=UTF-8\n').toString('base64');
  const uploaded = ok<{ id: string }>(
    await boss.post(`${api}/bank-statements/`, { name: 'Выписка', data: statement }),
  );
  return {
    bankStatement: uploaded.id,
    accrual: accrual.id,
    payment: payment.id,
    registry: registry?.id ?? '',
    method: method.id,
  };
}

/** Inserts an awaited receipt of a payment. */
const oweReceipt = ({ server: { db } }: World, payment: string) =>
  sql`
    insert into receipts (organization_id, payment_id, partner_id, status, due_on, created_at)
    select organization_id, id, partner_id, 'awaited', '2026-12-09', created_at from payments where id = ${payment}`.execute(
    db,
  );

/** Returns the id of a journal entry about an object. */
async function entryOf({ server: { db } }: World, object: string): Promise<string> {
  const about = db.selectFrom('audit_entries').select('id').where('object_id', '=', object).limit(1);
  return (await about.executeTakeFirstOrThrow()).id;
}

/** Inserts a failed delivery of the organization. @returns its id. */
async function failedDelivery({ server: { db } }: World, boss: Caller): Promise<string> {
  const { organization } = ok<User>(await boss.get('/api/accounts/users/me/'));
  const [id, at] = [randomUUID(), new Date()];
  const organization_id = organization?.id ?? null;
  const message = {
    organization_id,
    id,
    user_id: null,
    event: 'direct',
    title: 'Проверка',
    body: 'Проверка связи',
    path: '',
    is_secret: false,
    in_bell: false,
    created_at: at,
  } as const;
  const delivery = {
    organization_id,
    id,
    message_id: id,
    user_id: null,
    channel: 'email',
    address: 'ivan@example.ru',
    is_daily: false,
    status: 'failed',
    due_at: at,
    expires_at: null,
    created_at: at,
  } as const;
  await db.insertInto('messages').values(message).execute();
  await db.insertInto('deliveries').values(delivery).execute();
  return id;
}

/** Restores the initial states and versions of the objects. */
export async function restoreObjects({ server }: World, objects: Objects) {
  const { db } = server;
  const {
    program,
    partner,
    enrollment,
    lead,
    leadComment,
    listView,
    payment,
    registry,
    method,
    delivery,
    employee,
    employeeInvitation,
    act,
  } = objects;
  const fresh = { status: 'active', version: 1 } as const;
  await db
    .updateTable('programs')
    .set({ ...fresh, starts_at: null, ends_at: null })
    .where('id', '=', program)
    .execute();
  await db
    .updateTable('users')
    .set({ position: 'manager', switched_off_at: null, switched_off_by: null })
    .where('id', '=', employee)
    .execute();
  // The API has no call that undoes a revocation.
  await sql`update invitations set revoked_at = null where id = ${employeeInvitation}`.execute(db);
  await db
    .updateTable('users')
    .set({ switched_off_at: null, switched_off_by: null })
    .where('id', 'in', (ids) => ids.selectFrom('partners').select('user_id').where('id', '=', partner))
    .execute();
  await db.updateTable('partners').set(fresh).where('id', '=', partner).execute();
  await db.updateTable('enrollments').set({ status: 'active' }).where('id', '=', enrollment).execute();
  await db
    .updateTable('leads')
    .set({ status: 'new', reason_code: null, duplicate_of: null, version: 1 })
    .where('id', '=', lead)
    .execute();
  // The API has no call that restores a deleted comment.
  await sql`
    insert into lead_comments (organization_id, id, lead_id, author_id, text, at)
    select l.organization_id, ${leadComment}, l.id, u.id, ${SECRETS[4]}, l.created_at
    from leads l join users u on u.organization_id = l.organization_id and u.position = 'owner'
    where l.id = ${lead} limit 1 on conflict do nothing`.execute(db);
  await sql`
    insert into list_views (id, user_id, list, name, name_key, query, created_at)
    select ${listView}, user_id, ${VIEW.list}, ${VIEW.name}, ${listView}, ${VIEW.query}, created_at
    from partners where id = ${partner} on conflict do nothing`.execute(db);
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', attempts: 0 })
    .where('id', '=', delivery)
    .execute();
  await db
    .updateTable('receipts')
    .set({ status: 'awaited', number: '', link_inn: '', given_at: null })
    .where('payment_id', '=', payment)
    .execute();
  await db.updateTable('payout_methods').set({ archived_at: null }).where('id', '=', method).execute();
  await restoreMoney(server, objects);
  await bypassTriggers(server, async (trx) => {
    // A month has one act, so its replacement is deleted first.
    await trx.deleteFrom('acts').where('replaces', '=', act).execute();
    await trx
      .updateTable('acts')
      .set({ status: 'issued', version: 1, objection: '', answered_at: null })
      .where('id', '=', act)
      .execute();
    await trx
      .updateTable('registries')
      .set({ status: 'draft', version: 1, cancel_reason: '' })
      .where('id', '=', registry)
      .execute();
    await trx
      .updateTable('registry_payments')
      .set({ state: 'out' })
      .where('payment_id', '=', payment)
      .execute();
    await trx
      .updateTable('registry_payments')
      .set({ state: 'open' })
      .where('registry_id', '=', registry)
      .execute();
  });
}

/** Restores the draft, the payment of the registry and the accruals of `moneyOf`, with the amounts of both payments. */
async function restoreMoney(server: World['server'], { partner, payment, registry }: Objects) {
  const { db } = server;
  const { payment_id: registered } = await db
    .selectFrom('registry_payments')
    .select('payment_id')
    .where('registry_id', '=', registry)
    .executeTakeFirstOrThrow();
  const accruals = await db
    .selectFrom('accruals')
    .select(['id', 'status', 'payment_id'])
    .where('partner_id', '=', partner)
    .orderBy('number')
    .limit(3)
    .execute();
  const states = [payment, registered, null].map((payment_id) => ({
    payment_id,
    status: payment_id === null ? ('available' as const) : ('reserved' as const),
  }));
  const isMoved = accruals.some(
    ({ status, payment_id }, index) =>
      status !== states[index]?.status || payment_id !== states[index]?.payment_id,
  );
  await bypassTriggers(server, async (trx) => {
    // Later payments that contain these accruals are canceled, because their amounts would be wrong.
    const others = accruals.flatMap(({ payment_id }) => payment_id ?? []);
    for (const other of others.filter((id) => id !== payment && id !== registered)) {
      await trx
        .updateTable('accruals')
        .set({ status: 'available', payment_id: null })
        .where('payment_id', '=', other)
        .execute();
      await trx.updateTable('payments').set({ status: 'canceled' }).where('id', '=', other).execute();
    }
    if (isMoved)
      for (const [index, { id }] of accruals.entries())
        await trx
          .updateTable('accruals')
          .set({ ...states[index], review_reason: null, canceled_at: null })
          .where('id', '=', id)
          .execute();
    await removeTransfers(trx, [payment, registered]);
    const draft = { status: 'draft', version: 1, method: null, taxes: null, cancel_reason: '' } as const;
    await trx
      .updateTable('payments')
      .set({ ...draft, amount_kop: BONUS_KOP, paid_at: null, paid_on: null, external_ref: '' })
      .where('id', 'in', [payment, registered])
      .execute();
  });
  if (isMoved) await rebuildRollUps(db);
}
