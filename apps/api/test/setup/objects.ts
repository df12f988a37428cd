import { createHash, randomUUID } from 'node:crypto';
import type {
  Accrual,
  Client,
  EnrollmentTerms,
  EnteredSales,
  FormedRegistries,
  Group,
  ImportView,
  InvitedEmployee,
  Lead,
  LeadComment,
  ListView,
  Payment,
  PayoutMethod,
  Sale,
  SiteForm,
  User,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Objects, TABLE } from './access-bodies.ts';
import { insertAct } from './acts.ts';
import { crmConnectionOf } from './crm-objects.ts';
import { insertFailedEvent } from './outside-events.ts';
import { webhookOf } from './webhook-objects.ts';
import { api, type Caller, ok, type World } from './world.ts';

/** Texts of the objects below that only the organization may see. */
export const SECRETS = [
  'секретная заметка',
  'секретный комментарий',
  'секретное описание причины',
  'client@secret.example',
  'секретные слова о лиде',
] as const;

/** Amount of each bonus, and of each payment. */
export const BONUS_KOP = 200_000;

/** A saved view of the partner. */
export const VIEW = { list: 'leads', name: 'Мои сделки', query: 'status=won' } as const;

export type OneOfEach = {
  objects: Objects;
  /** The partner who owns the objects. */
  own: Caller;
  lead: Lead;
};

/** Creates one object of each kind, related to each other. A new kind of object is added only here. */
export async function createOneOfEach(world: World, more: object = {}, by = world.boss): Promise<OneOfEach> {
  const [note, comment, reason, email, words] = SECRETS;
  const program = await world.program(more, by);
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
  const money = await moneyOf(by, card.id);
  const terms = await termsOf(by, program.id, enrollment.id);
  const objects = {
    program: program.id,
    enrollment: enrollment.id,
    ...terms,
    partner: card.id,
    link: link.id,
    lead: lead.id,
    leadComment: leadComment.id,
    ...(await insertClient(world, { program: program.id, partner: card.id }, by)),
    code: link.code,
    joinCode: program.join_code,
    // No session has this id. A call that ends a session must not end the one of a caller.
    session: '00000000-0000-7000-8000-000000000000',
    listView: ok<ListView>(await caller.post('/api/views/', VIEW)).id,
    delivery: await failedDelivery(world, by),
    ...(await webhookOf(world, by)),
    ...(await crmConnectionOf(world, by)),
    siteForm: ok<SiteForm>(await by.post(`${api}/site-forms/`, { program: program.id })).id,
    outsideEvent: await insertFailedEvent(world, by),
    ...(await teamOf(world, by)),
    ...money,
    fileDownload: await insertDownload(world, money.registry),
    act: await insertAct(world, card.id),
    import: await insertImport(by),
    journalEntry: await entryOf(world, card.id),
    apiKey: (await world.apiKey(['leads:read'], by)).id,
  };
  await oweReceipt(world, objects.payment);
  return { objects, own: caller, lead };
}

/** Creates a group without partners, and personal terms of a year to come. */
async function termsOf(boss: Caller, program: string, enrollment: string) {
  const reward = { kind: 'fixed', fixed_kop: 60_000 };
  const { id: group } = ok<Group>(
    await boss.post(`${api}/programs/${program}/groups/`, { name: 'Золото', reward }),
  );
  const year = { starts_on: '2030-01-01', ends_on: '2030-12-31', reason: 'Договоренность' };
  const { personal } = ok<EnrollmentTerms>(
    await boss.post(`${api}/programs/enrollments/${enrollment}/terms/`, { reward, ...year }),
  );
  return { group, personalTerms: personal[0]?.id ?? '' };
}

/** Uploads a table with one lead. */
async function insertImport(boss: Caller) {
  const file = { kind: 'leads', name: 'Лиды.csv', data: TABLE };
  return ok<ImportView>(await boss.post(`${api}/imports/`, file)).id;
}

/** Creates a client that is attached to a partner, and a sale. */
async function insertClient(
  world: World,
  { program, partner }: { program: string; partner: string },
  boss: Caller,
) {
  const contacts = { name: 'Клиент Петров', phone: world.phone(), email: SECRETS[3] };
  const { id } = ok<Client>(await boss.post(`${api}/clients/`, contacts));
  await sql`
    insert into attachments (organization_id, id, client_id, program_id, partner_id, cause, starts_at, created_at)
    select organization_id, ${randomUUID()}, id, ${program}, ${partner}, 'manual', created_at, created_at from clients
    where id = ${id}`.execute(world.server.db);
  const sale = { client: id, amount_kop: BONUS_KOP, paid_on: world.today(), comment: SECRETS[0] };
  const buyer = { name: 'Покупатель', email: SECRETS[3] };
  const unknown = {
    buyer: { ...buyer, email: `unknown.${buyer.email}` },
    amount_kop: BONUS_KOP,
    paid_on: world.today(),
  };
  const waiting = ok<EnteredSales>(await boss.post(`${api}/sales/bulk/`, { sales: [unknown] })).results[0];
  return {
    client: id,
    sale: ok<Sale>(await boss.post(`${api}/sales/`, sale)).id,
    waitingSale: waiting?.id ?? '',
  };
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

/** Inserts a download of a bank file of a registry. @returns its id. */
async function insertDownload({ server: { db } }: World, registry: string): Promise<string> {
  const [id, file] = [randomUUID(), randomUUID()];
  await sql`
    insert into kept_files (organization_id, id, sha256, content, kept_at)
    select organization_id, ${file}, ${createHash('sha256').update(file).digest('hex')}, ${Buffer.from('1CClientBankExchange')}, created_at
    from registries where id = ${registry}`.execute(db);
  await sql`
    insert into file_downloads (organization_id, id, file_id, registry_id, payment_ids, format, name, latin_name, media_type, at, actor_id,
      request_id)
    select organization_id, ${id}, ${file}, id, array(select payment_id from registry_payments where registry_id = ${registry}), '1c', 'Реестр.txt', 'registry.txt', 'text/plain', created_at,
      created_by, 'r'
    from registries where id = ${registry}`.execute(db);
  return id;
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
