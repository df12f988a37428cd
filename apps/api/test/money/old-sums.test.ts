import { type Lead, MAX_KOP, type Payment, routes } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT } from '../setup/payouts.ts';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

/** Deals whose sum JavaScript cannot represent exactly. */
const LEADS = 905;
const TOO_LARGE = 'Сумма слишком велика: вместе с остальными она выходит за пределы учета. Проверьте ее.';
const LIMITED = ['partner_balances', 'organization_accrual_days', 'organization_lead_days'];

let world: World;
let boss: Caller;
let program: string;
let partner: { card: { id: string }; caller: Caller };
beforeAll(async () => {
  world = await createWorld();
  boss = world.boss;
  const given = await world.partner();
  partner = { card: { id: given.card.id }, caller: given.caller };
  const reward = { kind: 'percent', percent_bps: 10_000 };
  ({ id: program } = await world.program({ reward, reward_event: 'deal_won', hold_days: 0 }));
  await world.enroll(program, partner.card.id);
});
afterAll(() => world.stop());

const move = (lead: Lead, body: object) =>
  boss.post(`${api}/leads/${lead.id}/transition/`, { version: lead.version, ...body });

async function won(more: object): Promise<Lead> {
  let lead = await world.lead(program, more);
  for (const to of ['in_progress', 'qualified']) lead = ok<Lead>(await move(lead, { to }));
  return ok<Lead>(await move(lead, { to: 'won', deal_amount_kop: MAX_KOP }));
}

const copyOf = (id: string) =>
  `overlay(overlay(md5(${id}::text || copy.n) placing '5' from 13) placing '8' from 17)::uuid`;
const number = 'r.number + 10000 * copy.n';

/** Adds copies of a won lead with its claim and accruals. */
const addCopies = (id: string, count: number) =>
  world.server.db.transaction().execute(async (trx) => {
    const copies = {
      leads: {
        ...{ id: copyOf('r.id'), reward_id: 'null', number },
        phone: "'+7' || (9400000000 + 10000 * r.number + copy.n)",
      },
      claims: { lead_id: copyOf('r.lead_id'), rewarded_before: 'r.rewarded_before + copy.n' },
      accruals: { id: copyOf('r.id'), lead_id: copyOf('r.lead_id'), number },
    };
    for (const [table, changed] of Object.entries<Record<string, string>>(copies)) {
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(trx);
      const names = rows.map(({ name }) => name);
      await sql`
        insert into ${sql.table(table)} (${sql.raw(names.join())})
        select ${sql.raw(names.map((name) => changed[name] ?? `r.${name}`).join())}
        from ${sql.table(table)} r, generate_series(1, ${count}::int) copy (n)
        where ${sql.ref(table === 'leads' ? 'r.id' : 'r.lead_id')} = ${id}`.execute(trx);
    }
    await sql`
      update leads set reward_id = accruals.id from accruals
      where accruals.lead_id = leads.id and accruals.kind = 'reward' and leads.reward_id is null`.execute(
      trx,
    );
  });

const setLimits = async (action: 'enable' | 'disable') => {
  for (const table of LIMITED)
    await sql`alter table ${sql.table(table)} ${sql.raw(action)} trigger ${sql.id(`${table}_limit`)}`.execute(
      world.server.db,
    );
};

test('deals above the maximum of an organization are refused with a message, with and without a reward', async () => {
  const first = await won({});
  await addCopies(first.id, 798);
  const last = await won({});
  const next = ok<Lead>(await move(await world.lead(program), { to: 'in_progress' }));
  const qualified = ok<Lead>(await move(next, { to: 'qualified' }));
  const refused = { status: 409, body: { detail: TOO_LARGE } };
  expect(await move(qualified, { to: 'won', deal_amount_kop: MAX_KOP })).toMatchObject(refused);
  expect(
    await boss.patch(`${api}/leads/${last.id}/`, { version: last.version, deal_amount_kop: 1 }),
  ).toMatchObject({ status: 200 });
  const room = ok<Lead>(await move(qualified, { to: 'won', deal_amount_kop: MAX_KOP - 1 }));
  expect(
    await boss.patch(`${api}/leads/${room.id}/`, { version: room.version, deal_amount_kop: MAX_KOP }),
  ).toMatchObject(refused);
});

const today = () => world.today();
const period = () => `from=${today()}&to=${today()}`;

