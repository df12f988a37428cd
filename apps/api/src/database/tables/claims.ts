import type { StepMeasure, StepPeriod } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** The claim of a lead, or of a later sale of a client, that was ever rewarded. Its accruals that are not canceled add up to the target. */
export type ClaimsTable = {
  organization_id: string;
  /** The id of the lead or the sale. */
  id: ColumnType<string, never, never>;
  lead_id: string | null;
  sale_id: Generated<string | null>;
  partner_id: string;
  program_id: string;
  /** Tier position, from 0: unique among the rewarded leads of the partner in the program. Null without a reward, and for sales. */
  rewarded_before: number | null;
  /** Tier position of the reward from a version in which leads could share one. Null for most rewards. */
  former_rewarded_before: Generated<number | null>;
  /** The day of the rewarded deal or sale, which counts in periods. Null without a reward. Read it as text. */
  counted_on: ColumnType<unknown, string | null | undefined, string | null>;
  /** What the steps of its rule count, and in which period. Null for a rule without steps, or with steps by rewards of all time. */
  step_measure: Generated<StepMeasure | null>;
  step_period: Generated<StepPeriod | null>;
  /** What the partner had in the period before it: rewards or kopecks. Unique for rewards. */
  step_before: Generated<number | null>;
  /** What the partner had earned in the program before it in the period of the cap, in kopecks. Null for a rule without a cap per partner. */
  cap_before: Generated<number | null>;
  /** First day of that period. Read it as text. */
  cap_from: ColumnType<unknown, string | null | undefined, string | null>;
  target_kop: number;
  /** The largest target that the budget or a reviewer has approved, in kopecks. */
  reviewed_target_kop: number;
  /** Maximum set by a manual decision, in kopecks; null when only the rule applies. */
  manual_cap_kop: number | null;
  manual_cap_reason: string;
  created_at: Date;
  updated_at: Date;
};

/** A period of a partner in a program whose steps apply to all of its deals. Its corrections that are not canceled add up to the target. */
export type PeriodClosesTable = {
  organization_id: string;
  id: string;
  partner_id: string;
  program_id: string;
  period: Exclude<StepPeriod, 'life'>;
  /** The first day, and the first day after it. Read them as text. */
  starts_on: ColumnType<unknown, string, never>;
  next_on: ColumnType<unknown, string, never>;
  /** The day on which it is closed, or closed again after a change. Null when nothing is due. */
  due_on: ColumnType<unknown, string | null, string | null>;
  target_kop: Generated<number>;
  calculation: ColumnType<PeriodCalculation | null, string | undefined, string>;
  closed_at: Generated<Date | null>;
};

/** Calculation of a close, by rule. */
export type PeriodCalculation = {
  deals: number;
  turnover_kop: number;
  rules: { reward_rule_id: string; deals: number; reached: number; before_kop: number; after_kop: number }[];
};
