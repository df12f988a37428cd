import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImporter } from '../setup/imports.ts';
import { createWorld, type World } from '../setup/world.ts';

let world: World;
let importer = {} as ReturnType<typeof createImporter>;
beforeAll(async () => {
  world = await createWorld();
  importer = createImporter(world);
});
afterAll(() => world.stop());

/** Texts of one run of an import: equal places get equal texts. */
type Texts = { phone: (place: number) => string; tag: string; partners: readonly string[] };

/**
 * Imports the rows as one file, and as one file for each row.
 *
 * @returns what `read` finds after each, with phones and tags replaced by their places.
 */
async function importBoth(
  kind: string,
  lines: (texts: Texts) => readonly string[],
  read: (program: string) => Promise<unknown>,
  reward: object = {},
) {
  const results: unknown[] = [];
  for (const isTogether of [true, false]) {
    const program = await world.program(reward);
    const cards = [(await world.partner()).card, (await world.partner()).card];
    for (const { id } of cards) await world.enroll(program.id, id);
    const phones: string[] = [];
    const texts: Texts = {
      phone: (place) => (phones[place] ??= world.phone()),
      tag: isTogether ? 'tag1' : 'tag2',
      partners: cards.map(({ phone }) => phone),
    };
    const [header = '', ...rows] = lines(texts);
    const more = { program: program.id, rewards: true };
    const states: string[] = [];
    for (const part of isTogether ? [rows] : rows.map((row) => [row])) {
      const { id } = await importer.load(kind, [header, ...part], more);
      for (const state of ['created', 'changed', 'skipped', 'refused'])
        for (const row of await importer.rows(id, state))
          states.push(`${(isTogether ? row.number - 2 : states.length) + 1} ${state}`);
    }
    const found = JSON.stringify({ states: states.toSorted(), found: await read(program.id) });
    const places = [...phones, ...texts.partners].map((phone, place) => [phone, `phone ${place}`] as const);
    results.push(
      JSON.parse(
        places
          .reduce((text, [phone, place]) => text.replaceAll(phone, place), found)
          .replaceAll(texts.tag, 'tag'),
      ),
    );
  }
  return results;
}

test('clients of one file are imported as one after another, when rows name the same client by different contacts', async () => {
  const [together, separately] = await importBoth(
    'clients',
    ({ phone, tag, partners: [first, second] }) => [
      'Имя;Телефон;Почта;ИНН;Номер клиента;Партнер',
      `Анна;${phone(0)};anna@${tag}.ru;;;${first}`,
      `Анна П.;;anna@${tag}.ru;;A-${tag};`,
      `Олег;${phone(1)};oleg@${tag}.ru;;;${second}`,
      `Новый телефон;${phone(2)};OLEG@${tag}.ru;;;${second}`,
      `Прежний телефон;${phone(1)};;;N-${tag};${first}`,
      `Чужой партнер;;ANNA@${tag}.ru;;;${second}`,
      `Ольга;${phone(3)};;;O-${tag};`,
      `Другой номер;${phone(3)};;;P-${tag};`,
    ],
    async () => {
      const clients = await world.server.db
        .selectFrom('clients')
        .select(['name', 'phone', 'email', 'external_id'])
        .select(
          sql<string[]>`array(
            select p.phone from attachments a join partners p on p.organization_id = a.organization_id and p.id = a.partner_id
            where a.organization_id = clients.organization_id and a.client_id = clients.id and a.closed_at is null)`.as(
            'partners',
          ),
        )
        .orderBy('number', 'desc')
        .limit(4)
        .execute();
      return clients;
    },
  );
  expect(together).toEqual(separately);
  expect(together).toMatchObject({
    states: [
      '1 created',
      '2 changed',
      '3 created',
      '4 changed',
      '5 created',
      '6 refused',
      '7 created',
      '8 refused',
    ],
  });
});

test('leads of one file are imported as one after another, when rows share contacts and rewards spend the budget', async () => {
  const [together, separately] = await importBoth(
    'leads',
    ({ phone, tag, partners: [first, second] }) => [
      'Имя;Телефон;Почта;Партнер;Дата лида;Статус;Сумма сделки',
      `Анна;${phone(0)};anna@${tag}.ru;${first};01.10.2020;Новый;`,
      `Та же почта;${phone(1)};ANNA@${tag}.ru;${second};02.10.2020;Новый;`,
      `Отказ;${phone(2)};oleg@${tag}.ru;${first};03.10.2020;Отказ;`,
      `После отказа;${phone(3)};oleg@${tag}.ru;${second};04.10.2020;Новый;`,
      `Сделка;${phone(4)};;${first};05.10.2020;Сделка;1000`,
      `Вторая сделка;${phone(5)};;${second};06.10.2020;Сделка;1000`,
      `Бюджет исчерпан;${phone(6)};;${first};07.10.2020;Новый;`,
    ],
    (program) =>
      world.server.db
        .selectFrom('leads as l')
        .innerJoin('partners as p', 'p.id', 'l.partner_id')
        .select([
          'l.name',
          'l.phone',
          'l.status',
          'l.reason_code',
          'l.holds_phone',
          'l.deal_amount_kop',
          'p.phone as partner',
        ])
        .select(
          sql<number>`(select coalesce(sum(amount_kop), 0)::int from accruals a where a.lead_id = l.id)`.as(
            'reward_kop',
          ),
        )
        .where('l.program_id', '=', program)
        .orderBy('l.number')
        .execute(),
    { budget_kop: 100_000 },
  );
  expect(together).toEqual(separately);
  expect(together).toMatchObject({
    states: [...[1, 2, 3, 4, 5, 6].map((number) => `${number} created`), '7 refused'],
    found: [
      { status: 'new' },
      { status: 'duplicate', reason_code: 'same_email' },
      { status: 'lost' },
      { status: 'new' },
      { status: 'won', reward_kop: 50_000 },
      { status: 'won', reward_kop: 50_000 },
    ],
  });
});

