import { limitedForms } from '../../database/rules/limited-forms.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { tooManyLeads } from '../../platform/errors.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { Target } from './referral-page.repo.ts';

/** Numbers of leads that public forms take within an hour. */
export type Ceilings = { link: number; program: number; organization: number };

const HOUR = 60 * 60;
const KINDS = ['link', 'program', 'organization'] as const;

class CeilingReached extends Error {
  readonly ceiling: (typeof KINDS)[number];
  readonly retryAfter: number;

  constructor(ceiling: (typeof KINDS)[number], retryAfter: number) {
    super(`the ceiling of the ${ceiling} is reached`);
    this.ceiling = ceiling;
    this.retryAfter = retryAfter;
  }
}

/** Ceilings on the leads of public forms: what an attacker with many addresses can send. */
export function createFormCeilings(db: Db, clock: Clock, ceilings: Ceilings) {
  async function count(trx: Db, target: Target, isConfirmed: boolean) {
    const objects = idsOf(target);
    const limits = createLimits(trx, clock);
    // Always in this order, or two leads would wait for each other.
    for (const kind of KINDS) {
      // Leads of confirmed people have counters of their own: robots do not use them up.
      const limit = { name: `form:${kind}`, max: ceilings[kind], seconds: HOUR };
      const key = `${objects[kind]}${isConfirmed ? ' confirmed' : ''}`;
      const { full, retryAfter } = await limits.take({ limit, key });
      if (full) throw new CeilingReached(kind, retryAfter);
    }
  }

  return {
    /**
     * Runs a transaction that takes a lead in, and counts the lead with it: what fails counts for nothing.
     *
     * @param isConfirmed a captcha stands for the person who sent it.
     * @throws ApiError 429 when the link, the program or the organization has had its leads of this hour; the organization is told on its home page.
     */
    async within(target: Target, isConfirmed: boolean, takeLead: (trx: Db) => Promise<unknown>) {
      try {
        await db.transaction().execute(async (trx) => {
          await count(trx, target, isConfirmed);
          await takeLead(trx);
        });
      } catch (error) {
        if (!(error instanceof CeilingReached)) throw error;
        const { ceiling, retryAfter } = error;
        await limitedForms(db).note(target.organization_id, ceiling, idsOf(target)[ceiling], clock());
        throw tooManyLeads(retryAfter);
      }
    },
  };
}

const idsOf = ({ link_id, program_id, organization_id }: Target) => ({
  link: link_id,
  program: program_id,
  organization: organization_id,
});
