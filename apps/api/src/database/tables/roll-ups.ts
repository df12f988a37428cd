import type {
  AccrualKind,
  AccrualStatus,
  LEAD_SOURCES,
  LeadStatus,
  PaymentStatus,
} from '@referral-dashboard/api-contract';
import type { ColumnType } from 'kysely';

/** A day of the calendar of the organization. Read it as text. */
type Day = ColumnType<unknown, string, string>;

/** Leads by creation day and current status. Updated by triggers; rows with zeros may remain. */
export type LeadDaysTable = {
  organization_id: string;
  day: Day;
  program_id: string;
  partner_id: string | null;
  source: (typeof LEAD_SOURCES)[number];
  status: LeadStatus;
  leads: number;
  deal_kop: number;
};

/** The same over all days and sources, with the rewards of the leads. Added at commit. */
export type LeadTotalsTable = {
  organization_id: string;
  program_id: string;
  partner_id: string | null;
  status: LeadStatus;
  leads: number;
  reward_kop: number;
};

/** Accruals by creation day and stored status. */
export type AccrualDaysTable = {
  organization_id: string;
  day: Day;
  program_id: string | null;
  partner_id: string;
  kind: AccrualKind;
  status: AccrualStatus;
  accruals: number;
  amount_kop: number;
};

/** Balance of a partner by stored status: `hold_kop` may include holds that have ended. */
export type PartnerBalancesTable = {
  organization_id: string;
  partner_id: string;
  hold_kop: number;
  review_kop: number;
  available_kop: number;
  reserved_kop: number;
  paid_kop: number;
};

/** Sum of the accruals of a program that are not canceled. The budget is compared with it. */
export type ProgramSpendingTable = { organization_id: string; program_id: string; spent_kop: number };

/** Leads of an organization and their rewards by day, and over all days where `day` is null. */
export type OrganizationLeadDaysTable = {
  organization_id: string;
  day: Day | null;
  program_id: string;
  source: (typeof LEAD_SOURCES)[number];
  status: LeadStatus;
  leads: number;
  deal_kop: number;
  reward_kop: number;
};

/** Accruals of an organization by day, and over all days where `day` is null. */
export type OrganizationAccrualDaysTable = {
  organization_id: string;
  day: Day | null;
  program_id: string | null;
  kind: AccrualKind;
  status: AccrualStatus;
  accruals: number;
  amount_kop: number;
};

/** Visits of an organization by day, and over all days where `day` is null. */
export type OrganizationClickDaysTable = {
  organization_id: string;
  day: Day | null;
  program_id: string;
  clicks: number;
  unique_clicks: number;
};

/** Payments of an organization over all days. */
export type PaymentTotalsTable = {
  organization_id: string;
  status: PaymentStatus;
  payments: number;
  amount_kop: number;
};
