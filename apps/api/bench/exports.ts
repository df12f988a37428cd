/**
 * Cost of a file of many leads for the server: time to the first byte and to the last, bytes, growth of its memory. In MB and seconds, on the
 * embedded database, or on a throw-away one of the PostgreSQL server that `TEST_POSTGRES` names: `node bench/exports.ts 200000`.
 * Fails when memory grows with the rows.
 */
import { sql } from 'kysely';
import { startTestServer } from '../src/testing.ts';

const BOUND_MB = 150;
const MB = 1024 * 1024;
const PORTION = 50_000;
const rows = Number(process.argv[2] ?? 200_000);

const password = 'correct horse battery staple';
const phone = '+79160000001';
const server = await startTestServer({
  people: [{ phone, password, role: 'organization' }],
  accessTtl: 3600,
});
const { db } = server;

await sql`
  insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days, join_policy,
    attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
  select organization_id, gen_random_uuid(), 'draft', 'Программа', 'программа', '', 'lead_qualified', 0, 'open', 30, 30, '{}',
    '', '', now(), now()
  from users where phone = ${phone}`.execute(db);
for (let from = 1; from <= rows; from += PORTION) {
  await sql`
    insert into leads (organization_id, id, number, program_id, reward_event, source, name, phone, holds_phone, email, email_key,
      company, comment, status, deal_amount_kop, self_referral, unverified, search_text, created_at, updated_at)
    select organization_id, gen_random_uuid(), n, id, 'lead_qualified', 'import', 'Клиент ' || n, '+7916' || lpad(n::text, 7, '0'),
      false, 'client' || n || '@example.ru', '', 'ООО ' || n, repeat(md5(n::text), 4), 'won', n, false, false, '', now(), now()
    from programs, generate_series(${from}::int, ${Math.min(from + PORTION - 1, rows)}::int) n`.execute(db);
}
await sql`analyze`.execute(db);

const login = await fetch(`${server.url}/api/accounts/login/`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ phone, password, 'smart-token': '' }),
});
const { access } = (await login.json()) as { access: string };

async function measure(format: string) {
  const before = process.memoryUsage().rss;
  let peak = before;
  const sample = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const began = performance.now();
  const response = await fetch(`${server.url}/api/referral/leads/export/?format=${format}`, {
    headers: { authorization: `Bearer ${access}` },
  });
  const first = performance.now();
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  const last = performance.now();
  clearInterval(sample);
  const seconds = (moment: number) => ((moment - began) / 1000).toFixed(1);
  return {
    format,
    rows: response.headers.get('x-total-count'),
    MB: Math.round(bytes / MB),
    firstByte: seconds(first),
    lastByte: seconds(last),
    growthMB: Math.round((peak - before) / MB),
  };
}

// The first round warms up.
const rounds = [];
for (const format of ['csv', 'xlsx', 'csv', 'xlsx']) rounds.push(await measure(format));
console.table(rounds);
await server.stop();
if (rounds.slice(2).some(({ growthMB }) => growthMB > BOUND_MB)) process.exitCode = 1;