/** Lists, totals and files of the organization, and the pages of one object. */
const screens = (payments: readonly string[]) => [
  ...Object.values(routes)
    .filter(
      ({ method, path, access }) =>
        method === 'GET' && Array.isArray(access) && access.includes('organization') && !path.includes('{'),
    )
    .map(({ path }) => path)
    .filter(
      (path) =>
        /\/(home|referral)\//.test(path) && !/check\/|banks|imports|taxes|search|shared|history/.test(path),
    )
    .flatMap((path) => (path.endsWith('export/') ? [`${path}?format=csv`, `${path}?format=xlsx`] : [path])),
  ...['deal_kop', 'rewards_kop'].map((metric) => `/api/home/series/?metric=${metric}`),
  `/api/home/summary/?partner=${partner.card.id}`,
  `/api/home/series/?metric=deal_kop&program=${program}`,
  `${api}/leads/counts/?sums=true`,
  `${api}/leads/counts/?sums=true&partner=${partner.card.id}`,
  `${api}/payments/taxes/?month=${today().slice(0, 7)}`,
  `${api}/partners/${partner.card.id}/`,
  `${api}/partners/${partner.card.id}/statement/?${period()}`,
  `${api}/partners/${partner.card.id}/statement/pdf/?${period()}`,
  `${api}/programs/${program}/`,
  ...payments.map((id) => `${api}/payments/${id}/`),
];

const opened = async (caller: Caller, paths: readonly string[]) => {
  const answers: [string, number][] = [];
  for (const path of paths) {
    const response = await caller.open(path);
    await response.arrayBuffer();
    answers.push([path, response.status]);
  }
  return answers.filter(([, status]) => status !== 200);
};

const ofPartner = () => [
  ...['/api/home/summary/', '/api/home/series/?metric=rewards_kop', '/api/home/balance/', '/api/home/tasks/'],
  ...[
    'accruals/',
    'accruals/counts/',
    'payments/',
    'payments/counts/',
    'leads/',
    'leads/counts/?sums=true',
  ].map((path) => `${api}/${path}`),
];

test('sums of 905 largest deals at 100 %, from before the maximum, are shown on all screens and in all files', async () => {
  await sql`delete from rate_limits`.execute(world.server.db);
  await setLimits('disable');
  const { id } = await won({ partner: partner.card.id });
  await addCopies(id, LEADS - 1);
  await setLimits('enable');
  const [lead] = ok<{ results: Lead[] }>(await boss.get(`${api}/leads/?partner=${partner.card.id}`)).results;
  ok(await move(lead as Lead, { to: 'lost', reason_code: 'other', reason_comment: 'Отказ' }));
  const lost = ok<Lead>(await boss.get(`${api}/leads/${(lead as Lead).id}/`));
  const reopened = ok<Lead>(await move(lost, { to: 'in_progress', reason_comment: 'Передумал' }));
  const again = ok<Lead>(await move(reopened, { to: 'qualified' }));
  expect(await move(again, { to: 'won' })).toMatchObject({ status: 409, body: { detail: TOO_LARGE } });
  expect(await opened(boss, screens([]))).toEqual([]);
  expect(await opened(partner.caller, ofPartner())).toEqual([]);

  ok(await boss.post(`${api}/partners/${partner.card.id}/payout-methods/`, ACCOUNT));
  await world.server.advance(2 * 24 * 60 * 60);
  const payment = ok<Payment>(await boss.post(`${api}/payments/`, { partner: partner.card.id }));
  expect(payment.amount_kop).toBe((LEADS - 1) * MAX_KOP);
  const address = `${api}/payments/${payment.id}/`;
  ok(await approve(boss, address));
  ok(await boss.post(`${address}mark-paid/`, { paid_on: today(), external_ref: '17' }));
  expect(await opened(boss, screens([payment.id]))).toEqual([]);
  expect(await opened(partner.caller, [...ofPartner(), address])).toEqual([]);

  const month = today().slice(0, 7);
  await world.server.advance(40 * 24 * 60 * 60);
  ok(await boss.post(`${api}/acts/`, { month }));
  const { results } = ok<{ results: { id: string }[] }>(await boss.get(`${api}/acts/`));
  const acts = results.flatMap((act) => [
    `${api}/acts/${act.id}/`,
    ...['pdf', 'xlsx'].map((format) => `${api}/acts/${act.id}/file/?format=${format}`),
  ]);
  expect(acts.length).toBeGreaterThan(0);
  expect(await opened(boss, acts)).toEqual([]);
}, 120_000);
