import type { BankStatement, FormedRegistries, Payment, Transfer } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { requestTaxStatus } from '../../../src/money/tax-status/checks.ts';
import type { Db } from '../../../src/platform/db/db.ts';
import type { ClientResponse } from '../../setup/client.ts';
import { bypassTriggers, removeTransfers } from '../../setup/force.ts';
import { api, approve, ok } from '../../setup/world.ts';
import { earner } from '../fuzz/preparation.ts';
import { OTHERS_NUMBER } from './others-office.ts';
import type { Scenario } from './scenario.ts';
import type { Story } from './story.ts';

/** Returns the last response when all checks hold, and a failed one otherwise. */
const provided = (isDue: boolean, response: ClientResponse): ClientResponse =>
  isDue ? response : { ...response, status: 599 };

/** Stories about payouts whose responses must depend only on rows of the caller's organization. */
export function payoutStories({ world, objects, others, othersBank }: Scenario): Story[] {
  const { boss, server } = world;
  const { db } = server;
  return [
    {
      name: 'createBankStatement',
      title: 'a bank statement with a payment and a document of another organization matches none of them',
      run: () => boss.post(`${api}/bank-statements/`, { name: 'Выписка', data: othersBank.file }),
      due: (body) => {
        const { is_own, repeated, foreign } = body as BankStatement;
        return is_own && repeated === 0 && foreign === 1;
      },
    },
    {
      name: 'payment',
      title: 'the number of a transfer of another organization is no repeat',
      async run() {
        const { id } = ok<Payment>(
          await boss.post(`${api}/payments/`, { partner: (await earner(world)).partner }),
        );
        ok(await approve(boss, `${api}/payments/${id}/`));
        const transfer = { paid_on: world.today(), external_ref: OTHERS_NUMBER };
        ok(await boss.post(`${api}/payments/${id}/mark-paid/`, transfer));
        const response = await boss.get(`${api}/payments/${id}/`);
        // A second call of the story must not repeat the number either.
        await bypassTriggers(server, (trx) => removeTransfers(trx, [id]));
        return response;
      },
      due: (body) => (body as { transfers: Transfer[] }).transfers.every(({ notes }) => notes.length === 0),
    },
    {
      name: 'dismissBankDocuments',
      title: 'a bank document of another organization is not listed',
      run: () =>
        boss.post(`${api}/bank-statements/${objects.bankStatement}/dismiss/`, {
          documents: [othersBank.document],
        }),
    },
    {
      name: 'restoreBankDocuments',
      title: 'a bank document of another organization is not restored',
      run: () =>
        boss.post(`${api}/bank-statements/${objects.bankStatement}/restore/`, {
          documents: [othersBank.document],
        }),
    },
    {
      name: 'registryFile',
      title: 'a bank file has the date in the time zone of the organization',
      async run() {
        const { partner } = await earner(world);
        const payment = ok<Payment>(await boss.post(`${api}/payments/`, { partner }));
        const { results } = ok<FormedRegistries>(
          await boss.post(`${api}/registries/`, { payments: [payment.id] }),
        );
        const registry = `${api}/registries/${results[0]?.id}/`;
        ok(await approve(boss, registry));
        const response = await boss.get(`${registry}file/?format=csv`);
        return provided(
          Boolean(response.headers.get('content-disposition')?.includes(world.today())),
          response,
        );
      },
    },
    {
      name: 'remindReceipts',
      title: 'a reminder has the date in the time zone of the organization',
      async run() {
        const own = sql`organization_id = (select organization_id from partners where id = ${objects.partner})`;
        await sql`update receipts set reminded_on = null where ${own}`.execute(db);
        const response = await boss.post(`${api}/receipts/remind/`);
        const { rows } = await sql<{ day: string }>`
          select reminded_on::text as day from receipts where ${own} and reminded_on is not null`.execute(db);
        return provided(rows.length > 0 && rows.every(({ day }) => day === world.today()), response);
      },
    },
    {
      name: 'checkTaxStatuses',
      title: 'the tax status is requested separately for each organization',
      run: () => requestUnanswered(db, { own: objects.partner, theirs: others.partner, at: server.now() }),
    },
    {
      name: 'taxChecks',
      title: 'the progress of tax status requests is that of the organization',
      run: () => boss.get(`${api}/tax-status/`),
      due: (body) => (body as { total: number }).total > 0,
    },
  ];
}

type CheckRequest = { own: string; theirs: string; at: Date };

/** Requests the tax status of a partner of each organization as the first one, and removes the requests. */
async function requestUnanswered(
  db: Db,
  { own, theirs: foreign, at }: CheckRequest,
): Promise<ClientResponse> {
  const trx = await db.startTransaction().execute();
  const { organization_id } = await trx
    .selectFrom('partners')
    .select('organization_id')
    .where('id', '=', own)
    .executeTakeFirstOrThrow();
  await sql`
    update partners set kind = 'self_employed', inn = '500100732259' where id in (${own}, ${foreign})`.execute(
    trx,
  );
  await sql`delete from tax_checks where partner_id = ${own}`.execute(trx);
  await sql`update tax_checks set status = 'waiting', inn = '' where partner_id = ${foreign}`.execute(trx);
  const checks = await requestTaxStatus(trx, organization_id, [own, foreign], { at, force: true });
  const { rows } = await sql<{ waves: number }>`
    select count(distinct batch_id)::int as waves from tax_checks where partner_id in (${own}, ${foreign})`.execute(
    trx,
  );
  await trx.rollback().execute();
  const response = { status: 200, body: { asked: checks }, headers: new Headers() };
  return provided(checks === 1 && rows[0]?.waves === 2, response);
}
