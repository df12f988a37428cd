import type {
  Accrual,
  Client,
  Lead,
  LeadForPartner,
  LeadUndoResult,
  Message,
  Page,
  Payment,
  Sale,
} from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { api, approve, ok, type World } from '../setup/world.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});

const DAY = 24 * 60 * 60;
const LIFETIME = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };

const readLead = async (id: string) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
const move = async (id: string, to: string, more: object = {}) => {
  const { version } = await readLead(id);
  return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
};
const lose = (id: string) => move(id, 'lost', { reason_code: 'refused' });
const reopen = (id: string) => move(id, 'in_progress', { reason_comment: 'Передумал' });

/** Creates a lead in progress. With `phone`, it is the lead of a known client after the duplicate window. */
async function open(program: string, { phone, ...fields }: { phone?: string; [field: string]: unknown }) {
  const { id } = await world.lead(program, fields);
  if (phone !== undefined)
    await world.server.db
      .updateTable('leads')
      .set({ phone, holds_phone: false })
      .where('id', '=', id)
      .execute();
  await reopen(id);
  return id;
}
const win = (id: string, deal_amount_kop = 200_000) => move(id, 'won', { deal_amount_kop });

/** Creates a program with this reward and two partners. The first one has won a lead for 10,000 ₽; the second one has a lead of the same client. */
async function scene(reward: object = LIFETIME) {
  const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0 });
  const [first, second] = [await world.partner(), await world.partner()];
  partners.push(first.card.id, second.card.id);
  await world.enroll(program.id, first.card.id);
  await world.enroll(program.id, second.card.id);
  const former = await open(program.id, { partner: first.card.id });
  const { phone, client } = await win(former, 1_000_000);
  const lead = await open(program.id, { partner: second.card.id, phone });
  return { program, first, second, former, phone, lead, client: client?.id ?? '' };
}

