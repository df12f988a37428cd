import fc from 'fast-check';
import { z } from 'zod';
import type { RouteEntry } from '../../setup/access.ts';
import { OBJECT_KINDS, type Objects } from '../../setup/access-bodies.ts';

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
};

const OWNERS = ['own', 'others'] as const;

/** Placeholders for ids that are known only when the call is made. */
const references = OWNERS.flatMap((owner) => OBJECT_KINDS.map((kind) => `@${owner}.${kind}@`));

/** Replaces placeholders with ids. */
export const resolved = <Value>(value: Value, objects: Record<(typeof OWNERS)[number], Objects>): Value =>
  value === undefined
    ? value
    : (JSON.parse(
        JSON.stringify(value).replace(
          /@(own|others)\.(\w+)@/g,
          (_, owner: (typeof OWNERS)[number], kind: keyof Objects) => objects[owner][kind],
        ),
      ) as Value);

const HOSTILE = [
  ...[
    '',
    ' ',
    '\0',
    'a\ud800b',
    '\u202e',
    '%',
    '%00',
    "'; drop table leads; --",
    '__proto__',
    '🏳️‍🌈'.repeat(40),
  ],
  ...['1e999', '-0', 'NaN', 'null', 'я'.repeat(5000), '=cmd|x', '\r\n=1+1', '<script>', '../..', '{{7*7}}'],
];
const PLAIN = [
  ...[
    'Иван Клиентов',
    '8 916 123-45-67',
    '+79161234567',
    'client@example.ru',
    'https://example.ru',
    'free-code',
  ],
  ...[
    '7707083893',
    '40702810900000000001',
    '044525225',
    '2026-01-31',
    '2026-03-02T09:00:00.000Z',
    'true',
    '1',
    '50',
  ],
  ...['csv', 'xlsx', '-created_at', 'in_progress', 'won', 'active', 'draft', 'month', 'sbp', 'Т-Банк'],
];

const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 3, arbitrary: fc.constantFrom(...references) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.uuid() },
);
const days = fc
  .date({ min: new Date('1999-06-01'), max: new Date('2201-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, format, anyOf, oneOf, allOf, minimum = -10, maximum = 2 ** 40 } = schema;
  const alternatives = anyOf ?? oneOf ?? allOf;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(arbitraryOf));
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...references), fc.uuid());
  if (format === 'date') return days.map((day) => day.slice(0, 10));
  if (format === 'date-time') return days;
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.integer({ min: minimum, max: Math.max(minimum, maximum) }), fc.double(), fc.nat(100));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 5 });
  if (type === 'object') return objectOf(schema);
  return words;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema) {
  const fields = Object.entries(properties).map(([name, member]) => [name, arbitraryOf(member)] as const);
  if (fields.length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(words, arbitraryOf(additionalProperties), { maxKeys: 4 });
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** A change of a valid value: `value` replaces fields, and the bits of `keptFields` select the fields that stay. */
type Change = { value: unknown; keptFields: number };

const changeOf = (schema: z.ZodType | undefined): fc.Arbitrary<Change | undefined> => {
  if (schema === undefined)
    return fc.constantFrom<(Change | undefined)[]>(undefined, undefined, { value: {}, keptFields: 0 });
  const fields = objectChange(schemaOf(schema));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 8, arbitrary: fc.record({ value: fields, keptFields: fc.nat(0xff) }) },
    { weight: 1, arbitrary: fc.record({ value: fc.jsonValue({ maxDepth: 3 }), keptFields: fc.constant(0) }) },
  );
};

/** Generates fields by their schema. One field in five gets another value. */
function objectChange(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.properties === undefined) return arbitraryOf(schema);
  const field = (member: Schema) =>
    fc.oneof(
      { weight: 4, arbitrary: arbitraryOf(member) },
      { weight: 1, arbitrary: fc.oneof(words, fc.jsonValue({ maxDepth: 2 })) },
    );
  const fields = Object.entries(schema.properties).map(([name, member]) => [name, field(member)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

/** A random call by a random user. */
export type AnyCall = {
  entry: RouteEntry;
  person: number;
  target: 'own' | 'others' | 'unknown' | { named: string };
  query: Change | undefined;
  body: Change | undefined;
  key: number;
  /** Whether its preconditions are created and an authorized user makes the call, with or without the changes. */
  prepared: 'no' | 'sound' | 'changed';
};

export const anyCall = (routes: readonly RouteEntry[], people: number): fc.Arbitrary<AnyCall> =>
  fc.oneof(
    ...routes.map((entry) =>
      fc.record<AnyCall>({
        entry: fc.constant(entry),
        person: fc.nat(people - 1),
        target: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom('own', 'own', 'own', 'others', 'unknown') },
          { weight: 1, arbitrary: fc.record({ named: words }) },
        ) as fc.Arbitrary<AnyCall['target']>,
        query: changeOf(entry.route.query),
        body: changeOf(entry.route.body),
        key: fc.nat(20),
        prepared: fc.constantFrom<AnyCall['prepared'][]>(
          'no',
          'no',
          'no',
          'no',
          'no',
          'no',
          'sound',
          'changed',
        ),
      }),
    ),
  );
