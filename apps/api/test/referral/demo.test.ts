import {
  type Act,
  type CrmConnection,
  canTransition,
  type JournalEntry,
  type OutsideEvent,
  type Page,
  type Program,
  stateMachines,
  type Webhook,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../src/demo/fill.ts';
import { DEMO_PEOPLE, startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { api, createCaller, ok } from '../setup/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const boss = await server.findUser(DEMO_PEOPLE[0]?.phone ?? '');
  const partner = await server.findUser(DEMO_PEOPLE[1]?.phone ?? '');
  await fillDemo(server.db, boss.organization_id ?? '', partner, server.now());
});
afterAll(() => server.stop());

const signedIn = async (person: 0 | 1) =>
  createCaller(server, (await createClient(server).signIn(person)).access);

test('the demo organization has 5 programs, 40 partners and 620 leads from half a year', async () => {
  const boss = await signedIn(0);
  const all = async (noun: string) => ok<{ all: number }>(await boss.get(`${api}/${noun}/counts/`)).all;
  expect([await all('programs'), await all('partners'), await all('leads')]).toEqual([5, 40, 620]);
  const oldest = await server.db
    .selectFrom('leads')
    .select('created_at')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const days = (server.now().getTime() - oldest.created_at.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(175);
  expect(days).toBeLessThan(183);
});

test('demo journal entries have Russian titles, objects and fields', async () => {
  const boss = await signedIn(0);
  const actions = new Map<string, JournalEntry>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const kinds = 'program,partner,payment';
    const path = `${api}/journal/?kind=${kinds}&page_size=100${after}`;
    const page: Page<JournalEntry> = ok(await boss.get(path));
    for (const entry of page.results) actions.set(entry.action, entry);
    cursor = page.next;
  }
  expect(actions.size).toBeGreaterThan(6);
  for (const { title, object, changes } of actions.values()) {
    for (const words of [title, object.name, ...changes.map(({ field }) => field)])
      expect(words).toMatch(/^[А-Я]/);
  }
});

test('the self-employed partners of the demo have receipts in every status, a late receipt and a lost tax status', async () => {
  const boss = await signedIn(0);
  const counts = ok<Record<string, number>>(await boss.get(`${api}/receipts/counts/`));
  for (const status of ['awaited', 'annulled', 'received']) expect(counts[status]).toBeGreaterThan(0);
  const late = ok<{ all: number }>(await boss.get(`${api}/receipts/counts/?late=true`));
  expect(late.all).toBeGreaterThan(0);
  const lostLeads = await server.db
    .selectFrom('tax_statuses')
    .select('partner_id')
    .where('status', '=', 'lost')
    .execute();
  expect(lostLeads).toHaveLength(1);
});

test('the demo has confirmed and disputed acts, and an open act of the demo partner', async () => {
  const [boss, partner] = [await signedIn(0), await signedIn(1)];
  const counts = ok<Record<string, number>>(await boss.get(`${api}/acts/counts/`));
  expect(counts).toMatchObject({
    all: expect.toSatisfy((all: number) => all > 12),
    objected: 1,
    replaced: 0,
  });
  expect(counts['confirmed']).toBeGreaterThan(5);
  const own = ok<Page<Act>>(await partner.get(`${api}/acts/`)).results;
  expect(own.map(({ status }) => status)).toEqual(['issued', 'confirmed']);
  const titles = ok<Page<Act>>(await boss.get(`${api}/acts/?page_size=100`)).results.map(
    ({ title }) => title,
  );
  expect(new Set(titles)).toEqual(new Set(['Акт об оказании услуг', 'Отчет агента']));
});

test('the demo partner has programs, a link and leads', async () => {
  const partner = await signedIn(1);
  const programs = ok<{ results: { enrollment: object | null }[] }>(
    await partner.get(`${api}/programs/`),
  ).results;
  expect(programs).toHaveLength(5);
  for (const { enrollment } of programs) expect(enrollment).toMatchObject({ status: 'active' });
  expect(ok<{ all: number }>(await partner.get(`${api}/leads/counts/`)).all).toBeGreaterThan(50);
});

