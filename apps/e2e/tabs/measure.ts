import type { Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { test } from './fixtures.ts';
import { playRound, type Round, type Start } from './rounds.ts';

const { TABS_ROUNDS } = process.env;

/** True in the long run, which measures many rounds and does not stop at the first failure. */
export const long = TABS_ROUNDS !== undefined;

/** Number of rounds per case in this run. */
export const roundCount = Number(TABS_ROUNDS ?? 8);

/** Annotation type that the table reporter reads. */
export const FIGURES = 'figures';

/** A row of the table. */
export type Figures = Readonly<Record<string, string | number>>;

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export function note(figures: Figures): void {
  test.info().annotations.push({ type: FIGURES, description: JSON.stringify(figures) });
}

/** Runs `atMost` rounds, or fewer when `enough` returns true, and records their figures under a name. */
export async function playRounds(
  server: TestServer,
  tabs: readonly Page[],
  start: Start,
  { name, atMost, enough }: { name: string; atMost: number; enough?: (round: Round) => boolean },
): Promise<Round[]> {
  const rounds: Round[] = [];
  while (rounds.length < atMost) {
    const round = await playRound(server, tabs, start);
    rounds.push(round);
    if (enough?.(round)) break;
  }
  const contended = rounds.filter((round) => round.contended).length;
  const invalidSpends = rounds.filter((round) => round.invalidSpends > 0).length;
  const ms = Math.round(median(rounds.map((round) => round.milliseconds)));
  note({ name, tabs: tabs.length, start, rounds: rounds.length, contended, invalidSpends, 'median ms': ms });
  return rounds;
}
