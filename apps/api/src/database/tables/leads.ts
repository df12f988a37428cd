import type {
  LEAD_SOURCES,
  LeadField,
  LeadReason,
  LeadStatus,
  SelfReferralMatch,
} from '@referral-dashboard/api-contract';
import type { Generated } from 'kysely';

export type LeadsTable = Record<LeadField, string> & {
  organization_id: string;
  id: string;
  number: number;
  version: Generated<number>;
  program_id: string;
  /** The reward rule in force when the lead was created. */
  reward_rule_id: string | null;
  reward_event: 'lead_qualified' | 'deal_won';
  /** The current reward of the lead. */
  reward_id: Generated<string | null>;
  partner_id: string | null;
  /** The partner who keeps the reward of the lead in its current status after a transfer to `partner_id`. */
  earned_by: Generated<string | null>;
  link_id: string | null;
  click_id: string | null;
  utm_source: Generated<string>;
  utm_medium: Generated<string>;
  utm_campaign: Generated<string>;
  utm_content: Generated<string>;
  utm_term: Generated<string>;
  referrer_host: Generated<string>;
  source: (typeof LEAD_SOURCES)[number];
  phone: string;
  /** True while a later lead with the same phone is a duplicate of this one. */
  holds_phone: boolean;
  email_key: string;
  status: LeadStatus;
  reason_code: LeadReason | null;
  reason_comment: Generated<string>;
  duplicate_of: string | null;
  deal_amount_kop: number | null;
  self_referral: boolean;
  /** Contacts of the partner that equal the contacts of the lead. */
  self_referral_matches: Generated<SelfReferralMatch[]>;
  /** The live lead whose e-mail this lead was changed to. */
  same_email_as: Generated<string | null>;
  /** For a duplicate: the moment from which it may be offered for restoration. */
  offered_at: Generated<Date | null>;
  /** True when no captcha confirmed the sender. */
  unverified: boolean;
  search_text: string;
  created_at: Date;
  updated_at: Date;
};

/** Leads from the own site, by the number that the site gave them. */
export type ConversionsTable = {
  organization_id: string;
  external_id: string;
  lead_id: string;
  reason: 'last_click' | 'first_click' | 'no_click';
  occurred_at: Date;
  received_at: Date;
};

export type ConsentsTable = {
  organization_id: string;
  lead_id: string;
  consent_text_id: string;
  accepted_at: Date;
  ip: string;
  user_agent: string;
};

export type LeadEventsTable = {
  organization_id: string;
  id: string;
  lead_id: string;
  actor_id: string | null;
  from_status: LeadStatus | null;
  to_status: LeadStatus;
  reason_code: LeadReason | null;
  comment: string;
  changed: string[];
  /** The partners before and after a transfer. */
  from_partner_id: Generated<string | null>;
  to_partner_id: Generated<string | null>;
  /** The deal amounts before and after a change of the amount. Null in older rows. */
  deal_amount_before_kop: Generated<number | null>;
  deal_amount_kop: Generated<number | null>;
  at: Date;
  /** Empty in older rows. */
  request_id: Generated<string>;
};

export type LeadCommentsTable = {
  organization_id: string;
  id: string;
  lead_id: string;
  author_id: string;
  text: string;
  at: Date;
};

export type DismissedTasksTable = { organization_id: string; key: string; actor_id: string; at: Date };

export type FormerContactsTable = {
  id: Generated<string>;
  /** The contacts belonged to a card (`organization_id`, `partner_id`) or to a user. */
  organization_id: string | null;
  partner_id: string | null;
  user_id: string | null;
  phone: string;
  email_key: string;
  replaced_at: Generated<Date>;
};
