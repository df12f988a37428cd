import type { Accrual, Client, Lead, Page, Sale } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { createImporter } from '../setup/imports.ts';
import { api, ok, type World } from '../setup/world.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});

const LIFETIME = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };
const DAY_MS = 24 * 60 * 60 * 1000;

const dayBefore = (days: number) =>
  new Date(world.server.now().getTime() - days * DAY_MS).toLocaleDateString('sv-SE', {
    timeZone: 'Europe/Moscow',
  });

/** Creates a program with this reward and two partners in it. */
async function scene(reward: object = LIFETIME) {
  const program = await world.program({
    reward_event: 'deal_won',
    reward,
    hold_days: 0,
    duplicate_window_days: 1,
  });
  const [first, second] = [(await world.partner()).card, (await world.partner()).card];
  partners.push(first.id, second.id);
  for (const { id } of [first, second]) await world.enroll(program.id, id);
  return { program: program.id, first, second };
}

type Deal = { phone: string; partner: { phone: string }; daysAgo: number; status?: string };

/** Imports deals of 1,000 ₽. */
async function importDeals(program: string, deals: readonly Deal[], more: object = {}) {
  const lines = deals.map(({ phone, partner, daysAgo, status = 'Сделка' }) =>
    ['Ирина', phone, partner.phone, status, dayBefore(daysAgo), '1000'].join(';'),
  );
  const header = 'Имя;Телефон;Партнер;Статус;Дата лида;Сумма сделки';
  const done = await createImporter(world).load('leads', [header, ...lines], { program, ...more });
  expect(done.counts).toMatchObject({ created: deals.length, refused: 0 });
}

const leadOf = async (phone: string) => {
  const { results } = ok<Page<Lead>>(
    await world.boss.get(`${api}/leads/?search=${encodeURIComponent(phone)}`),
  );
  if (results[0] === undefined) throw new Error('the lead was not imported');
  return results[0];
};
const clientOf = async (phone: string) => {
  const { client } = await leadOf(phone);
  return ok<Client>(await world.boss.get(`${api}/clients/${client?.id}/`));
};
const sell = async (client: string, daysAgo: number) =>
  ok<Sale>(
    await world.boss.post(`${api}/sales/`, { client, amount_kop: 50_000, paid_on: dayBefore(daysAgo) }),
  );
const salesOf = async (client: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client}`)).results;
const earned = async ({ id }: { id: string }) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${id}`)).results.reduce(
    (sum, { amount_kop, status }) => sum + (status === 'canceled' ? 0 : amount_kop),
    0,
  );

describe('a deal that is imported without a reward', () => {
  test('earns nothing, says so, and attaches its client from the day of the deal', async () => {
    const { program, first } = await scene();
    const phone = world.phone();
    await importDeals(program, [{ phone, partner: first, daysAgo: 40 }]);
    const lead = await leadOf(phone);
    expect(lead).toMatchObject({ status: 'won', unrewarded: true, reward: null });
    const client = await clientOf(phone);
    expect(client.attachments).toMatchObject([
      { cause: 'import', partner: { id: first.id }, starts_at: dayBefore(40), closed_at: null },
    ]);
    expect(await salesOf(client.id)).toMatchObject([{ unrewarded: true, reward_kop: 0 }]);
    expect(await earned(first)).toBe(0);
  });

  test('lets later sales earn by the rule that is in force', async () => {
    const { program, first } = await scene();
    const phone = world.phone();
    await importDeals(program, [{ phone, partner: first, daysAgo: 40 }]);
    const { id } = await clientOf(phone);
    expect(await sell(id, 0)).toMatchObject({ reward_kop: 5000, unrewarded: false });
    expect(await sell(id, 39)).toMatchObject({ reward_kop: 5000 });
    expect(await earned(first)).toBe(10_000);
  });

  test('uses up one of the first sales', async () => {
    const { program, first } = await scene({ ...LIFETIME, applies_to: 'first_sales', applies_to_limit: 2 });
    const phone = world.phone();
    await importDeals(program, [{ phone, partner: first, daysAgo: 40 }]);
    const { id } = await clientOf(phone);
    expect(await sell(id, 0)).toMatchObject({ reward_kop: 5000 });
    expect(await sell(id, 0)).toMatchObject({ reward_kop: 0 });
  });

  test.each([
    [40, 5000],
    [80, 0],
  ])('%i days ago leaves the rest of the months of a rule', async (daysAgo, kop) => {
    const reward = { ...LIFETIME, applies_to: 'sales_for_months', applies_to_limit: 2 };
    const { program, first } = await scene(reward);
    const phone = world.phone();
    await importDeals(program, [{ phone, partner: first, daysAgo }]);
    const { id } = await clientOf(phone);
    expect(await sell(id, 0)).toMatchObject({ reward_kop: kop });
  });

  test('earns nothing after a transfer, after it is won again, and with another amount', async () => {
    const { program, first, second } = await scene();
    const phone = world.phone();
    await importDeals(program, [{ phone, partner: first, daysAgo: 40 }]);
    const change = async (path: string, body: object) => {
      const { id, version } = await leadOf(phone);
      ok(
        await world.boss.send(path === '' ? 'PATCH' : 'POST', `${api}/leads/${id}/${path}`, {
          ...body,
          version,
        }),
      );
    };
    await change('transfer/', { partner: second.id, reason: 'Так решили' });
    await change('transition/', { to: 'lost', reason_code: 'refused' });
    await change('transition/', { to: 'in_progress', reason_comment: 'Снова' });
    await change('transition/', { to: 'won', deal_amount_kop: 700_000 });
    await change('', { deal_amount_kop: 800_000 });
    expect([await earned(first), await earned(second)]).toEqual([0, 0]);
    const { id } = await clientOf(phone);
    await sell(id, 0);
    expect(await earned(second)).toBe(5000);
  });
});

