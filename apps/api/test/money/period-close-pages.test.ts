import type {
  Accrual,
  Enrollment,
  FormedActs,
  Group,
  JournalEntry,
  Page,
  Payment,
  PaymentItem,
  Statement,
} from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { api, approve, ok, type World } from '../setup/world.ts';
import { createWorldDeals } from '../setup/world-deals.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});
const { win } = createWorldDeals(() => world);

const DAY_SECONDS = 24 * 60 * 60;
const steps = (...rates: number[]) => ({
  kind: 'tiered',
  measure: 'count',
  period: 'year',
  mode: 'whole_period',
  tiers: rates.map((percent_bps, index) => ({ from: 2 * index, percent_bps })),
});

async function scene(reward: object) {
  const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0 });
  const partner = await world.partner();
  partners.push(partner.card.id);
  await world.enroll(program.id, partner.card.id);
  return { program, partner };
}

/** Waits for the next year and closes the last one. @returns the corrections of a partner. */
async function endYear(partner: string) {
  world.server.advance(366 * DAY_SECONDS);
  await world.server.closePeriods();
  const { results } = ok<Page<Accrual>>(
    await world.boss.get(`${api}/accruals/?partner=${partner}&kind=correction`),
  );
  return results;
}
const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ');

test('a correction that closes a period is in the lists, the balance, the statement, the export, the payment and the journal', async () => {
  const { program, partner } = await scene(steps(1000, 1200));
  const { id } = partner.card;
  for (let deal = 0; deal < 2; deal += 1) await win(program, id);
  const [correction] = await endYear(id);
  expect(correction).toMatchObject({ amount_kop: 40_000, status: 'available', lead: null, sale: null });
  const sentence = /закрыт: 2 сделки на 20 000,00 ₽, ставка 12 % вместо 10 %: \+400,00 ₽/;
  expect(plain(correction?.explanation)).toMatch(sentence);
  const own = ok<Page<Accrual>>(await partner.caller.get(`${api}/accruals/?kind=correction`));
  expect(own.results.map(({ number }) => number)).toEqual([correction?.number]);
  const period = `from=${world.today()}&to=${world.today()}`;
  const statement = ok<Statement>(await world.boss.get(`${api}/partners/${id}/statement/?${period}`));
  expect(statement.lines.filter(({ kind }) => kind === 'correction')).toMatchObject([{ amount_kop: 40_000 }]);
  const file = await world.boss.get(`${api}/accruals/export/?format=csv&partner=${id}`);
  expect(plain(file.body)).toMatch(sentence);
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${id}/payout-methods/`, account));
  world.server.advance(2 * DAY_SECONDS);
  const payment = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: id }));
  expect(payment.amount_kop).toBe(240_000);
  const items = ok<Page<PaymentItem>>(await world.boss.get(`${api}/payments/${payment.id}/items/`));
  expect(items.results.map(({ kind }) => kind)).toEqual(['reward', 'reward', 'correction']);
  ok(await approve(world.boss, `${api}/payments/${payment.id}/`));
  const paid = { paid_on: world.today(), external_ref: 'ПП 7' };
  ok(await world.boss.post(`${api}/payments/${payment.id}/mark-paid/`, paid));
  const cancel = await world.boss.post(`${api}/accruals/${correction?.id}/cancel/`, { reason: 'Ошибка' });
  expect(cancel.status).toBe(409);
  const month = world.today().slice(0, 7);
  world.server.advance(31 * DAY_SECONDS);
  expect(ok<FormedActs>(await world.boss.post(`${api}/acts/`, { month }))).toMatchObject({
    made: 1,
    amount_kop: 240_000,
  });
  const journal = ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?page_size=100`));
  expect(journal.results.filter(({ object }) => object?.id === correction?.id)).toHaveLength(1);
});

test('a partner who moves to another group in mid-period gets the step of each group for its own deals', async () => {
  const { program, partner } = await scene(steps(1000, 1200));
  const { id } = partner.card;
  const group = ok<Group>(
    await world.boss.post(`${api}/programs/${program.id}/groups/`, {
      name: 'Золото',
      reward: steps(2000, 2500),
    }),
  );
  await win(program, id);
  const { results } = ok<Page<Enrollment>>(
    await world.boss.get(`${api}/programs/${program.id}/enrollments/`),
  );
  const ids = results.filter((one) => one.partner.id === id).map((one) => one.id);
  ok(await world.boss.post(`${api}/programs/${program.id}/groups/assign/`, { group: group.id, ids }));
  await win(program, id);
  const corrections = await endYear(id);
  // 2 % of the first deal and 5 % of the second one.
  expect(corrections).toMatchObject([{ amount_kop: 70_000 }]);
  expect(plain(corrections[0]?.explanation)).toContain('ставка 12 % и 25 % вместо 10 % и 20 %: +700,00 ₽');
});

test('steps take no lines of other rates', async () => {
  await scene(steps(1000, 1200));
  const lines = [{ when: { client: 'new' }, pay: { percent_bps: 3000 } }];
  const body = { name: 'Ступени', reward: { ...steps(1000, 1200), lines } };
  expect((await world.boss.post(`${api}/programs/`, body)).status).toBe(400);
});
