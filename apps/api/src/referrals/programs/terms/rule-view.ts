import type { RewardRule } from '@referral-dashboard/api-contract';

type RuleColumns = Omit<RewardRule, 'version'> & { rule_version: number };

/** Converts the columns of a reward rule into the API object. */
export const ruleView = ({
  rule_version,
  kind,
  fixed_kop,
  percent_bps,
  tiers,
  cap_per_lead_kop,
}: RuleColumns): RewardRule => ({
  version: rule_version,
  kind,
  fixed_kop,
  percent_bps,
  tiers,
  cap_per_lead_kop,
});
