import { setTimeout } from 'node:timers/promises';
import type {
  Accrual,
  FormedActs,
  FormedRegistries,
  JournalEntry,
  Lead,
  Page,
  Payment,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBankSteps } from '../setup/bank.ts';
import type { ClientResponse } from '../setup/client.ts';
import { createInn } from '../setup/inn.ts';
import { organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
}, PAYER);

/** Sends a request while another transaction locks a partner or another row, and moves the clock before it ends. @returns the response. */
async function sendDuringLock(
  id: string,
  send: () => Promise<ClientResponse>,
  table: 'partners' | 'bank_documents' = 'partners',
) {
  let response: Promise<ClientResponse> | undefined;
  await world.server.db.transaction().execute(async (trx) => {
    await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(trx);
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

test('the journal time of a new registry is taken after the locks of its partners', async () => {
  const { id: partner } = await money.payable(300_000);
  money.ready();
  const { results } = ok<FormedRegistries>(
    await sendDuringLock(partner, () => boss.post(REGISTRIES, { partners: [partner] })),
  );
  const [registry] = results;
  expect(await timesOf(registry?.id ?? '', 'registry.create')).toEqual([world.server.now().toISOString()]);
  expect(registry?.created_at).toBe(world.server.now().toISOString());
});

test('the journal time of a registry of drafts is taken after the locks of its partners', async () => {
  const { id: partner } = await money.payable(300_000);
  money.ready();
  const { id } = ok<Payment>(await boss.post(`${api}/payments/`, { partner }));
  const { results } = ok<FormedRegistries>(
    await sendDuringLock(partner, () => boss.post(REGISTRIES, { payments: [id] })),
  );
  expect(await timesOf(results[0]?.id ?? '', 'registry.create')).toEqual([world.server.now().toISOString()]);
});

test('the journal time of the acts of a batch is taken after the locks of its partners', async () => {
  const { payRest } = createBankSteps({ world, boss, money });
  const { id: partner } = await money.payable(300_000, {
    card: { kind: 'self_employed', inn: createInn(7001) },
  });
  money.ready();
  const day = world.today();
  await payRest(partner, day);
  world.server.advance(40 * 24 * 60 * 60);
  const { results } = ok<FormedActs>(
    await sendDuringLock(partner, () => boss.post(`${api}/acts/`, { month: day.slice(0, 7), partner })),
  );
  expect(await timesOf(results[0]?.id ?? '', 'act.create')).toEqual([world.server.now().toISOString()]);
});

test('the journal time of an applied bank document is taken after the locks of its partners', async () => {
  const { registered, upload, debitOf } = createBankSteps({ world, boss, money });
  const payment = await registered(300_000);
  const { id, documents } = await upload(debitOf(payment));
  const [document] = documents;
  ok(
    await sendDuringLock(payment.partner.id, () =>
      boss.post(`${api}/bank-statements/${id}/apply/`, { documents: [document?.id] }),
    ),
  );
  expect(await timesOf(payment.id, 'payment.paid')).toEqual([world.server.now().toISOString()]);
});

test('the journal time of a skipped bank document is taken after its lock', async () => {
  const { registered, upload, debitOf } = createBankSteps({ world, boss, money });
  const { id, documents } = await upload(debitOf(await registered(300_000)));
  const [document] = documents;
  ok(
    await sendDuringLock(
      document?.id ?? '',
      () => boss.post(`${api}/bank-statements/${id}/dismiss/`, { documents: [document?.id] }),
      'bank_documents',
    ),
  );
  expect(await timesOf(id, 'bank-statement.dismiss')).toEqual([world.server.now().toISOString()]);
});

test('the time of a reward is taken after the lock of its partner', async () => {
  const { card } = await world.partner({}, boss);
  const program = await world.program({}, boss);
  await world.enroll(program.id, card.id, boss);
  const { id } = await world.lead(program.id, { partner: card.id }, boss);
  const { version } = ok<Lead>(await boss.get(`${api}/leads/${id}/`));
  const qualify = () => boss.post(`${api}/leads/${id}/transition/`, { version, to: 'qualified' });
  ok(await sendDuringLock(card.id, qualify));
  const [reward] = ok<Page<Accrual>>(await boss.get(`${api}/accruals/?partner=${card.id}`)).results;
  expect(await timesOf(reward?.id ?? '', 'accrual.create')).toEqual([world.server.now().toISOString()]);
});

test('the journal times of concurrent changes have the order of their commits', async () => {
  const { id: partner } = await money.payable(300_000);
  money.ready();
  const [accrual] = ok<Page<Accrual>>(await boss.get(`${api}/accruals/?partner=${partner}`)).results;
  const finished: string[] = [];
  const from = world.server.now();
  const track = async (action: string, request: Promise<ClientResponse>) => {
    ok(await request);
    finished.push(action);
  };
  const requests: Promise<void>[] = [];
  await world.server.db.transaction().execute(async (trx) => {
    await sql`select id from partners where id = ${partner} for update`.execute(trx);
    world.server.advance(60);
    const bonus = { partner, kind: 'bonus', amount_kop: 400_000, explanation: 'За встречу' };
    const method = { kind: 'sbp', phone: '+79161112234', bank: 'Т-Банк' };
    requests.push(
      track('accrual.review', boss.post(`${api}/accruals/${accrual?.id}/review/`, { reason: 'Проверить' })),
      track('payout-method.create', boss.post(`${api}/partners/${partner}/payout-methods/`, method)),
      track('accrual.create', boss.post(`${api}/accruals/`, bonus)),
    );
    await setTimeout(300);
    world.server.advance(60);
  });
  await Promise.all(requests);
  const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?ordering=at&page_size=100`));
  const written = results.filter(({ at }) => at > from.toISOString());
  expect(written.map(({ action }) => action)).toEqual(finished);
  expect(written.map(({ at }) => at >= new Date(from.getTime() + 120_000).toISOString())).toEqual([
    true,
    true,
    true,
  ]);
});
