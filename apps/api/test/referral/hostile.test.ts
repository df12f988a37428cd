import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Objects, requestOf, type WalkedRoute, walkedRoutes } from '../setup/access.ts';
import type { Answer } from '../setup/client.ts';
import { type Caller, createWorld, type World } from '../setup/world.ts';

let world: World;
let objects: Objects;
let partner: Caller;
beforeAll(async () => {
  world = await createWorld();
  const program = await world.program();
  const { card, caller } = await world.partner();
  partner = caller;
  const link = await world.enroll(program.id, card.id);
  const lead = await world.lead(program.id, { partner: card.id });
  const { id } = await world.server.db.selectFrom('enrollments').select('id').executeTakeFirstOrThrow();
  objects = {
    program: program.id,
    enrollment: id,
    partner: card.id,
    link: link.id,
    lead: lead.id,
    code: link.code,
  };
});
afterAll(() => world.stop());

const VALUES: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  1e300,
  99_999_999_999,
  '',
  '1e999',
  'я'.repeat(20_000),
  'a\0b',
  'a\ud800b',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '2026-02-30',
  '%',
  "'; drop table leads; --",
  [],
  [null],
  [['a']],
  {},
  { kind: 'tiered', tiers: [{ from: 0, fixed_kop: 1e300 }] },
  { title: 'a\0b' },
  { $gt: '' },
];

const SENTENCE = /^[А-Я]/;
const ENGLISH = /\b[a-z]{3,} [a-z]{3,}\b/i;

const sentencesOf = (body: unknown): string[] =>
  typeof body === 'string' ? [body] : Object.values(Object(body)).flatMap(sentencesOf);

/** Either it was taken, or the client is told in Russian what is wrong. */
function expectAnswer({ status, body }: Answer, what: string) {
  expect(status, what).toBeLessThan(500);
  if (status < 400) return;
  for (const sentence of sentencesOf(body).filter((word) => !/^[a-z_]+$/.test(word))) {
    expect(sentence, what).toMatch(SENTENCE);
    expect(sentence, what).not.toMatch(ENGLISH);
    expect(sentence, what).not.toMatch(/[ё!]/i);
  }
}

const callerFor = ({ route }: WalkedRoute) =>
  route.access === 'public' ? world.anonymous : route.access.includes('organization') ? world.boss : partner;

describe.each(walkedRoutes.filter(({ route }) => route.body !== undefined))(
  '$route.method $route.path',
  (walked) => {
    const fields = Object.keys(walked.route.body?.shape ?? {});

    test.each(fields)('takes nothing for %s that it cannot keep', async (field) => {
      const { path, body } = requestOf(walked, objects);
      for (const value of VALUES) {
        await world.server.resetLimits();
        const answer = await callerFor(walked).send(walked.route.method, path, { ...body, [field]: value });
        expectAnswer(answer, `${field} = ${JSON.stringify(value)?.slice(0, 60)}`);
      }
    });

    test('refuses bodies that are no objects, too deep or too large', async () => {
      const { path } = requestOf(walked, objects);
      for (const body of ['null', '[]', '"text"', '1', '{', `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) {
        const answer = await callerFor(walked).sendText(walked.route.method, path, body);
        expect(answer.status).toBe(400);
        expectAnswer(answer, body.slice(0, 20));
      }
      const megabyte = `{"name":"${'a'.repeat(1024 * 1024)}"}`;
      const large = await callerFor(walked).sendText(walked.route.method, path, megabyte);
      expect(large.status).toBe(413);
    });
  },
);

const PARAMETERS = [
  '',
  'nonsense',
  '%00',
  '%ed%a0%80',
  '1e400',
  '-1',
  '99999999999999999999',
  '2026-02-30',
  'a'.repeat(3000),
  "'--",
  '%25',
  ',',
];
const CURSORS = [
  ['-created_at', '2026-01-01T00:00:00.000000Z', 'nonsense', false],
  ['-created_at', 'nonsense', '01a1fdeb-c7d0-7af2-a35c-5de81e743a13', false],
  ['-created_at', '2026-13-41T99:99:99.000000Z', '01a1fdeb-c7d0-7af2-a35c-5de81e743a13', false],
  ['name', 'a', '01a1fdeb-c7d0-7af2-a35c-5de81e743a13', true],
  [],
  null,
  'x',
].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url'));

describe.each(walkedRoutes.filter(({ route }) => route.query !== undefined))(
  '$route.method $route.path',
  (walked) => {
    const names = Object.keys(walked.route.query?.shape ?? {});
    const ask = (query: string) =>
      callerFor(walked).get(`${requestOf(walked, objects).path.split('?')[0]}?${query}`);

    test('is asked with nonsense and stays calm', async () => {
      for (const name of names) {
        for (const value of PARAMETERS)
          expectAnswer(await ask(`${name}=${value}`), `${name}=${value.slice(0, 40)}`);
        expectAnswer(await ask(`${name}=a&${name}=b`), `${name} twice`);
      }
    });

    test('refuses a parameter it does not know', async () => {
      const answer = await ask('nonsense=1');
      expect(answer).toMatchObject({ status: 400, body: { nonsense: ['Неизвестный параметр.'] } });
    });
  },
);

const paged = walkedRoutes.filter(({ route }) => route.query !== undefined && 'cursor' in route.query.shape);

test.each(paged)('$route.path refuses a cursor it did not give', async (walked) => {
  const { path } = requestOf(walked, objects);
  for (const cursor of CURSORS) {
    expect(await callerFor(walked).get(`${path}?cursor=${cursor}`)).toMatchObject({ status: 400 });
  }
});
