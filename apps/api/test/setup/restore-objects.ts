import { sql } from 'kysely';
import { rebuildRollUps } from '../../src/database/figures/roll-ups.ts';
import type { Objects } from './access-bodies.ts';
import { insertCrmConnection } from './crm-objects.ts';
import { bypassTriggers, removeTransfers } from './force.ts';
import { BONUS_KOP, SECRETS, VIEW } from './objects.ts';
import { insertWebhook } from './webhook-objects.ts';
import type { World } from './world.ts';

/** Restores the initial states and versions of the objects. */
export async function restoreObjects({ server }: World, objects: Objects) {
  const { db } = server;
  const {
    program,
    partner,
    enrollment,
    lead,
    leadComment,
    client,
    sale,
    waitingSale,
    listView,
    payment,
    registry,
    method,
    delivery,
    webhook,
    webhookDelivery,
    outsideEvent,
    employee,
    employeeInvitation,
    apiKey,
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
  await sql`update api_keys set revoked_at = null where id = ${apiKey}`.execute(db);
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
  await sql`update waiting_sales set status = 'waiting', closed_at = null, client_id = null, sale_id = null where id = ${waitingSale}`.execute(
    db,
  );
  await db
    .updateTable('imports')
    .set({ state: 'uploaded', started_at: null, lease: null, leased_until: null })
    .where('id', '=', objects.import)
    .execute();
  await db.deleteFrom('sales').where('refund_of', '=', sale).execute();
  await db.updateTable('sales').set({ version: 1, refunded_kop: 0 }).where('id', '=', sale).execute();
  await db.updateTable('clients').set({ version: 1 }).where('id', '=', client).execute();
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
  const { organization_id } = await db
    .selectFrom('leads')
    .select('organization_id')
    .where('id', '=', lead)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('outside_events')
    .set({ state: 'failed', next_attempt_at: null, decided_at: null })
    .where('id', '=', outsideEvent)
    .execute();
  await insertWebhook({ server }, organization_id, { webhook, webhookDelivery });
  await insertCrmConnection({ server }, organization_id, objects.crmConnection);
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
  let hasAdded = false;
  await bypassTriggers(server, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accruals')
      .set({ status: 'available', payment_id: null })
      .where('payment_id', 'in', [payment, registered])
      .where(
        'id',
        'not in',
        accruals.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow();
    hasAdded = numUpdatedRows > 0n;
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
  if (isMoved || hasAdded) await rebuildRollUps(db);
}
