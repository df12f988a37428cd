import type { BankDocument, BankStatement } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { OneOfEach } from '../../setup/objects.ts';
import { statementFile } from '../../setup/one-c-writer.ts';
import { PAYER } from '../../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../../setup/world.ts';

/** A number that no payment of the first organization reaches. */
const NUMBER = 777_777;

/** Uploads a bank document for a payment of an organization, debited from the account of the first one. */
export async function othersBank({ today, server: { db } }: World, by: Caller, { objects }: OneOfEach) {
  await sql`
    update counters set value = ${NUMBER - 1} where kind = 'payment' and organization_id = (
      select organization_id from partners where id = ${objects.partner})`.execute(db);
  const bonus = { partner: objects.partner, kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  ok(await by.post(`${api}/accruals/`, bonus));
  ok(await by.post(`${api}/payments/`, { partner: objects.partner }));
  const debit = {
    number: '7',
    day: today(),
    amount: '1.00',
    purpose: `Вознаграждение, выплата В-${NUMBER}.`,
  };
  const file = statementFile(PAYER.bank_account, [debit]);
  const { id } = ok<BankStatement>(await by.post(`${api}/bank-statements/`, { name: 'Выписка', data: file }));
  const [document] = ok<{ results: BankDocument[] }>(
    await by.get(`${api}/bank-statements/${id}/documents/`),
  ).results;
  if (document === undefined) throw new Error('the document was not taken for a payment of its organization');
  return { file, document: document.id };
}

/** Inserts a tax status of a partner. */
export const askTaxService = ({ server: { db } }: World, partner: string) =>
  sql`
    insert into tax_checks (organization_id, partner_id, inn, batch_id, status, due_at, requested_at)
    select organization_id, id, '500100732259', gen_random_uuid(), 'done', clock_timestamp(), clock_timestamp()
    from partners where id = ${partner}`.execute(db);
