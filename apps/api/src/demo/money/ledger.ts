import type { Insertable, Selectable } from 'kysely';
import type { AccrualsTable, ClaimsTable, PaymentsTable } from '../../database/tables/money.ts';
import type { Random } from '../random.ts';

/** A change of money at a moment. */
export type LedgerEvent = { at: Date; apply: () => void };

const DAY_MS = 24 * 60 * 60 * 1000;

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export type DemoAccrual = Selectable<AccrualsTable>;
type DemoClaim = Insertable<ClaimsTable>;
export type DemoPayment = Insertable<PaymentsTable> & { number: number; purpose: string };

export type NewAccrual = Pick<DemoAccrual, 'partner_id' | 'kind' | 'amount_kop' | 'explanation' | 'status'> &
  Partial<DemoAccrual>;

export type DemoLedger = ReturnType<typeof createLedger>;

/** Accruals and payments in memory. Changes are applied in chronological order before the result is written to the database. */
export function createLedger(organizationId: string, random: Random) {
  const accruals: DemoAccrual[] = [];
  const payments: DemoPayment[] = [];
  /** Positions in the tiers, by lead. */
  const places = new Map<string, number>();
  return {
    accruals,
    payments,

    /** Returns the position of a lead in the tiers. The first call sets it. */
    placeOf(leadId: string, rewardedBefore: number): number {
      const place = places.get(leadId) ?? rewardedBefore;
      places.set(leadId, place);
      return place;
    },

    /** The claims of all leads that were ever rewarded. */
    claims: (): DemoClaim[] =>
      [...places].map(([lead_id, rewarded_before]) => {
        const entries = accruals.filter((accrual) => accrual.lead_id === lead_id);
        const [first] = entries;
        if (first?.program_id == null) throw new Error('a lead has a tier position but no reward');
        const target_kop = sumOf(entries.filter(({ status }) => status !== 'canceled'));
        // A manual review starts after the reward was approved, so it does not reset `cleared_kop`.
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
          cleared_kop: isChecked ? 0 : target_kop,
          hand_kop: null,
          hand_reason: '',
          created_at: first.created_at,
          updated_at: entries.at(-1)?.updated_at ?? first.updated_at,
        };
      }),

    enter(given: NewAccrual, at: Date): DemoAccrual {
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
        ...given,
      };
      accruals.push(accrual);
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

    /** Adds a payment. Returns it. */
    pay(
      given: Omit<DemoPayment, 'organization_id' | 'id' | 'number' | 'created_at' | 'purpose'>,
      purposeOf: (number: number) => string,
      at: Date,
    ): DemoPayment {
      const number = payments.length + 1;
      const ids = { organization_id: organizationId, id: random.id(at), number, created_at: at };
      const payment = { ...given, ...ids, purpose: purposeOf(number) };
      payments.push(payment);
      return payment;
    },
  };
}

export const sumOf = (rows: readonly { amount_kop: number }[]) =>
  rows.reduce((sum, { amount_kop }) => sum + amount_kop, 0);