test('the history of demo leads contains only allowed transitions', async () => {
  const events = await server.db.selectFrom('lead_events').select(['from_status', 'to_status']).execute();
  for (const { from_status, to_status } of events) {
    if (from_status === null) expect(stateMachines.lead.entry).toContain(to_status);
    // A change of the deal amount is an event from won to won.
    else if (from_status !== 'won' || to_status !== 'won')
      expect(canTransition(stateMachines.lead, from_status, to_status)).toBe(true);
  }
});

test('the daily figures of the demo count its recent visits without bots', async () => {
  const { rows } = await sql<{ kept: number; wrong: number; bots: number; tagged: number; referred: number }>`
    with visits as (
      select link_id, (at at time zone 'Europe/Moscow')::date as day,
        count(*) as clicks, count(*) filter (where is_unique) as unique_clicks
      from clicks where not is_bot group by 1, 2
    ), figures as (
      select * from click_days where day >= (select min(day) from visits)
    )
    select
      (select count(*)::int from visits) as kept,
      (select count(*)::int from visits v full join figures f using (link_id, day)
        where (v.clicks, v.unique_clicks) is distinct from (f.clicks, f.unique_clicks)) as wrong,
      (select count(*)::int from clicks where is_bot) as bots,
      (select count(*)::int from clicks where utm <> '{}') as tagged,
      (select count(*)::int from clicks where referrer_host <> '') as referred`.execute(server.db);
  const [figures] = rows;
  expect(figures?.wrong).toBe(0);
  for (const count of [figures?.kept, figures?.bots, figures?.tagged, figures?.referred]) {
    expect(count).toBeGreaterThan(20);
  }
});

test('a demo visit is unique when the visitor has not visited the link for a day', async () => {
  const { rows } = await sql<{ wrong: number; repeated: number }>`
    select count(*) filter (where not is_unique)::int as repeated,
      count(*) filter (where is_unique = exists (
        select from clicks b where b.link_id = c.link_id and b.visitor = c.visitor and not b.is_bot
          and b.id <> c.id and b.at <= c.at and b.at > c.at - interval '1 day'))::int as wrong
    from clicks c where not is_bot`.execute(server.db);
  expect(rows[0]).toEqual({ wrong: 0, repeated: expect.any(Number) });
  expect(rows[0]?.repeated).toBeGreaterThan(20);
});

test('every duplicate of the demo refers to an earlier live lead with the same contact', async () => {
  const { rows } = await sql<{ reason: string; sound: number; all: number }>`
    select d.reason_code as reason, count(*)::int as all, count(*) filter (where
      f.created_at < d.created_at and f.holds_phone and not d.holds_phone
      and case d.reason_code when 'same_phone' then f.phone = d.phone else f.email = d.email and f.phone <> d.phone end
    )::int as sound
    from leads d left join leads f on f.id = d.duplicate_of where d.status = 'duplicate' group by 1 order by 1`.execute(
    server.db,
  );
  expect(rows.map(({ reason }) => reason)).toEqual(['same_email', 'same_phone']);
  for (const { all, sound } of rows) expect(sound).toBe(all);
});

test('the demo has leads from every source, and manual leads have an author', async () => {
  const { rows } = await sql<{ source: string; consents: number; entered: number; all: number }>`
    select l.source, count(*)::int as all, count(c.lead_id)::int as consents, count(e.actor_id)::int as entered
    from leads l
    join lead_events e on e.lead_id = l.id and e.from_status is null
    left join consents c on c.lead_id = l.id
    group by 1 order by 1`.execute(server.db);
  expect(rows.map(({ source }) => source)).toEqual(['organization', 'partner', 'public_form']);
  for (const { source, all, consents, entered } of rows) {
    expect({ consents, entered }).toEqual(
      source === 'public_form' ? { consents: all, entered: 0 } : { consents: 0, entered: all },
    );
  }
});

