import type {
  Accrual,
  Client,
  ClientHistory,
  Lead,
  Page,
  Partner,
  Sale,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const DAY = 24 * 60 * 60;
const TERMS = {
  reward_event: 'deal_won',
  reward: { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' },
  hold_days: 0,
};

const move = async (id: string, to: string, more: object = {}) => {
  const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
  return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
};

/** Creates a program with two partners, and a client of the first one. */
async function scene() {
  const program = await world.program(TERMS);
  const [first, second] = [await world.partner(), await world.partner()];
  await world.enroll(program.id, first.card.id);
  await world.enroll(program.id, second.card.id);
  const lead = await world.lead(program.id, { partner: first.card.id });
  await move(lead.id, 'in_progress');
  const { client } = await move(lead.id, 'won', { deal_amount_kop: 1_000_000 });
  return { program, first: first.card.id, second: second.card.id, lead: lead.id, client: client?.id ?? '' };
}

const act = async (partner: string, action: string, reason = 'Заявки с одного адреса') => {
  const { version } = ok<Partner>(await world.boss.get(`${api}/partners/${partner}/`));
  return ok<Partner>(await world.boss.post(`${api}/partners/${partner}/${action}/`, { reason, version }));
};
const read = async (client: string) => ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
const sell = async (client: string, paid_on = world.today()) =>
  world.boss.post(`${api}/sales/`, { client, amount_kop: 200_000, paid_on });
const accrualsOf = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`)).results;

describe('the clients of a blocked partner', () => {
  test('are attached no longer: later sales earn nothing, and earlier ones keep their rewards', async () => {
    const { first, client } = await scene();
    ok(await sell(client));
    await act(first, 'block');
    expect((await read(client)).attachments).toMatchObject([
      { partner: { id: first }, close_reason: 'Партнер заблокирован', closed_at: expect.any(String) },
    ]);
    expect(ok<Sale>(await sell(client))).toMatchObject({ partner: null, reward_kop: 0 });
    expect((await accrualsOf(first)).map(({ amount_kop }) => amount_kop)).toEqual([100_000, 20_000]);
    const { results } = ok<ClientHistory>(await world.boss.get(`${api}/clients/${client}/history/`));
    expect(results.find(({ kind }) => kind === 'detach')?.comment).toBe('Партнер заблокирован');
  });

  test('earn for a sale before the block that is reported later', async () => {
    const { first, client } = await scene();
    world.server.advance(2 * DAY);
    const between = world.today();
    world.server.advance(2 * DAY);
    await act(first, 'block');
    world.server.advance(DAY);
    expect(ok<Sale>(await sell(client, between))).toMatchObject({
      partner: { id: first },
      reward_kop: 20_000,
    });
    expect((await accrualsOf(first)).at(-1)).toMatchObject({ review_reason: 'partner_inactive' });
  });

  test('stay without a partner after the block is lifted, until they are attached again', async () => {
    const { program, first, client } = await scene();
    await act(first, 'block');
    await act(first, 'unblock');
    expect(ok<Sale>(await sell(client))).toMatchObject({ partner: null });
    const { version } = await read(client);
    const body = { program: program.id, partner: first, reason: 'Проверка пройдена', version };
    const attached = ok<Client>(await world.boss.post(`${api}/clients/${client}/transfer/`, body));
    expect(attached.attachments[0]).toMatchObject({
      cause: 'manual',
      partner: { id: first },
      closed_at: null,
    });
    expect(ok<Sale>(await sell(client))).toMatchObject({ partner: { id: first }, reward_kop: 20_000 });
  });

  test('are attached by a later deal only for that deal', async () => {
    const { program, first, client } = await scene();
    const lead = await world.lead(program.id, { partner: first });
    await move(lead.id, 'in_progress');
    await act(first, 'block');
    const { client: other } = await move(lead.id, 'won', { deal_amount_kop: 500_000 });
    expect((await read(other?.id ?? '')).attachments).toMatchObject([
      { close_reason: 'Партнер заблокирован', closed_at: expect.any(String) },
    ]);
    expect((await accrualsOf(first)).at(-1)).toMatchObject({ amount_kop: 50_000, status: 'review' });
    expect(ok<Sale>(await sell(other?.id ?? ''))).toMatchObject({ partner: null });
    expect((await read(client)).attachments).toHaveLength(1);
  });

  test('are not attached again when their deal is lost and won during the block', async () => {
    const { first, lead, client } = await scene();
    await act(first, 'block');
    await move(lead, 'lost', { reason_code: 'refused' });
    await move(lead, 'in_progress', { reason_comment: 'Передумал' });
    await move(lead, 'won', { deal_amount_kop: 1_000_000 });
    expect((await read(client)).attachments).toMatchObject([{ close_reason: 'Партнер заблокирован' }]);
    expect((await accrualsOf(first)).at(-1)).toMatchObject({ amount_kop: 100_000, status: 'review' });
  });

  test('are given free when the partner goes to the archive', async () => {
    const { first, client } = await scene();
    await act(first, 'archive', '');
    expect((await read(client)).attachments).toMatchObject([{ close_reason: 'Партнер в архиве' }]);
  });
});

test('A block closes a thousand attachments in one statement', async () => {
  const { program, first, client } = await scene();
  const { db } = world.server;
  await sql`
    with added as (
      insert into clients (organization_id, id, number, name, email, email_key, inn, search_text, created_at, updated_at)
      select c.organization_id, gen_random_uuid(), 1000000 + n, 'Клиент ' || n, '', '', '', '', c.created_at, c.created_at
      from clients c, generate_series(1, 1000) n where c.id = ${client} returning organization_id, id, created_at)
    insert into attachments (organization_id, id, client_id, program_id, partner_id, cause, starts_at, created_at)
    select organization_id, gen_random_uuid(), id, ${program.id}, ${first}, 'manual', created_at::date, created_at from added`.execute(
    db,
  );
  await act(first, 'block');
  const { rows } = await sql<{ open: number; events: number; writes: number }>`
    select (select count(distinct (xmin::text, cmin::text))::int from attachments where partner_id = ${first}) as writes,
      (select count(*)::int from attachments where partner_id = ${first} and closed_at is null) as open,
      (select count(*)::int from audit_entries e join attachments a on a.organization_id = e.organization_id and a.client_id = e.object_id
        where a.partner_id = ${first} and e.action = 'client.detach') as events`.execute(db);
  expect(rows).toEqual([{ open: 0, events: 1001, writes: 1 }]);
});
