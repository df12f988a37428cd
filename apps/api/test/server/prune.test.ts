import type { Accrual, FileDownload, Link, Registry } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pruneTable } from '../../src/platform/db/prune.ts';
import { payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0' };

/** Tables whose rows are deleted after some time. */
const PRUNED = [
  ...['clicks', 'idempotency_keys', 'idempotent_calls', 'limited_forms', 'rate_limits', 'sessions'],
  ...['messages', 'deliveries', 'telegram_starts', 'account_links', 'account_codes'],
  ...['webhook_events', 'webhook_deliveries'],
];

/** Tables whose rows are kept, by reason. */
const KEPT = {
  'data of users': [
    ...['users', 'organizations', 'programs', 'partners', 'enrollments', 'links', 'payout_methods'],
    ...['leads', 'lead_comments', 'former_contacts', 'payments', 'accruals', 'claims'],
    ...['clients', 'attachments', 'sales', 'conversions'],
  ],
  'a sale whose contacts are erased thirty days after the decision': ['waiting_sales'],
  'an event whose body is erased thirty days after the decision': ['outside_events'],
  'terms that rewards follow': ['program_groups', 'personal_terms'],
  'a version that other rows reference': ['reward_rules', 'consent_texts', 'documents'],
  'an image of the organization': ['organization_logos'],
  'a name that the journal shows': ['api_keys'],
  'the last 100 rows of each key': ['api_key_calls'],
  'settings of the organization': [
    'organization_mail',
    'organization_telegram',
    'webhooks',
    'crm_connections',
    'site_forms',
  ],
  'an append-only record': [
    'audit_entries',
    'lead_events',
    'consents',
    'accrual_moves',
    'transfers',
    'transfer_matches',
    'transfer_debts',
    'opening_balances',
    'payment_attempts',
    'payment_attempt_events',
    'month_closings',
    'period_closes',
    'journal_values',
    'journal_seals',
    'file_downloads',
  ],
  'a bank file whose content is erased after three years': ['kept_files'],
  'imports whose contents are deleted after thirty days': ['imports', 'import_rows'],
  'a record of invitations and applications': ['invitations', 'applications'],
  'settings of a user': ['message_choices', 'quiet_hours', 'telegram_chats', 'list_views', 'dismissed_tasks'],
  'a few rows of server state': ['message_channels', 'telegram_polls'],
  'one row per payment': ['receipts'],
  'one row per lead and CRM': ['crm_deals'],
  'deleted once the deal is read': ['crm_reads'],
  'bank transfers and bank statements': [
    ...['registries', 'registry_payments', 'bank_statements', 'bank_documents'],
  ],
  'an immutable document and its sources': ['acts', 'act_payments', 'act_returns'],
  'few rows per partner': ['tax_statuses', 'tax_checks'],
  'a directory replaced by the next upload': ['banks', 'bank_directories', 'directory_banks'],
  'empty between transactions': ['payment_checks', 'figure_changes', 'figure_commits'],
  'empty after the next run of a job': ['journal_queue'],
  'a code that is never reused': ['link_codes'],
  'one row per counted object': [
    'counters',
    'partner_balances',
    'program_spending',
    'lead_totals',
    'payment_totals',
  ],
  'one row per counted object and day': [
    ...['click_days', 'lead_days', 'accrual_days'],
    ...['organization_click_days', 'organization_lead_days', 'organization_accrual_days'],
    'partner_spans',
  ],
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ refreshTtl: 10 * 365 * DAY });
});
afterAll(() => world.stop());

test('every table is either pruned or has a reason to keep its rows', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
    world.server.db,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
  expect(tables.sort()).toEqual([...PRUNED, ...Object.values(KEPT).flat()].sort());
});

