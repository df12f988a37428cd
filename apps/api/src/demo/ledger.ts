import type { Insertable, Selectable } from 'kysely';
import type { AccrualsTable, PaymentsTable } from '../platform/tables/money.ts';
import type { Random } from './random.ts';

export type DemoAccrual = Selectable<AccrualsTable>;
export type DemoPayment = Insertable<PaymentsTable>;

export type NewAccrual = Pick<DemoAccrual, 'partner_id' | 'kind' | 'amount_kop' | 'explanation' | 'status'> &
  Partial<DemoAccrual>;

export type DemoLedger = ReturnType<typeof createLedger>;

/** Money as it comes about, entry by entry in the order of time, before any of it is written to the database. */
export function createLedger(organizationId: string, random: Random) {
  const accruals: DemoAccrual[] = [];
  const payments: DemoPayment[] = [];
  return {
    accruals,
    payments,

    enter(given: NewAccrual, at: Date): DemoAccrual {
      const accrual: DemoAccrual = {
        ...{ organization_id: organizationId, id: random.id(at), number: accruals.length + 1, comment: '' },
        ...{ program_id: null, lead_id: null, reward_id: null, review_reason: null, hold_until: null },
        ...{ payment_id: null, created_by: null, created_at: at, updated_at: at, canceled_at: null },
        ...given,
      };
      accruals.push(accrual);
      return accrual;
    },

    cancel(accrual: DemoAccrual, comment: string, at: Date) {
      Object.assign(accrual, {
        ...{ status: 'canceled', review_reason: null, canceled_at: at, updated_at: at, comment },
      });
    },

    /** Writes down which holds are over. */
    mature(now: Date) {
      for (const accrual of accruals) {
        const { status, hold_until } = accrual;
        if (status === 'hold' && hold_until !== null && hold_until <= now) {
          Object.assign(accrual, { status: 'available', updated_at: hold_until });
        }
      }
    },

    /** What a partner could be paid, once the holds that are over are written down. */
    available: (partnerId: string) =>
      accruals.filter(({ partner_id, status }) => partner_id === partnerId && status === 'available'),

    /** A payment of so much to a partner. */
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
