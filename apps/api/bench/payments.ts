import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { moscowDay } from '../src/money/tax-status/moscow.ts';
import type { Staff } from '../src/platform/http/viewer.ts';
import { testDatabase } from '../src/testing/databases.ts';
import {
  createLedger,
  type Ledger,
  newOrganization,
  newPartners,
  newProgram,
  type Person,
} from '../test/setup/ledger.ts';

// Measures the time of payments with many accruals and its growth, on a temporary database:
//   node bench/payments.ts 3000 100000      or      TEST_POSTGRES=postgres://test@127.0.0.1:5432/postgres node bench/payments.ts
const sizes = process.argv.slice(2).map(Number);
const { db, url, drop } = await testDatabase();
const ledger = createLedger(db);
const staff = await newOrganization(db);
const program = await newProgram(ledger, staff, { hold_days: 0 });

/** Inserts accruals that are on an ended hold or available. */
async function insertAccruals(
  { organizationId }: Staff,
  partner: string,
  many: number,
  status: 'hold' | 'available',
) {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(trx);
    await sql`
      insert into accruals (organization_id, id, number, partner_id, program_id, kind, amount_kop, explanation,
        status, hold_until, created_at, updated_at)
      select ${organizationId}, overlay(${randomUUIDv7()}::text placing lpad(to_hex(n), 12, '0') from 25)::uuid,
        n + (select coalesce(max(number), 0) from accruals), ${partner}, ${program},
        'bonus', 100 + n % 7, 'За старание', ${status}, ${ledger.clock()}, ${ledger.clock()}, ${ledger.clock()}
      from generate_series(1, ${many}::int) n`.execute(trx);
  });
}

const times: Record<string, { ms: number; cpuMs: number }> = {};
async function timed<Result>(name: string, job: () => Promise<Result>): Promise<Result> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const result = await job();
  const { user, system } = process.cpuUsage(before);
  times[name] = { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
  return result;
}
/** CPU time is more accurate on a busy machine, but the CPU time of PostgreSQL is unknown. */
const cell = ([name, { ms, cpuMs }]: [string, { ms: number; cpuMs: number }]) =>
  `${name} ${ms.toFixed(0)} ms${url ? '' : ` (processor ${cpuMs.toFixed(0)} ms)`}`;

const form = ({ payments }: Ledger, { id }: Person) => payments.create(staff, { partner: id }, randomUUID());

for (const size of sizes.length > 0 ? sizes : [1000, 12_000, 100_000]) {
  const [first, second] = await newPartners(ledger, staff, [program]);
  if (first === undefined || second === undefined) throw new Error('no partner was created');
  await insertAccruals(staff, first.id, size, 'hold');
  await insertAccruals(staff, second.id, 1, 'available');
  await sql`analyze accruals`.execute(db);
  const forming = timed('creation', () => form(ledger, first));
  // The embedded database has one connection, so the other payment always waits.
  if (url) await new Promise((resolve) => setTimeout(resolve, 50));
  await timed('another creation at the same time', () => form(ledger, second));
  const { id } = await forming;
  await timed('approve', () => ledger.transitions.approve(staff, id, {}));
  await timed('cancel', () => ledger.transitions.cancel(staff, id, { reason: 'Ошибка' }));
  const again = await timed('form again', () => form(ledger, first));
  await ledger.transitions.approve(staff, again.id, {});
  await timed('process', () => ledger.transitions.process(staff, again.id, {}));
  const paid = { paid_on: moscowDay(ledger.clock()), external_ref: 'ПП 1' };
  await timed('pay', () => ledger.transitions.pay(staff, again.id, paid, randomUUID()));
  await timed('list', () => ledger.payments.list(staff, { ordering: '-created_at', page_size: 50 }));
  const cells = Object.entries(times).map(cell);
  console.log(`${url ? 'PostgreSQL' : 'embedded'}, ${size} accruals: ${cells.join(', ')}`);
}
await drop();