const accrualsOf = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`)).results;
const earned = async (partner: string) =>
  (await accrualsOf(partner))
    .filter(({ status }) => status !== 'canceled')
    .reduce((sum, { amount_kop }) => sum + amount_kop, 0);
const salesOf = async (client: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client}`)).results;
const saleOf = async (client: string, lead: string) => {
  const sale = (await salesOf(client)).find((one) => one.lead?.id === lead);
  if (sale === undefined) throw new Error('the lead has no sale');
  return sale;
};
const readClient = async (id: string) => ok<Client>(await world.boss.get(`${api}/clients/${id}/`));
const transferClient = async (id: string, program: string, partner: string) => {
  const { version } = await readClient(id);
  const body = { program, partner, reason: 'Клиент работает с ним', version };
  return ok<Client>(await world.boss.post(`${api}/clients/${id}/transfer/`, body));
};
const transferLead = async (id: string, partner: string) => {
  const { version } = await readLead(id);
  return ok<Lead>(
    await world.boss.post(`${api}/leads/${id}/transfer/`, { partner, reason: 'Ошибка', version }),
  );
};
const undo = async (id: string) => {
  const { version } = await readLead(id);
  return ok<LeadUndoResult>(
    await world.boss.post(`${api}/leads/undo-transition/`, { leads: [{ id, version }] }),
  );
};
const pay = async (partner: string) => {
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${partner}/payout-methods/`, account));
  world.server.advance(2 * DAY);
  const payment = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
  ok(await approve(world.boss, `${api}/payments/${payment.id}/`));
};

describe('a deal of a client with an attachment that pays for later sales', () => {
  test('adds a sale to the attachment, is rewarded to the attached partner and earns its own partner nothing', async () => {
    const { first, second, lead, client } = await scene();
    const won = await win(lead);
    expect(won).toMatchObject({
      reward: null,
      earned_by: null,
      client: { id: client },
      client_attached: 'other',
      attached_to: { id: first.card.id },
    });
    expect(await earned(second.card.id)).toBe(0);
    const sale = await saleOf(client, lead);
    expect(sale).toMatchObject({ partner: { id: first.card.id }, reward_kop: 20_000 });
    const [, reward] = await accrualsOf(first.card.id);
    expect(reward).toMatchObject({ amount_kop: 20_000, lead: null, sale: { id: sale.id } });
    const card = await readClient(client);
    expect(card).toMatchObject({ sales: 2, reward_kop: 120_000 });
    expect(card.attachments).toMatchObject([{ partner: { id: first.card.id }, closed_at: null }]);
  });

  test('shows its own partner a sentence without the name of the other one', async () => {
    const { second, lead } = await scene();
    await win(lead);
    const seen = ok<LeadForPartner>(await second.caller.get(`${api}/leads/${lead}/`));
    expect(seen).toMatchObject({ client_attached: 'other', reward: null });
    expect(seen).not.toHaveProperty('attached_to');
    const { results } = ok<Page<Message>>(await second.caller.get('/api/messages/?ordering=-created_at'));
    expect(results[0]?.text).toMatch(
      /Клиент уже закреплен за другим партнером, вознаграждение не начислено\.$/u,
    );
  });

  test('of the attached partner is one more sale with one reward', async () => {
    const { program, first, phone, client } = await scene();
    const own = await open(program.id, { partner: first.card.id, phone });
    expect(await win(own)).toMatchObject({ client_attached: 'self', attached_to: { id: first.card.id } });
    expect(await earned(first.card.id)).toBe(120_000);
    expect(await saleOf(client, own)).toMatchObject({ reward_kop: 20_000 });
    const seen = ok<LeadForPartner>(await first.caller.get(`${api}/leads/${own}/`));
    expect(seen).toMatchObject({ client_attached: 'self', reward: null });
  });

  test('without a partner is rewarded to the attached one, also after the lead is given to a partner', async () => {
    const { program, first, second, phone } = await scene();
    const lead = await open(program.id, { phone });
    await win(lead);
    expect(await earned(first.card.id)).toBe(120_000);
    await transferLead(lead, second.card.id);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([120_000, 0]);
  });

  test('loses its reward when it is no deal any more, and gets it again when it is won again', async () => {
    const { first, second, lead, client } = await scene();
    await win(lead);
    expect(await lose(lead)).toMatchObject({ client_attached: null, attached_to: null });
    expect(await earned(first.card.id)).toBe(100_000);
    expect((await readClient(client)).attachments).toMatchObject([{ closed_at: null }]);
    world.server.advance(100 * DAY);
    await reopen(lead);
    await win(lead);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([120_000, 0]);
  });

  test('is rewarded by its amount and its refunds', async () => {
    const { first, lead, client } = await scene();
    const { version } = await win(lead);
    ok(await world.boss.patch(`${api}/leads/${lead}/`, { version, deal_amount_kop: 300_000 }));
    expect(await earned(first.card.id)).toBe(130_000);
    const { id } = await saleOf(client, lead);
    const refund = { amount_kop: 100_000, paid_on: world.today() };
    expect(ok<Sale>(await world.boss.post(`${api}/sales/${id}/refund/`, refund)).reward_kop).toBe(20_000);
    expect((await accrualsOf(first.card.id)).at(-1)).toMatchObject({
      kind: 'correction',
      amount_kop: -10_000,
    });
    expect((await lose(lead)).reward).toBeNull();
    expect(await earned(first.card.id)).toBe(100_000);
  });

  test('becomes a debt of the attached partner when it is lost after the payment', async () => {
    const { first, lead } = await scene();
    await win(lead, 9_000_000);
    await pay(first.card.id);
    await lose(lead);
    expect((await accrualsOf(first.card.id)).at(-1)).toMatchObject({
      kind: 'reversal',
      amount_kop: -900_000,
      status: 'available',
    });
  });

  test('counts among the first sales and within the cap of a client', async () => {
    const { first, second, lead } = await scene({
      ...LIFETIME,
      applies_to: 'first_sales',
      applies_to_limit: 2,
      cap_per_client_kop: 110_000,
    });
    await win(lead);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([110_000, 0]);
  });

  test('is reviewed when the attached partner bought for itself', async () => {
    const { program, first, second, client } = await scene();
    const { email } = await readClient(client);
    expect(email).toBe('');
    await world.server.db
      .updateTable('clients')
      .set({ email: 'anna@example.ru', email_key: 'anna@example.ru' })
      .where('id', '=', client)
      .execute();
    const lead = await open(program.id, {
      partner: second.card.id,
      email: 'anna@example.ru',
      phone: first.card.phone,
    });
    await win(lead);
    expect((await accrualsOf(first.card.id)).at(-1)).toMatchObject({
      amount_kop: 20_000,
      status: 'review',
      review_reason: 'self_referral',
    });
  });

  test('keeps the reward for the qualification of its lead', async () => {
    const { program, first, second, phone } = await scene();
    const group = { name: 'За заявку', reward_event: 'lead_qualified' };
    const { id } = ok<{ id: string }>(
      await world.boss.post(`${api}/programs/${program.id}/groups/`, {
        ...group,
        reward: { kind: 'fixed', fixed_kop: 5_000 },
      }),
    );
    await world.server.db
      .updateTable('enrollments')
      .set({ group_id: id })
      .where('program_id', '=', program.id)
      .where('partner_id', '=', second.card.id)
      .execute();
    const lead = await open(program.id, { partner: second.card.id, phone });
    await move(lead, 'qualified');
    await win(lead);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([120_000, 5_000]);
  });

  test('does not count in the turnover of the partner who got the reward for the qualification of its lead', async () => {
    const { program, second, phone } = await scene();
    const join = async (body: object) => {
      const { id } = ok<{ id: string }>(await world.boss.post(`${api}/programs/${program.id}/groups/`, body));
      await world.server.db
        .updateTable('enrollments')
        .set({ group_id: id })
        .where('program_id', '=', program.id)
        .where('partner_id', '=', second.card.id)
        .execute();
    };
    await join({
      name: 'За заявку',
      reward_event: 'lead_qualified',
      reward: { kind: 'fixed', fixed_kop: 5_000 },
    });
    const lead = await open(program.id, { partner: second.card.id, phone });
    await move(lead, 'qualified');
    await win(lead);
    const tiers = [
      { from: 0, percent_bps: 500 },
      { from: 1, percent_bps: 2000 },
    ];
    await join({
      name: 'По обороту',
      reward_event: 'deal_won',
      reward: { kind: 'tiered', measure: 'turnover', tiers },
    });
    await win(await open(program.id, { partner: second.card.id }), 100_000);
    expect(await earned(second.card.id)).toBe(5_000 + 5_000);
  });
});

describe('the attachment of the client', () => {
  test('is opened by the deal after the term of the former one', async () => {
    const { second, lead, client } = await scene({
      ...LIFETIME,
      applies_to: 'sales_for_months',
      applies_to_limit: 1,
    });
    world.server.advance(40 * DAY);
    expect(await win(lead)).toMatchObject({ client_attached: null, attached_to: null });
    expect(await earned(second.card.id)).toBe(20_000);
    expect((await readClient(client)).attachments[0]).toMatchObject({ partner: { id: second.card.id } });
  });

  test('stays with its partner when the lead passes to another one', async () => {
    const { program, first, lead, client } = await scene();
    const third = await world.partner();
    partners.push(third.card.id);
    await world.enroll(program.id, third.card.id);
    await win(lead);
    expect(await transferLead(lead, third.card.id)).toMatchObject({ attached_to: { id: first.card.id } });
    expect([await earned(first.card.id), await earned(third.card.id)]).toEqual([120_000, 0]);
    expect((await readClient(client)).attachments).toMatchObject([{ partner: { id: first.card.id } }]);
  });

  test('passes the deal to its own partner together with the client', async () => {
    const { program, first, second, lead, client } = await scene();
    await win(lead);
    await transferClient(client, program.id, second.card.id);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([100_000, 20_000]);
    expect(await readLead(lead)).toMatchObject({ client_attached: 'self' });
    await lose(lead);
    expect(await earned(second.card.id)).toBe(0);
  });

  test('keeps a deal whose reward is in a payment when the client passes to the partner of the lead', async () => {
    const { program, first, second, lead, client } = await scene();
    await win(lead, 9_000_000);
    await pay(first.card.id);
    await transferClient(client, program.id, second.card.id);
    expect(await earned(second.card.id)).toBe(0);
    expect(await saleOf(client, lead)).toMatchObject({ partner: { id: first.card.id }, reward_kop: 900_000 });
  });

  test('keeps the deal when the lead that opened it is lost, and follows that lead when it is won again', async () => {
    const { first, second, former, lead, client } = await scene();
    await win(lead);
    await lose(former);
    expect(await saleOf(client, lead)).toMatchObject({ partner: { id: first.card.id }, reward_kop: 20_000 });
    await reopen(former);
    await win(former, 1_000_000);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([120_000, 0]);
  });

  test('of a later lead takes the older lead that is won again', async () => {
    const { first, second, former, lead, client } = await scene();
    await lose(former);
    await win(lead);
    expect(await earned(second.card.id)).toBe(20_000);
    await reopen(former);
    expect(await win(former, 1_000_000)).toMatchObject({ attached_to: { id: second.card.id } });
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([0, 120_000]);
    await lose(former);
    await transferClient(client, (await readLead(lead)).program.id, first.card.id);
    await reopen(former);
    await win(former, 1_000_000);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([100_000, 20_000]);
  });

  test('is one for two deals at once', async () => {
    const { program, first, second, phone, lead } = await scene();
    const other = await open(program.id, { partner: second.card.id, phone });
    await Promise.all([win(lead), win(other)]);
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([140_000, 0]);
  });
});

describe('an undo of the last transition', () => {
  test('cancels the reward of a won deal', async () => {
    const { first, lead, client } = await scene();
    await win(lead);
    expect(await undo(lead)).toMatchObject({ undone: [lead] });
    expect(await earned(first.card.id)).toBe(100_000);
    expect((await saleOf(client, lead)).canceled_at).not.toBeNull();
  });

  test('is refused while the reward of the attached partner is in a payment', async () => {
    const { first, lead } = await scene();
    const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
    ok(await world.boss.post(`${api}/partners/${first.card.id}/payout-methods/`, account));
    world.server.advance(2 * DAY);
    await win(lead, 9_000_000);
    ok(await world.boss.post(`${api}/payments/`, { partner: first.card.id }));
    expect(await undo(lead)).toMatchObject({
      undone: [],
      refused: [{ detail: expect.stringContaining('уже вошло в выплату') }],
    });
  });

  test('is refused when it would create a canceled reward of the attached partner again', async () => {
    const { lead } = await scene();
    await win(lead);
    await lose(lead);
    expect(await undo(lead)).toMatchObject({
      undone: [],
      refused: [{ detail: expect.stringContaining('уже отменено') }],
    });
  });
});

test('a dry run of deals counts the reward of the attached partner', async () => {
  const { program, phone } = await scene({ kind: 'fixed', fixed_kop: 7_000, applies_to: 'lifetime' });
  const lead = await open(program.id, { phone });
  const body = { ids: [lead], to: 'won', dry_run: true };
  expect(ok<object>(await world.boss.post(`${api}/leads/bulk-transition/`, body))).toMatchObject({
    moved: 1,
    effect: { accrued: { sum_kop: 7_000, partners: 1 } },
  });
});
