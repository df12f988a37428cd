import type { Client, ClientForPartner, Page, Sale } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertManyLeads } from '../setup/many-leads.ts';
import { insertManySales, insertManyWaitingSales } from '../setup/many-sales.ts';
import { findScansOfWrite, findSequentialScans, rowsRead } from '../setup/plans.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

/** A quarter of the leads are deals, each of another client. */
const LEADS = 40_000;
const LATER_SALES = 9;
/** Much less than the number of sales of one partner. */
const FEW = 600;
const WAITING = 200;
const DECIDED = 20_000;

let world: World;
let partner: Caller;
let ids: Record<'organization' | 'program' | 'partner' | 'rare' | 'client' | 'sale', string>;
beforeAll(async () => {
  world = await createWorld();
  const { db } = world.server;
  const { id: program } = await world.program();
  const { card, caller } = await world.partner();
  await world.enroll(program, card.id);
  const { organization } = await world.lead(program, { partner: card.id });
  await insertManyLeads(db, organization.id, LEADS, world.server.now());
  await insertManySales(db, organization.id, LATER_SALES);
  const cards = db.selectFrom('partners').select(['id', 'user_id']);
  const { user_id } = await cards.where('id', '=', card.id).executeTakeFirstOrThrow();
  const crowded = await cards.where('name', '=', 'Партнер 10').executeTakeFirstOrThrow();
  await db.updateTable('partners').set({ user_id: null }).where('id', '=', card.id).execute();
  await db.updateTable('partners').set({ user_id }).where('id', '=', crowded.id).execute();
  partner = caller;
  const [client] = ok<Page<Client>>(await world.boss.get(`${api}/clients/?page_size=25`)).results;
  const [sale] = ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client?.id}`)).results;
  ids = {
    organization: organization.id,
    program,
    partner: crowded.id,
    rare: card.id,
    client: client?.id ?? '',
    sale: sale?.id ?? '',
  };
});
afterAll(() => world.stop());

/** Returns the address of a page and of the one after it. */
async function withNext(path: string): Promise<string[]> {
  const { next } = ok<Page<unknown>>(await world.boss.get(path));
  return next === null ? [path] : [path, `${path}&cursor=${next}`];
}

const both = (list: string, keys: readonly string[]) =>
  keys.flatMap((key) => [key, `-${key}`]).map((key) => `${api}/${list}/?page_size=50&ordering=${key}`);
const SEARCHED = ['9410012345', 'к-10012', '999999999999'];
const DAYS = 'from=2020-01-01&to=2040-01-01';
const filtered = (list: string, filters: readonly string[]) =>
  filters.map((filter) => `${api}/${list}/?page_size=50&${filter}`);

const LISTS: Record<string, () => readonly string[]> = {
  clients: () => [
    ...both('clients', ['created_at', 'last_sale']),
    ...filtered('clients', [
      ...[`program=${ids.program}`, `partner=${ids.partner}`, `partner=${ids.rare}`],
      ...SEARCHED.map((text) => `search=${encodeURIComponent(text)}`),
    ]),
  ],
  sales: () => [
    ...both('sales', ['paid_on']),
    ...filtered('sales', [
      ...[`client=${ids.client}`, `program=${ids.program}`, `partner=${ids.partner}`, `partner=${ids.rare}`],
      DAYS,
    ]),
  ],
  accruals: () => filtered('accruals', [`client=${ids.client}`, `sale=${ids.sale}`]),
};

test.each(Object.keys(LISTS))(
  'the list of %s scans no large table in any order and with any filter',
  async (list) => {
    const found: string[] = [];
    for (const first of LISTS[list]?.() ?? [])
      for (const path of await withNext(first))
        for (const table of await findSequentialScans(world.server.db, world.boss, path))
          found.push(`${table} by ${path}`);
    expect(found).toEqual([]);
  },
);

test('a page of clients or sales without a filter, and a card with its history, read few rows', async () => {
  const pages = [...both('clients', ['created_at', 'last_sale']), ...both('sales', ['paid_on'])];
  const card = [`${api}/clients/${ids.client}/`, `${api}/clients/${ids.client}/history/`];
  for (const path of [...pages, ...card, `${api}/sales/?page_size=50&client=${ids.client}`]) {
    const read = await rowsRead(world.server.db, world.boss, path);
    expect([path, read]).toEqual([path, expect.toSatisfy((rows: unknown) => Number(rows) < 2 * FEW)]);
  }
});

describe('sales that wait for their client', () => {
  beforeAll(async () => {
    await insertManyWaitingSales(world.server.db, ids.organization, { waiting: WAITING, decided: DECIDED });
  });

  test.each(['', 'count/'])('are read at waiting-sales/%s without a scan of decided ones', async (call) => {
    const path = `${api}/waiting-sales/${call}`;
    expect(await findSequentialScans(world.server.db, world.boss, path)).toEqual([]);
    expect(await rowsRead(world.server.db, world.boss, path)).toBeLessThan(FEW);
  });

  test('are found for a new client without a scan of all', async () => {
    const create = async () =>
      ok(await world.boss.post(`${api}/clients/`, { name: 'ООО Клен', phone: world.phone() }));
    expect(await findScansOfWrite(world.server.db, create)).toEqual([]);
  });
});

describe('for a partner', () => {
  test('the lists and the card scan no large table', async () => {
    const [client] = ok<Page<ClientForPartner>>(await partner.get(`${api}/clients/?page_size=25`)).results;
    const lists = [...both('clients', ['created_at', 'last_sale']), ...both('sales', ['paid_on'])];
    const found: string[] = [];
    for (const path of [...lists, `${api}/clients/${client?.id}/`])
      for (const table of await findSequentialScans(world.server.db, partner, path))
        found.push(`${table} by ${path}`);
    expect(found).toEqual([]);
  });

  test('a page of clients by time or of sales reads fewer rows than the partner has sales', async () => {
    const { rows } = await sql<{ sales: number }>`
      select count(*)::int as sales from sales s
      join attachments a on a.organization_id = s.organization_id and a.id = s.attachment_id
      where a.partner_id = ${ids.partner}`.execute(world.server.db);
    const [{ sales } = { sales: 0 }] = rows;
    expect(sales).toBeGreaterThan(FEW);
    for (const path of [...both('clients', ['created_at']), ...both('sales', ['paid_on'])])
      expect([path, await rowsRead(world.server.db, partner, path)]).toEqual([
        path,
        expect.toSatisfy((read: unknown) => Number(read) < sales),
      ]);
  });
});
