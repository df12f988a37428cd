import { setTimeout } from 'node:timers/promises';
import type { Accrual, JournalEntry, Page, Payment } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ClientResponse } from '../setup/client.ts';
import { organizationForEachTest, type Payouts } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
});

/** Sends a request while another transaction locks a partner, and moves the clock before it ends. @returns the response. */
async function sendDuringLock(partner: string, send: () => Promise<ClientResponse>) {
  let response: Promise<ClientResponse> | undefined;
  await world.server.db.transaction().execute(async (trx) => {
    await sql`select id from partners where id = ${partner} for update`.execute(trx);
    response = send();
    await setTimeout(300);
    world.server.advance(60);
  });
  if (response === undefined) throw new Error('no request was sent');
  return response;
}

const timesOf = async (object: string, action: string) =>
  ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${object}`))
    .results.filter((entry) => entry.action === action)
    .map(({ at }) => at);

test('the journal time of a new payment is taken after its locks', async () => {
  const { id: partner } = await money.payable(300_000);
  money.ready();
  const payment = ok<Payment>(
    await sendDuringLock(partner, () => boss.post(`${api}/payments/`, { partner })),
  );
  expect(await timesOf(payment.id, 'payment.create')).toEqual([world.server.now().toISOString()]);
});

test('the journal time of a decision about an accrual is taken after its locks', async () => {
  const { id: partner } = await money.payable(300_000);
  const [accrual] = ok<Page<Accrual>>(await boss.get(`${api}/accruals/?partner=${partner}`)).results;
  const id = accrual?.id ?? '';
  ok(
    await sendDuringLock(partner, () => boss.post(`${api}/accruals/${id}/cancel/`, { reason: 'Так решили' })),
  );
  expect(await timesOf(id, 'accrual.cancel')).toEqual([world.server.now().toISOString()]);
});
