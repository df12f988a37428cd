import type { RewardRule } from '@referral-dashboard/api-contract';

export type RuleColumns = Omit<RewardRule, 'version'> & { rule_version: number };

/** Converts the columns of a reward rule into the API object. */
export const ruleView = (row: RuleColumns): RewardRule => ({
  version: row.rule_version,
  kind: row.kind,
  fixed_kop: row.fixed_kop,
  percent_bps: row.percent_bps,
  tiers: row.tiers,
  cap_per_lead_kop: row.cap_per_lead_kop,
  applies_to: row.applies_to,
  applies_to_limit: row.applies_to_limit,
  base: row.base,
  cap_per_client_kop: row.cap_per_client_kop,
  cap_per_partner_kop: row.cap_per_partner_kop,
  cap_period: row.cap_period,
  measure: row.measure,
  period: row.period,
  lines: row.lines,
  mode: row.mode,
});

type OptionalColumns = { [Column in keyof RuleColumns]: RuleColumns[Column] | null };

/** Converts the columns of a joined reward rule. Null for a program without a reward. */
export function optionalRuleView(row: OptionalColumns): RewardRule | null {
  const { rule_version, kind, applies_to, base, measure, period, mode } = row;
  if (rule_version === null || kind === null || applies_to === null || base === null) return null;
  if (measure === null || period === null || mode === null) return null;
  return ruleView({ ...row, rule_version, kind, applies_to, base, measure, period, mode });
}