describe('an idempotency key', () => {
  test('is kept for thirty days and can then be reused', async () => {
    const { id: partner } = await world.invited();
    const bonus = async () =>
      ok<Accrual>(
        await world.boss.post(
          `${api}/accruals/`,
          { partner, kind: 'bonus', amount_kop: 500, explanation: 'За старание' },
          { 'idempotency-key': 'one-key' },
        ),
      ).id;
    const first = await bonus();
    world.server.advance(30 * DAY - 1);
    await world.server.prune();
    expect(await bonus()).toBe(first);
    world.server.advance(1);
    await world.server.prune();
    expect(await world.server.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
    expect(await bonus()).not.toBe(first);
  });
});

describe('a visit', () => {
  test('is deleted with its month after a year unless a lead came from it, and stays in the counts', async () => {
    const { id } = await world.program();
    const { id: partner } = await world.invited();
    const { code } = await world.enroll(id, partner);
    const visit = async (headers: Record<string, string> = BROWSER) => {
      const response = await createCaller(world.server).post(`/api/public/ref/${code}/clicks/`, {}, headers);
      await world.server.settled();
      return ok<{ click: string }>(response).click;
    };
    const [visitOnly, visitWithLead] = [await visit(), await visit()];
    const robot = await visit({ 'user-agent': 'TelegramBot' });
    const lead = { name: 'Анна', phone: world.phone(), consent: true, click: visitWithLead };
    ok(await world.anonymous.post(`/api/public/ref/${code}/leads/`, lead));
    const remaining = async () => {
      await world.server.prune();
      const rows = await world.server.db.selectFrom('clicks').select('id').orderBy('id').execute();
      return rows.map((row) => row.id);
    };

    world.server.advance(7 * DAY - 1);
    expect(await remaining()).toEqual([visitOnly, visitWithLead, robot]);
    world.server.advance(1);
    expect(await remaining()).toEqual([visitOnly, visitWithLead]);
    world.server.advance(357 * DAY);
    expect(await remaining()).toEqual([visitOnly, visitWithLead]);
    world.server.advance(32 * DAY);
    expect(await remaining()).toEqual([visitWithLead]);
    const [link] = ok<{ results: Link[] }>(await world.boss.get(`${api}/partners/${partner}/links/`)).results;
    expect(link).toMatchObject({ clicks: 2, unique_clicks: 1 });
  });
});

test('the content of a bank file is erased three years after its last download, and the list still names it', async () => {
  const money = payouts(world);
  await money.payable(200_000);
  money.ready();
  const [registry] = (await money.form()).results as [Registry];
  ok(await money.step(registry, 'approve'));
  const address = `${REGISTRIES}${registry.id}/`;
  const read = async (path: string) => (await world.boss.open(path)).status;
  const downloads = async () =>
    ok<{ results: FileDownload[] }>(await world.boss.get(`${address}downloads/`)).results;
  const keptAfter = async (years: number) => {
    world.server.advance(years * 366 * DAY);
    await world.server.prune();
    return (await downloads()).map(({ is_kept }) => is_kept);
  };
  expect(await read(`${address}file/?format=csv`)).toBe(200);
  const [first] = await downloads();
  const again = `${api}/file-downloads/${first?.id}/`;
  expect(await keptAfter(2)).toEqual([true]);
  expect(await read(again)).toBe(200);
  expect(await keptAfter(2)).toEqual([true, true]);
  expect(await keptAfter(1)).toEqual([false, false]);
  expect(await read(again)).toBe(404);
});

test('concurrent pruning deletes every expired row once in batches and keeps the others', async () => {
  const { db } = world.server;
  await sql`
    insert into rate_limits (key, hits, expires_at)
    select 'row ' || n, 1, case when n <= 2500 then '2020-01-01'::timestamptz else '2100-01-01' end
    from generate_series(1, 2510) n`.execute(db);
  const prune = () => pruneTable(db, 'rate_limits', sql`t.expires_at <= '2020-01-01' and t.key like 'row %'`);
  const [one, two] = await Promise.all([prune(), prune()]);
  expect(one + two).toBe(2500);
  const remainingRows = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'like', 'row %')
    .execute();
  expect(remainingRows).toHaveLength(10);
});
