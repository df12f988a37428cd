import fc from 'fast-check';
import type { Ledger } from './ledger.ts';
import { createCompanies } from './money-company.ts';
import { payoutSteps } from './money-histories.ts';
import type { Scope } from './money-problems.ts';
import { createRun } from './money-run.ts';
import { type Step, steps } from './money-steps.ts';
import type { PayoutStep } from './payout-steps.ts';

const isReturn = (step: Step | PayoutStep) =>
  (step.kind === 'payment' && step.word.startsWith('return')) ||
  (step.kind === 'statement' && step.rows.some((row) => row.startsWith('returned')));

/** Plays random histories that a schema before returns could hold, with `pause` seconds after each step. @returns their scopes. */
export async function playOldHistories(
  ledger: Ledger,
  { numRuns, pause, finish }: { numRuns: number; pause: number; finish?: () => Promise<unknown> },
): Promise<Scope[]> {
  const nextParticipants = createCompanies(ledger);
  const scopes: Scope[] = [];
  await fc.assert(
    fc.asyncProperty(fc.oneof(steps(30), payoutSteps(30)), async (sequence) => {
      const participants = await nextParticipants();
      const take = createRun(ledger, participants);
      for (const step of sequence.filter((one) => !isReturn(one))) {
        await take(step);
        ledger.advance(pause);
      }
      await finish?.();
      const { organizationId } = participants.staff;
      scopes.push({ organizationId, partners: participants.partners.map(({ id }) => id) });
    }),
    { numRuns },
  );
  return scopes;
}