const STEPS = [
  { from: 0, percent_bps: 1000 },
  { from: 2, percent_bps: 1500 },
  { from: 3, percent_bps: 2000 },
];
const PERCENT = { kind: 'percent', percent_bps: 1000 };

test.each([
  ['a percentage', PERCENT],
  ['steps by number', { kind: 'tiered', tiers: STEPS }],
  [
    'steps by the turnover of a month',
    {
      kind: 'tiered',
      measure: 'turnover',
      period: 'month',
      tiers: STEPS.map(({ from, percent_bps }) => ({ from: from * 100_000, percent_bps })),
    },
  ],
  ['steps of a whole month', { kind: 'tiered', period: 'month', mode: 'whole_period', tiers: STEPS }],
  ['a cap per partner', { ...PERCENT, cap_per_partner_kop: 25_000, cap_period: 'month' }],
  ['later sales', { ...PERCENT, applies_to: 'lifetime' }],
])('deals of one file get clients, sales and rewards as one after another, by %s', async (_name, reward) => {
  const [together, separately] = await importBoth(
    'leads',
    ({ phone, tag, partners: [first, second] }) => [
      'Имя;Телефон;Почта;Партнер;Дата лида;Статус;Сумма сделки',
      `Анна;${phone(0)};anna@${tag}.ru;${first};01.10.2020;Сделка;1000`,
      `Олег;${phone(1)};oleg@${tag}.ru;${first};01.10.2020;Сделка;1000,50`,
      `Мария;${phone(2)};;${second};01.10.2020;Сделка;2000`,
      `Отказ;${phone(3)};;${first};02.10.2020;Отказ;`,
      `Без партнера;${phone(4)};;;02.10.2020;Сделка;500`,
      `Почта Анны;${phone(5)};ANNA@${tag}.ru;${second};03.10.2020;Сделка;700`,
      `Иван;${phone(6)};;${first};03.10.2020;Сделка;1500`,
      `Вера;${phone(7)};;${second};03.10.2020;В работе;`,
      `Нина;${phone(8)};;${first};01.11.2020;Сделка;900`,
      `Петр;${phone(9)};;${first};02.11.2020;Сделка;800`,
    ],
    async (program) => ({
      leads: await world.server.db
        .selectFrom('leads as l')
        .leftJoin('sales as s', 's.lead_id', 'l.id')
        .leftJoin('clients as c', 'c.id', 's.client_id')
        .leftJoin('attachments as a', 'a.id', 's.attachment_id')
        .leftJoin('claims as k', 'k.id', 'l.id')
        .select([
          'l.name',
          'l.phone',
          'l.status',
          'l.version',
          'l.updated_at',
          's.amount_kop',
          'c.name as client',
        ])
        .select(sql<string>`s.paid_on::text`.as('paid_on'))
        .select(['a.cause', 'a.close_reason', sql<boolean>`a.lead_id = l.id`.as('is_own')])
        .select(['k.target_kop', 'k.rewarded_before', 'k.step_before', 'k.cap_before'])
        .select(sql<string>`k.counted_on::text`.as('counted_on'))
        .where('l.program_id', '=', program)
        .orderBy('l.number')
        .execute(),
      accruals: await world.server.db
        .selectFrom('accruals as a')
        .innerJoin('partners as p', 'p.id', 'a.partner_id')
        .leftJoin('sales as s', 's.id', 'a.sale_id')
        .leftJoin('leads as l', (join) => join.on(sql<boolean>`l.id = coalesce(a.lead_id, s.lead_id)`))
        .select(['p.phone', 'l.name', 'a.kind', 'a.amount_kop', 'a.status', 'a.review_reason'])
        .where('a.program_id', '=', program)
        .orderBy('l.number')
        .orderBy('a.number')
        .execute(),
      history: await world.server.db
        .selectFrom('lead_events as e')
        .innerJoin('leads as l', 'l.id', 'e.lead_id')
        .select(['l.name', 'e.from_status', 'e.to_status', 'e.comment', 'e.deal_amount_kop', 'e.at'])
        .where('l.program_id', '=', program)
        .where('e.from_status', 'is not', null)
        .orderBy('l.number')
        .orderBy('e.id')
        .execute(),
      periods: await world.server.db
        .selectFrom('period_closes as c')
        .innerJoin('partners as p', 'p.id', 'c.partner_id')
        .select(['p.phone', 'c.period', sql<string>`c.starts_on::text`.as('starts_on')])
        .where('c.program_id', '=', program)
        .orderBy('p.phone')
        .orderBy('starts_on')
        .execute(),
    }),
    { reward, reward_event: 'deal_won' },
  );
  expect(together).toEqual(separately);
  const { found } = together as { found: { accruals: unknown[]; leads: { target_kop: number | null }[] } };
  expect(found.accruals.length).toBeGreaterThan(3);
  expect(found.leads.filter(({ target_kop }) => target_kop !== null).length).toBeGreaterThan(3);
});
