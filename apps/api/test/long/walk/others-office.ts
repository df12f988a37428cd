import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { rebuildRollUps } from '../../../src/database/figures/roll-ups.ts';
import type { Withholding } from '../../../src/database/tables/taxes.ts';
import { insertAct } from '../../setup/acts.ts';
import { bypassTriggers } from '../../setup/force.ts';
import type { OneOfEach } from '../../setup/objects.ts';
import type { Caller, World } from '../../setup/world.ts';

const TAXES: Withholding = {
  year: 2026,
  residence: 'resident',
  rates: [{ bps: 1300, kop: 100_000 }],
  tax_kop: 13_000,
  contributions: [],
  contributions_kop: 0,
};

/** A month with an act of the first organization, and the month of the tax calls. */
const [ACT_MONTH, TAX_MONTH] = ['2026-01', '2026-11'];

/** Number of transfers of the second organization. No transfer of the first one has it. */
export const OTHERS_NUMBER = 'ПП 909';

/**
 * Inserts data that only the second organization has: a bank directory, an act with an objection and a returned payment, paid payments with
 * taxes and without an act, transfers with a conflict, a delivery to retry, and leads with tags, an equal e-mail and a duplicate that can be
 * restored. Lists, tasks and figures of the first organization contain them when their condition on the organization is off.
 */
export async function insertOthersOffice(world: World, by: Caller, { objects }: OneOfEach) {
  const { server } = world;
  const { db } = server;
  const { partner } = objects;
  const organization = sql`(select organization_id from partners where id = ${partner})`;
  await sql`
    insert into bank_directories (organization_id, day, banks, loaded_at)
    values (${organization}, '2026-01-01', 1, '2100-01-01')`.execute(db);
  await sql`
    insert into directory_banks (organization_id, bik, name, city, corr_account)
    values (${organization}, '044525225', 'Банк второй организации', 'Москва', '')`.execute(db);

  const message = sql`(select message_id from deliveries where id = ${objects.delivery})`;
  await sql`
    insert into deliveries (id, message_id, organization_id, sender_id, channel, address, is_daily, status, problem, due_at, created_at)
    values (${randomUUID()}, ${message}, ${organization}, ${organization}, 'email', 'petr@example.ru', false, 'waiting',
      'Сервер не ответил.', '2100-01-01', now())`.execute(db);

  const act = await insertAct(world, partner, '2026-02');
  await sql`
    update acts set status = 'objected', objection = 'Нет', answered_at = now() where id = ${act}`.execute(
    db,
  );
  await bypassTriggers(server, async (trx) => {
    for (const month of [ACT_MONTH, TAX_MONTH]) {
      const [payment, transfer] = [randomUUID(), randomUUID()];
      await sql`
        insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, taxes, requested, created_at,
          updated_at, approved_at, paid_at, paid_on, external_ref)
        select organization_id, ${payment}, (select 900000 + count(*) from payments), id, 'paid', 100000, 'Выплата',
          '{"kind": "sbp", "label": "СБП"}', ${JSON.stringify(TAXES)}::jsonb, false, now(), now(), now(), now(),
          ${`${month}-15`}::date, ${OTHERS_NUMBER} from partners where id = ${partner}`.execute(trx);
      await sql`
        insert into transfers (organization_id, id, kind, source, value_date, document_number, amount_kop, own_account, partner_id, payee,
          payee_account, purpose, notes, entered_at, request_id)
        select organization_id, ${transfer}, 'sent', 'manual', ${`${month}-15`}::date, ${OTHERS_NUMBER}, 100000, '', id, '', '', 'Выплата',
          '{"Сумма другая"}', now(), ${month} from partners where id = ${partner}`.execute(trx);
      await sql`
        insert into transfer_matches (organization_id, id, transfer_id, payment_id, amount_kop, matched_at)
        values (${organization}, ${randomUUID()}, ${transfer}, ${payment}, 100000, now())`.execute(trx);
    }
    const returned = randomUUID();
    await sql`
      insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, requested, created_at, updated_at,
        approved_at, paid_at, paid_on, external_ref, returned_at, returned_on, return_reason)
      select organization_id, ${returned}, (select 900000 + count(*) from payments), id, 'returned', 100000, 'Выплата',
        '{"kind": "sbp", "label": "СБП"}', false, now(), now(), now(), now(), '2026-02-15', ${OTHERS_NUMBER}, now(), '2026-02-20',
        'Счет закрыт' from partners where id = ${partner}`.execute(trx);
    await sql`
      insert into act_payments (organization_id, payment_id, act_id) values (${organization}, ${returned}, ${act})`.execute(
      trx,
    );
  });

  const create = (more: object) => world.lead(objects.program, more, by);
  const [tagged, first, same, rejected, duplicate] = [
    await create({}),
    await create({ email: 'client@office.example' }),
    await create({}),
    await create({}),
    await create({}),
  ];
  await sql`update leads set utm_source = 'others', utm_campaign = 'others' where id = ${tagged.id}`.execute(
    db,
  );
  await sql`
    update leads set email = 'client@office.example', email_key = 'client@office.example', same_email_as = ${first.id}
    where id = ${same.id}`.execute(db);
  await sql`
    update leads set status = 'rejected', reason_code = 'no_answer', holds_phone = false where id = ${rejected.id}`.execute(
    db,
  );
  await sql`
    update leads set status = 'duplicate', reason_code = 'same_phone', holds_phone = false, duplicate_of = ${rejected.id},
      offered_at = ${server.now()} where id = ${duplicate.id}`.execute(db);
  await server.settled();
  // The payments above were inserted without triggers.
  await rebuildRollUps(db);
}
