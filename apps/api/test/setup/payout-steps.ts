import fc from 'fast-check';

/** A step of registries or bank statements. An index selects one of the existing rows, modulo their number. */
export type PayoutStep =
  | { kind: 'registry'; of: 'one' | 'both' | 'payments'; at: number; by: Accountant }
  | { kind: 'registry-step'; at: number; word: (typeof REGISTRY_WORDS)[number]; by: Accountant }
  | { kind: 'statement'; rows: readonly BankRow[]; at: number }
  | { kind: 'decision'; at: number; word: 'apply' | 'dismiss'; by: Accountant }
  | { kind: 'four-eyes'; on: boolean };

/** Index of one of the two employees of the organization. */
export type Accountant = 0 | 1;

/** Actions on a registry. `on` is the next step of its life cycle. */
export const REGISTRY_WORDS = [
  'on',
  'approve',
  'send',
  'file',
  'pay',
  'pay-one',
  'fail-one',
  'remove',
  'cancel',
] as const;

/** Rows of a bank statement by how they differ from the expected debit. The last ones are credits: returns of everything, a part, or too much. */
const BANK_ROWS = [
  'exact',
  'short',
  'part',
  'elsewhere',
  'unnamed',
  'again',
  'foreign',
  'returned',
  'returned-part',
  'returned-more',
] as const;
/** `late` is an exact debit of a day in the month before. */
export type BankRow = (typeof BANK_ROWS)[number] | 'late';

const index = fc.nat(5);
const accountant = fc.constantFrom<Accountant>(0, 1);
const kind = <Kind extends PayoutStep['kind']>(name: Kind) => fc.constant(name);

/** Steps of registries, weighted by how common they are. */
export const payoutStep: fc.Arbitrary<PayoutStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('registry'),
      of: fc.constantFrom('both' as const, 'both', 'one', 'payments'),
      at: index,
      by: accountant,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('registry-step'),
      at: fc.nat(2),
      word: fc.oneof(
        { weight: 3, arbitrary: fc.constant('on' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...REGISTRY_WORDS) },
      ),
      by: accountant,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('statement'),
      rows: fc.array(fc.constantFrom<BankRow>('exact', ...BANK_ROWS), { minLength: 1, maxLength: 4 }),
      at: index,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('decision'),
      at: index,
      word: fc.constantFrom('apply' as const, 'apply', 'apply', 'dismiss'),
      by: accountant,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('four-eyes'), on: fc.boolean() }) },
);
