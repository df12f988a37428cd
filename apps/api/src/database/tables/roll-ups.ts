import type {
  AccrualKind,
  AccrualStatus,
  LEAD_SOURCES,
  LeadStatus,
  PaymentStatus,
} from '@referral-dashboard/api-contract';
import type { ColumnType } from 'kysely';

/** A day of the organization's calendar; read it as text. */
type Day = ColumnType<unknown, string, string>;

/** Leads that came on a day, by their present status. Kept by triggers; rows of zeros may stay behind. */
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

/** The same over all days and sources. */
export type LeadTotalsTable = {
  organization_id: string;
  program_id: string;
  partner_id: string | null;
  status: LeadStatus;
  leads: number;
};

/** Accruals of a day by their present status, as last written. */
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

/** Balance of a partner by status, as last written: `hold_kop` may include holds that are over. */
export type PartnerBalancesTable = {
  organization_id: string;
  partner_id: string;
  hold_kop: number;
  review_kop: number;
  available_kop: number;
  reserved_kop: number;
  paid_kop: number;
};

/** All that a program has accrued and not cancelled: what its budget is measured against. */
export type ProgramSpendingTable = { organization_id: string; program_id: string; spent_kop: number };

/** Leads of an organization by day and, where `day` is null, over all days, with what they bring their partners. */
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

/** Its accruals, in the same way. */
export type OrganizationAccrualDaysTable = {
  organization_id: string;
  day: Day | null;
  program_id: string | null;
  kind: AccrualKind;
  status: AccrualStatus;
  accruals: number;
  amount_kop: number;
};

/** Its visits, in the same way. */
export type OrganizationClickDaysTable = {
  organization_id: string;
  day: Day | null;
  program_id: string;
  clicks: number;
  unique_clicks: number;
};

/** Its payments over all days. */
export type PaymentTotalsTable = {
  organization_id: string;
  status: PaymentStatus;
  payments: number;
  amount_kop: number;
};
