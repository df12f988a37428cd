import type { SaleClient } from '@referral-dashboard/api-contract';
import type { ClaimedLead } from './claims.repo.ts';

/** The lead or the later sale that a claim rewards, with its partner and reward rule. */
export type ClaimSource = {
  /** The id of the lead or the sale, which is the id of the claim. */
  id: string;
  lead_id: string | null;
  sale_id: string | null;
  organization_id: string;
  time_zone: string;
  /** `лид Л-12` or `продажа П-7` */
  title: string;
  partner_id: string;
  program_id: string;
  reward_rule_id: string;
  /** The live reward. */
  reward_id: string | null;
  amount_kop: number | null;
  vat_kop: number | null;
  phone: string | null;
  email_key: string;
  self_referral: boolean;
};

/** Describes a lead with the partner that earns and the rule. The VAT is that of its sale. */
export const leadSource = (
  lead: ClaimedLead,
  known: { partner_id: string; reward_rule_id: string; vat_kop?: number | null },
): ClaimSource => ({
  id: lead.id,
  lead_id: lead.id,
  sale_id: null,
  organization_id: lead.organization_id,
  time_zone: lead.time_zone,
  title: `лид Л-${lead.number}`,
  program_id: lead.program_id,
  reward_id: lead.reward_id,
  amount_kop: lead.deal_amount_kop,
  vat_kop: null,
  phone: lead.phone,
  email_key: lead.email_key,
  self_referral: lead.self_referral,
  ...known,
});

export const toSaleClient = (isNew: boolean): SaleClient => (isNew ? 'new' : 'existing');

/** `Лид Л-12` */
export const atStart = (title: string) => title.charAt(0).toUpperCase() + title.slice(1);
