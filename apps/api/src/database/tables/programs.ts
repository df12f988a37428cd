import type { Landing, ProgramStatus, Reward, RewardRule } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';

type RewardEvent = 'lead_qualified' | 'deal_won';

export type ProgramsTable = {
  organization_id: string;
  id: string;
  version: Generated<number>;
  status: ProgramStatus;
  name: string;
  /** The name as two names are compared. */
  name_key: string;
  description: string;
  reward_event: RewardEvent;
  reward_rule_id: string | null;
  consent_text_id: string | null;
  hold_days: number;
  budget_kop: number | null;
  join_policy: 'open' | 'by_request' | 'closed';
  starts_at: Date | null;
  ends_at: Date | null;
  attribution_window_days: number;
  duplicate_window_days: number;
  landing: Json<Landing>;
  ad_label: string;
  ad_erid: string;
  /** Of /join/{code}; given by the database. */
  join_code: ColumnType<string, never, never>;
  created_at: Date;
  updated_at: Date;
};

export type RewardRulesTable = {
  organization_id: string;
  program_id: string;
  id: string;
  version: number;
  event: RewardEvent;
  kind: Reward['kind'];
  fixed_kop: number | null;
  percent_bps: number | null;
  tiers: Json<RewardRule['tiers']> | null;
  cap_per_lead_kop: number | null;
  created_by: string | null;
  created_at: Date;
};

export type ConsentTextsTable = {
  organization_id: string;
  program_id: string;
  id: string;
  version: number;
  text: string;
  sha256: string;
  created_at: Date;
};
