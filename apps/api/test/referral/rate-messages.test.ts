import type { Client, Enrollment, Group, Lead, Message, Page } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const percent = (percent_bps: number) => ({ kind: 'percent', percent_bps });

/** A program that pays 10 % of the deal, with two partners in it. */
async function setUp(more: object = {}) {
  const program = await world.program({ reward: percent(1000), reward_event: 'deal_won', ...more });
  const [first, second] = [await world.partner(), await world.partner()];
  await world.enroll(program.id, first.card.id);
  await world.enroll(program.id, second.card.id);
  const { results } = ok<Page<Enrollment>>(
    await world.boss.get(`${api}/programs/${program.id}/enrollments/`),
  );
  const enrollmentOf = (partner: string) => results.find((one) => one.partner.id === partner)?.id ?? '';
  return { program, first, second, enrollmentOf };
}

const messagesTo = async ({ caller }: { caller: Caller }, event: Message['event']) =>
  ok<Page<Message>>(await caller.get('/api/messages/')).results.filter((message) => message.event === event);
const textsTo = async (person: { caller: Caller }) =>
  (await messagesTo(person, 'terms_changed')).map(({ text }) => text.replaceAll('\u00a0', ' '));

describe('a partner gets a message about a new rate', () => {
  test('of its personal terms, with their days', async () => {
    const { program, first, second, enrollmentOf } = await setUp();
    const terms = { reward: percent(1200), reason: 'Договорились', starts_on: '2030-12-01' };
    ok(
      await world.boss.post(`${api}/programs/enrollments/${enrollmentOf(first.card.id)}/terms/`, {
        ...terms,
        ends_on: '2030-12-31',
      }),
    );
    expect(await textsTo(first)).toEqual([
      `Ваша ставка по программе «${program.name}» с 1 дек 2030 по 31 дек 2030: 12 % от сделки.`,
    ]);
    const [message] = await messagesTo(first, 'terms_changed');
    expect(message).toMatchObject({ title: 'Новая ставка', path: `/referral/program/${program.id}` });
    expect(await textsTo(second)).toEqual([]);
  });

  test('of a group that it enters or whose reward changes, and not when the rate stays', async () => {
    const { program, first, second, enrollmentOf } = await setUp();
    const groups = `${api}/programs/${program.id}/groups/`;
    const group = ok<Group>(await world.boss.post(groups, { name: 'Золото', reward: percent(1000) }));
    const ids = [enrollmentOf(first.card.id)];
    ok(await world.boss.post(`${groups}assign/`, { group: group.id, ids }));
    expect(await textsTo(first)).toEqual([]);
    const change = (version: number, body: object) =>
      world.boss.patch(`${api}/programs/groups/${group.id}/`, { version, ...body });
    const { version } = ok<Group>(await change(group.version, { reward: percent(1500) }));
    ok(await change(version, { name: 'Платина' }));
    expect(await textsTo(first)).toEqual([
      expect.stringMatching(/^Ваша ставка по программе «.+» с \d+ \S+ \d{4}: 15 % от сделки\.$/u),
    ]);
    ok(await world.boss.post(`${groups}assign/`, { group: null, ids }));
    expect(await textsTo(first)).toHaveLength(2);
    expect(await textsTo(second)).toEqual([]);
  });

  test('of its group only while it has no personal terms', async () => {
    const { program, first, enrollmentOf } = await setUp();
    const enrollment = enrollmentOf(first.card.id);
    const terms = { reward: percent(1200), reason: 'Договорились', starts_on: world.today() };
    ok(await world.boss.post(`${api}/programs/enrollments/${enrollment}/terms/`, terms));
    const groups = `${api}/programs/${program.id}/groups/`;
    const group = ok<Group>(await world.boss.post(groups, { name: 'Золото', reward: percent(1500) }));
    ok(await world.boss.post(`${groups}assign/`, { group: group.id, ids: [enrollment] }));
    expect(await textsTo(first)).toHaveLength(1);
  });
});

test('both partners get a message about a transferred client, without the name of the other one', async () => {
  const { program, first, second } = await setUp();
  const lead = await world.lead(program.id, { partner: first.card.id });
  const move = async (to: string, more: object = {}) => {
    const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`));
    return ok<Lead>(await world.boss.post(`${api}/leads/${lead.id}/transition/`, { to, version, ...more }));
  };
  await move('in_progress');
  const won = await move('won', { deal_amount_kop: 1_000_000 });
  const address = `${api}/clients/${won.client?.id}/`;
  const { version, number } = ok<Client>(await world.boss.get(address));
  const body = { program: program.id, partner: second.card.id, reason: 'Так решили', version };
  ok(await world.boss.post(`${address}transfer/`, body));
  expect(await messagesTo(second, 'client_transferred')).toMatchObject([
    {
      title: `За вами закреплен клиент ${number}`,
      text: `За вами закреплен клиент ${number} («${program.name}»). Вознаграждение за его следующие продажи получите вы.`,
      path: `/leads?view=clients&id=${won.client?.id}`,
    },
  ]);
  expect(await messagesTo(first, 'client_transferred')).toMatchObject([
    {
      title: `Клиент ${number} передан`,
      text: `Клиент ${number} («${program.name}») передан другому партнеру. Вознаграждение за его следующие продажи получит он.`,
      path: '',
    },
  ]);
});