test.each([
  [0, 'organization', 'true'],
  [1, 'partner', 'n.partner_id = (select id from partners where user_id is not null)'],
] as const)(
  'the program totals of demo user %i match the rows that the user can see',
  async (person, role, own) => {
    const figures = sql.raw(`
    select p.id,
      (select count(*)::int from leads n where n.program_id = p.id and n.status <> 'duplicate' and ${own}) as leads,
      (select count(*)::int from leads n where n.program_id = p.id and n.status = 'won' and ${own}) as won,
      (select sum(d.clicks)::int from links n join click_days d on d.link_id = n.id where n.program_id = p.id and ${own}) as clicks
    from programs p order by p.id`);
    const { rows } = await sql<{ id: string }>`${figures}`.execute(server.db);
    type Shown = { id: string; figures: { partners?: number; leads: number; won: number; clicks: number } };
    const { results } = ok<{ results: Shown[] }>(await (await signedIn(person)).get(`${api}/programs/`));
    const shown = results.map(({ id, figures: { leads, won, clicks } }) => ({ id, leads, won, clicks }));
    expect(
      shown.sort((one, other) => (one.id < other.id ? -1 : 1)),
      role,
    ).toEqual(rows);
    for (const { leads, won, clicks } of shown) expect(Math.min(leads, won, clicks)).toBeGreaterThan(0);
  },
);

test('the next lead continues the numbers of the demo', async () => {
  const boss = await signedIn(0);
  const [program] = ok<{ results: { id: string }[] }>(await boss.get(`${api}/programs/`)).results;
  const response = await boss.post(`${api}/leads/`, {
    name: 'Анна',
    phone: '+7 999 000-00-00',
    program: program?.id,
  });
  expect(response).toMatchObject({ status: 201, body: { number: 'Л-621' } });
});

test('the demo has a webhook and a CRM that are off, and events that were applied, late, ignored and unmatched', async () => {
  const boss = await signedIn(0);
  const read = async <Body>(noun: string) =>
    ok<{ results: Body[] }>(await boss.get(`${api}/${noun}/`)).results;
  expect(await read<Webhook>('webhooks')).toMatchObject([{ state: 'off' }]);
  expect(await read<CrmConnection>('crm-connections')).toMatchObject([
    { is_on: false, state: 'connected', deals: { sent: 8, waiting: 0, failed: 0 } },
  ]);
  const events = await read<OutsideEvent>('outside-events');
  const states = ['applied', 'applied', 'applied', 'ignored', 'late', 'unmatched'];
  expect(events.map(({ state }) => state).toSorted()).toEqual(states);
  for (const { state, cause, lead } of events)
    expect(state === 'applied' ? lead !== null && cause === '' : cause !== '').toBe(true);
});

test('the demo calls no other system, also after its webhook and its CRM are turned on', async () => {
  const boss = await signedIn(0);
  for (const noun of ['webhooks', 'crm-connections'] as const) {
    const [one] = ok<{ results: { id: string; version?: number }[] }>(
      await boss.get(`${api}/${noun}/`),
    ).results;
    const version = one?.version === undefined ? {} : { version: one.version };
    ok(await boss.patch(`${api}/${noun}/${one?.id}/`, { ...version, is_on: true }));
  }
  const [program] = ok<Page<Program>>(await boss.get(`${api}/programs/?status=active`)).results;
  ok(
    await boss.post(`${api}/leads/`, {
      ...{ name: 'Иван Клиентов', phone: '+79031112233', program: program?.id },
    }),
  );
  await server.sendDeals();
  await server.deliverWebhooks();
  const [crm] = ok<{ results: CrmConnection[] }>(await boss.get(`${api}/crm-connections/`)).results;
  expect(crm?.cause).toContain('Ключи не читаются');
  const [webhook] = ok<{ results: Webhook[] }>(await boss.get(`${api}/webhooks/`)).results;
  expect(webhook?.last_attempt).toMatchObject({ problem: 'Секрет не читается. Замените его.' });
});
