import type { ProgramTerms } from '@referral-dashboard/api-contract';
import { isExhausted } from '../../money/index.ts';
import { rewardOfRule } from './program-draft.ts';
import type { ProgramRow } from './programs.repo.ts';
import { optionalRuleView } from './terms/rule-view.ts';

type Dated = Pick<ProgramRow, 'status' | 'starts_at' | 'ends_at'>;

/** The status adjusted by dates: an active program can also be `scheduled` or `ended`. */
export function effectiveStatus({ status, starts_at, ends_at }: Dated, now: Date) {
  if (status !== 'active') return status;
  if (ends_at !== null && ends_at <= now) return 'ended' as const;
  return starts_at !== null && starts_at > now ? ('scheduled' as const) : status;
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** Converts a row into the API object for both roles. The response schema removes fields that a role may not see. */
export function programView(row: ProgramRow, now: Date) {
  const { organization_id, organization_name, enrollment_id, enrollment_status, ...shared } = row;
  const { partners, clicks, leads, won, rewards_kop } = row;
  return {
    ...shared,
    organization: { id: organization_id, name: organization_name },
    effective_status: effectiveStatus(row, now),
    reward: optionalRuleView(row),
    starts_at: iso(row.starts_at),
    ends_at: iso(row.ends_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    consent_text: row.consent_text ?? '',
    figures: { partners, clicks, leads, won, rewards_kop },
    is_exhausted: isExhausted(row),
    enrollment:
      enrollment_id === null || enrollment_status === null
        ? null
        : { id: enrollment_id, status: enrollment_status },
  };
}

/** Terms of a stored program, as a form sends them. */
export function toTerms(row: ProgramRow): ProgramTerms {
  const { name, description, reward_event, hold_days, budget_kop, join_policy, landing, ad_label, ad_erid } =
    row;
  const rule = optionalRuleView(row);
  return {
    name,
    description,
    reward_event,
    hold_days,
    budget_kop,
    join_policy,
    landing,
    ad_label,
    ad_erid,
    landing_mode: row.landing_mode,
    landing_url: row.landing_url,
    attribution: row.attribution,
    attribution_window_days: row.attribution_window_days,
    duplicate_window_days: row.duplicate_window_days,
    starts_at: iso(row.starts_at),
    ends_at: iso(row.ends_at),
    consent_text: row.consent_text ?? '',
    reward: rule && rewardOfRule(rule),
  };
}
