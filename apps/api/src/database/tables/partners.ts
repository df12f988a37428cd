import type {
  CONTRACT_KINDS,
  EMPLOYMENTS,
  EnrollmentStatus,
  PARTNER_KINDS,
  PartnerStatus,
  PartnerText,
  TAX_RESIDENCES,
} from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';

export type PartnersTable = Record<PartnerText, Generated<string>> & {
  organization_id: string;
  id: string;
  version: Generated<number>;
  user_id: string | null;
  status: PartnerStatus;
  status_reason: Generated<string>;
  kind: (typeof PARTNER_KINDS)[number];
  last_name: string;
  first_name: string;
  father_name: string;
  company_name: string;
  /** The company, otherwise the person, otherwise the phone. */
  name: string;
  name_key: string;
  phone: string;
  email: string;
  inn: string;
  tags: Generated<string[]>;
  /** Overrides the minimum of the organization. */
  min_payout_kop: Generated<number | null>;
  contract_kind: Generated<(typeof CONTRACT_KINDS)[number]>;
  contract_number: Generated<string>;
  /** A day without a time. Read it as text. */
  contract_date: ColumnType<unknown, string | null | undefined, string | null>;
  employment: Generated<(typeof EMPLOYMENTS)[number]>;
  /** A day without a time. Read it as text. */
  employed_until: ColumnType<unknown, string | null | undefined, string | null>;
  tax_residence: Generated<(typeof TAX_RESIDENCES)[number]>;
  search_text: string;
  created_at: Date;
  updated_at: Date;
};

export type EnrollmentsTable = {
  organization_id: string;
  id: string;
  program_id: string;
  partner_id: string;
  status: EnrollmentStatus;
  group_id: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
};

export type LinkCodesTable = { code: string; organization_id: string; link_id: string };

export type LinksTable = {
  organization_id: string;
  id: string;
  enrollment_id: string;
  program_id: string;
  partner_id: string;
  code: string;
  label: string;
  active: Generated<boolean>;
  created_at: Date;
};

export type ClicksTable = {
  organization_id: string;
  id: string;
  link_id: string;
  at: Date;
  visitor: string;
  referrer_host: string;
  utm: Json<Record<string, string>>;
  is_bot: boolean;
  is_unique: boolean;
};

export type ClickDaysTable = {
  organization_id: string;
  link_id: string;
  day: ColumnType<Date, string, string>;
  clicks: number;
  unique_clicks: number;
};

/** A public form that refused leads because too many were sent within an hour. */
export type LimitedFormsTable = {
  organization_id: string;
  /** Scope of the limit that was reached: one link, the program or the organization. */
  ceiling: 'link' | 'program' | 'organization';
  /** Id of the link, the program or the organization. */
  object_id: string;
  refused: number;
  first_at: Date;
  last_at: Date;
};