/** Deals of one client with several phones. */
const dealLines = (deals: readonly Omit<Deal, 'status'>[], email: string) => [
  'Имя;Телефон;Партнер;Статус;Дата лида;Сумма сделки;Почта',
  ...deals.map(({ phone, partner, daysAgo }) =>
    ['Ирина', phone, partner.phone, 'Сделка', dayBefore(daysAgo), '1000', email].join(';'),
  ),
];

test('the first of several imported deals attaches the client, in any order of the file', async () => {
  const { program, first, second } = await scene();
  const latest = { phone: world.phone(), partner: second, daysAgo: 5 };
  const earliest = { phone: world.phone(), partner: first, daysAgo: 50 };
  const lines = dealLines([latest, earliest], `anna-${latest.phone}@example.ru`);
  const done = await createImporter(world).load('leads', lines, { program });
  expect(done.counts).toMatchObject({ created: 2 });
  const { id, attachments } = await clientOf(earliest.phone);
  expect(attachments.map(({ partner, closed_at }) => [partner.id, closed_at])).toEqual([[first.id, null]]);
  const sales = await salesOf(id);
  expect(sales.map(({ unrewarded, reward_kop }) => [unrewarded, reward_kop])).toEqual([
    [true, 0],
    [true, 0],
  ]);
  await sell(id, 0);
  expect([await earned(first), await earned(second)]).toEqual([5000, 0]);
});

test('an imported deal has its client until the day on which the client was attached to another partner', async () => {
  const { program, first, second } = await scene();
  const phone = world.phone();
  const email = `anna-${phone}@example.ru`;
  const { id, version } = ok<Client>(
    await world.boss.post(`${api}/clients/`, { name: 'Ирина', phone, email }),
  );
  const to = { program, partner: first.id, reason: 'Договорились', version };
  ok(await world.boss.post(`${api}/clients/${id}/transfer/`, to));
  const deal = { phone: world.phone(), partner: second, daysAgo: 30 };
  await createImporter(world).load('leads', dealLines([deal], email), { program });
  await sell(id, 0);
  await sell(id, 10);
  expect([await earned(first), await earned(second)]).toEqual([5000, 5000]);
});

test('an open lead that is imported without rewards earns when it becomes a deal', async () => {
  const { program, first } = await scene();
  const phone = world.phone();
  await importDeals(program, [{ phone, partner: first, daysAgo: 3, status: 'В работе' }]);
  const { id, version, unrewarded } = await leadOf(phone);
  expect(unrewarded).toBe(false);
  ok(
    await world.boss.post(`${api}/leads/${id}/transition/`, { to: 'won', deal_amount_kop: 100_000, version }),
  );
  expect(await earned(first)).toBe(10_000);
});
