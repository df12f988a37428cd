import type { ActContent, ActStatus } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** Monthly acts. Their content is immutable. */
export type ActsTable = {
  organization_id: string;
  id: string;
  number: number;
  version: Generated<number>;
  partner_id: string;
  /** `2026-10` */
  month: string;
  status: ActStatus;
  title: string;
  amount_kop: number;
  /** Income tax withheld from its payments, in kopecks. */
  tax_kop: Generated<number>;
  content: ColumnType<ActContent, string, never>;
  objection: Generated<string>;
  /** The act that this one replaces. */
  replaces: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  /** Time when the partner confirmed the act or objected to it. */
  answered_at: Generated<Date | null>;
};

/** The current act of each payment. */
export type ActPaymentsTable = { organization_id: string; payment_id: string; act_id: string };

/** Returns that an act includes before the payment that offsets them. */
export type ActReturnsTable = { organization_id: string; accrual_id: string; act_id: string };
