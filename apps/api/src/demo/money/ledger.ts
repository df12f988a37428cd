import { sumAmounts } from '@referral-dashboard/api-contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { AccrualsTable, ClaimsTable } from '../../database/tables/money.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Random } from '../random.ts';

/** A change of money at a moment. */
export type LedgerEvent = { at: Date; apply: () => void | Promise<void> };

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export type DemoAccrual = Selectable<AccrualsTable>;
type DemoClaim = Insertable<ClaimsTable>;

export type NewAccrual = Pick<DemoAccrual, 'partner_id' | 'kind' | 'amount_kop' | 'explanation' | 'status'> &
  Partial<DemoAccrual>;

export type DemoLedger = ReturnType<typeof createLedger>;

const BATCH = 500;

/** Columns that change after an accrual is inserted. Payments change the others in the database. */
const CHANGING = ['status', 'review_reason', 'comment', 'canceled_at', 'updated_at'] as const;

/** Accruals in memory. Changes are applied in chronological order. `save` writes them to the database before each payment. */
export function createLedger(trx: Db, organizationId: string, random: Random) {
  const accruals: DemoAccrual[] = [];
  /** Copies of accruals as they were created, not yet in the database. */
  const created: DemoAccrual[] = [];
  /** Saved state by accrual id. */
  const saved = new Map<string, string>();
  /** Tier positions by lead, with the partner and the program; null for a lead that returned its position. */
  const positions = new Map<string, { group: string; position: number | null }>();
  return {
    accruals,

    /** Gives a lead the smallest free tier position of its partner and program. */
    takeTierPosition(leadId: string, group: string): number {
      const taken = new Set(
        [...positions.values()].flatMap((one) => (one.group === group ? [one.position] : [])),
      );
      let position = 0;
      while (taken.has(position)) position += 1;
      positions.set(leadId, { group, position });
      return position;
    },

    returnTierPosition(leadId: string) {
      const known = positions.get(leadId);
      if (known !== undefined) positions.set(leadId, { ...known, position: null });
    },

    /** The claims of all leads that were ever rewarded. */
    claims: (): DemoClaim[] =>
      [...positions].map(([lead_id, { position: rewarded_before }]) => {
        const entries = accruals.filter((accrual) => accrual.lead_id === lead_id);
        const [first] = entries;
        if (first?.program_id == null) throw new Error('a lead has a tier position but no reward');
        const target_kop = sumAmounts(entries.filter(({ status }) => status !== 'canceled'));
        // A manual review starts after the reward was approved, so it does not reset `reviewed_target_kop`.
        const isChecked = entries.some(
          ({ status, review_reason }) => status === 'review' && review_reason !== 'manual',
        );
        return {
          organization_id: organizationId,
          lead_id,
          rewarded_before,
          target_kop,
          partner_id: first.partner_id,
          program_id: first.program_id,
          reviewed_target_kop: isChecked ? 0 : target_kop,
          manual_cap_kop: null,
          manual_cap_reason: '',
          created_at: first.created_at,
          updated_at: entries.at(-1)?.updated_at ?? first.updated_at,
        };
      }),

    add(fields: NewAccrual, at: Date): DemoAccrual {
      const accrual: DemoAccrual = {
        organization_id: organizationId,
        id: random.id(at),
        number: accruals.length + 1,
        comment: '',
        program_id: null,
        lead_id: null,
        reward_id: null,
        review_reason: null,
        hold_until: null,
        payment_id: null,
        created_by: null,
        created_at: at,
        updated_at: at,
        canceled_at: null,
        ...fields,
      };
      accruals.push(accrual);
      created.push({ ...accrual });
      return accrual;
    },

    cancel(accrual: DemoAccrual, comment: string, at: Date) {
      Object.assign(accrual, {
        status: 'canceled',
        review_reason: null,
        canceled_at: at,
        updated_at: at,
        comment,
      });
    },

    /** Sets holds that have ended to `available`. */
    mature(now: Date) {
      for (const accrual of accruals) {
        const { status, hold_until } = accrual;
        if (status === 'hold' && hold_until !== null && hold_until <= now) {
          Object.assign(accrual, { status: 'available', updated_at: hold_until });
        }
      }
    },

    /** Accruals of a partner that can be paid. Call `mature` first. */
    available: (partnerId: string) =>
      accruals.filter(({ partner_id, status }) => partner_id === partnerId && status === 'available'),

    /** Writes all changes since the last call to the database: first the created accruals, then their changes. */
    async save() {
      const added = created.splice(0);
      for (let from = 0; from < added.length; from += BATCH)
        await trx
          .insertInto('accruals')
          .values(added.slice(from, from + BATCH))
          .execute();
      for (const accrual of added) saved.set(accrual.id, JSON.stringify(accrual));
      const changed = accruals.filter((accrual) => saved.get(accrual.id) !== JSON.stringify(accrual));
      for (let from = 0; from < changed.length; from += BATCH)
        await trx
          .insertInto('accruals')
          .values(changed.slice(from, from + BATCH))
          .onConflict((clash) =>
            clash
              .columns(['organization_id', 'id'])
              .doUpdateSet((row) =>
                Object.fromEntries(CHANGING.map((name) => [name, row.ref(`excluded.${name}`)])),
              ),
          )
          .execute();
      for (const accrual of changed) saved.set(accrual.id, JSON.stringify(accrual));
    },

    /** Reads back the accruals of payments after these have changed. */
    async refresh(payments: readonly string[]) {
      const held = accruals
        .filter(({ payment_id }) => payment_id != null && payments.includes(payment_id))
        .map(({ id }) => id);
      const rows = await trx
        .selectFrom('accruals')
        .select(['id', 'payment_id', 'status', 'updated_at'])
        .where('organization_id', '=', organizationId)
        .where(sql<boolean>`(payment_id = any(${payments}::uuid[]) or id = any(${held}::uuid[]))`)
        .execute();
      const known = new Map(accruals.map((accrual) => [accrual.id, accrual]));
      for (const { id, ...row } of rows) {
        const accrual = known.get(id);
        if (accrual === undefined) throw new Error('a payment took an unknown accrual');
        saved.set(id, JSON.stringify(Object.assign(accrual, row)));
      }
    },
  };
}
