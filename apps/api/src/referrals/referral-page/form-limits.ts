import { limitedForms } from '../../database/rules/limited-forms.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { tooManyLeads } from '../../platform/errors.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { Target } from './referral-page.repo.ts';

/** Maximum number of leads from public forms in one hour. */
export type FormLimits = { link: number; program: number; organization: number };

const HOUR = 60 * 60;
const KINDS = ['link', 'program', 'organization'] as const;

class LimitReached extends Error {
  readonly kind: (typeof KINDS)[number];
  readonly retryAfter: number;

  constructor(kind: (typeof KINDS)[number], retryAfter: number) {
    super(`the limit of the ${kind} is reached`);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** Limits leads from public forms, even when an attacker uses many addresses. */
export function createFormLimits(db: Db, clock: Clock, formLimits: FormLimits) {
  async function count(trx: Db, target: Target, isConfirmed: boolean) {
    const objects = toIds(target);
    const limits = createLimits(trx, clock);
    // The order is fixed to prevent deadlocks.
    for (const kind of KINDS) {
      // Leads confirmed by a captcha have separate counters, so that robots cannot exhaust them.
      const limit = { name: `form:${kind}`, max: formLimits[kind], seconds: HOUR };
      const key = `${objects[kind]}${isConfirmed ? ' confirmed' : ''}`;
      const { full, retryAfter } = await limits.take({ limit, key });
      if (full) throw new LimitReached(kind, retryAfter);
    }
  }

  return {
    /**
     * Runs `takeLead` in a transaction that also counts the lead. A failed transaction is not counted.
     *
     * @param isConfirmed true when the sender passed a captcha.
     * @throws ApiError 429 when the limit of the link, the program or the organization is reached. The home page of the organization shows
     * the limit that was reached.
     */
    async within(target: Target, isConfirmed: boolean, takeLead: (trx: Db) => Promise<unknown>) {
      try {
        await db.transaction().execute(async (trx) => {
          await count(trx, target, isConfirmed);
          await takeLead(trx);
        });
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        const { kind, retryAfter } = error;
        await limitedForms(db).note(target.organization_id, kind, toIds(target)[kind], clock());
        throw tooManyLeads(retryAfter);
      }
    },
  };
}

const toIds = ({ link_id, program_id, organization_id }: Target) => ({
  link: link_id,
  program: program_id,
  organization: organization_id,
});
