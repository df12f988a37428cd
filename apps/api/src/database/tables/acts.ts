import type { ActContent, ActStatus } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** Monthly acts. Nothing of what they say is ever changed. */
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
  /** Income tax withheld from its payments. */
  tax_kop: Generated<number>;
  content: ColumnType<ActContent, string, never>;
  objection: Generated<string>;
  /** The act instead of which it was made. */
  replaces: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  /** Moment at which the partner confirmed it, or objected. */
  answered_at: Generated<Date | null>;
};

/** Payments by the living act that tells of them. */
export type ActPaymentsTable = { organization_id: string; payment_id: string; act_id: string };

/** Returns that an act reflects before the payment that offsets them does. */
export type ActReturnsTable = { organization_id: string; accrual_id: string; act_id: string };
