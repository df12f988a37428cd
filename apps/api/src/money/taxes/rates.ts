import type { TaxBracketAmount } from '../../database/tables/taxes.ts';

type Bracket = { upToKop: number; bps: number };

/**
 * Income tax of residents by annual income. A table applies from its year; the latest comes first.
 *
 * Source: НК, article 224, as of 176-ФЗ of 12.07.2024
 */
const RESIDENT_TAX: readonly { year: number; brackets: readonly Bracket[] }[] = [
  {
    year: 2025,
    brackets: [
      { upToKop: 240_000_000, bps: 1300 },
      { upToKop: 500_000_000, bps: 1500 },
      { upToKop: 2_000_000_000, bps: 1800 },
      { upToKop: 5_000_000_000, bps: 2000 },
      { upToKop: Number.POSITIVE_INFINITY, bps: 2200 },
    ],
  },
];

/** Income tax of non-residents. Source: НК, article 224, paragraph 3. */
const NON_RESIDENT_BPS = 3000;

/**
 * Insurance contributions by annual income. A table applies from its year; the latest comes first. A year without a published base uses the
 * latest published one.
 *
 * Source: НК, articles 421 and 425; ПП 31.10.2025 № 1701
 */
const CONTRIBUTIONS: readonly { year: number; brackets: readonly Bracket[] }[] = [
  { year: 2026, brackets: contributionBrackets(297_900_000) },
  { year: 2025, brackets: contributionBrackets(275_900_000) },
];

function contributionBrackets(baseKop: number): readonly Bracket[] {
  return [
    { upToKop: baseKop, bps: 3000 },
    { upToKop: Number.POSITIVE_INFINITY, bps: 1510 },
  ];
}

function inForce(table: readonly { year: number; brackets: readonly Bracket[] }[], year: number) {
  const schedule = table.find((row) => row.year <= year) ?? table.at(-1);
  if (schedule === undefined) throw new Error('a table of rates is empty');
  return schedule.brackets;
}

/** Splits an amount into slices by rate. `beforeKop` is the earlier income of the year. */
function splitByBrackets(
  brackets: readonly Bracket[],
  beforeKop: number,
  amountKop: number,
): TaxBracketAmount[] {
  const end = beforeKop + amountKop;
  return brackets.flatMap(({ upToKop, bps }, index) => {
    const from = Math.max(beforeKop, brackets[index - 1]?.upToKop ?? 0);
    const kop = Math.min(end, upToKop) - from;
    return kop > 0 ? [{ bps, kop }] : [];
  });
}

export const residentSlices = (year: number, beforeKop: number, amountKop: number) =>
  splitByBrackets(inForce(RESIDENT_TAX, year), beforeKop, amountKop);

export const nonResidentSlices = (amountKop: number): TaxBracketAmount[] => [
  { bps: NON_RESIDENT_BPS, kop: amountKop },
];

export const contributionSlices = (year: number, beforeKop: number, amountKop: number) =>
  splitByBrackets(inForce(CONTRIBUTIONS, year), beforeKop, amountKop);

const BPS_OF_WHOLE = 10_000n;

/** Returns the tax on the slices in kopecks, rounded half up to a multiple of `unitKop`. Exact for every payment amount. */
export function computeTax(slices: readonly TaxBracketAmount[], unitKop: number): number {
  const exact = slices.reduce((sum, { bps, kop }) => sum + BigInt(kop) * BigInt(bps), 0n);
  const unit = BPS_OF_WHOLE * BigInt(unitKop);
  return Number((exact + unit / 2n) / unit) * unitKop;
}
