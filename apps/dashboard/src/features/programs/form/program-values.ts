import type { UseFormReturnType } from '@mantine/form';
import type {
  Attribution,
  JoinPolicy,
  Landing,
  LandingMode,
  Organization,
  Program,
} from '@referral-dashboard/api-contract';
import { FORM_TEXT } from '@referral-dashboard/api-contract/referral-page-text';
import { NO_REWARD, type RewardTerms, toRewardValues } from '@/entities/program/reward/reward-values.ts';
import type { Dates } from '@/shared/format/date.ts';
import { getFirstDay, getLastDay } from '../program-days.ts';

/** Form values of a program, named as in the contract. Dates are days; the last day is included. */
export type ProgramValues = RewardTerms & {
  name: string;
  description: string;
  hold_days: number | null;
  budget_kop: number | null;
  join_policy: JoinPolicy;
  starts_at: string;
  ends_at: string;
  attribution_window_days: number | null;
  duplicate_window_days: number | null;
  landing: Landing;
  landing_mode: LandingMode;
  landing_url: string;
  attribution: Attribution;
  consent_text: string;
  ad_label: string;
  ad_erid: string;
};

export type ProgramFields = UseFormReturnType<ProgramValues>;

export const toValues = (program: Program, dates: Dates): ProgramValues => ({
  name: program.name,
  description: program.description,
  reward_event: program.reward_event,
  reward: toRewardValues(program.reward),
  hold_days: program.hold_days,
  budget_kop: program.budget_kop,
  join_policy: program.join_policy,
  starts_at: getFirstDay(program.starts_at, dates),
  ends_at: getLastDay(program.ends_at, dates),
  attribution_window_days: program.attribution_window_days,
  duplicate_window_days: program.duplicate_window_days,
  landing: program.landing,
  landing_mode: program.landing_mode,
  landing_url: program.landing_url,
  attribution: program.attribution,
  consent_text: program.consent_text,
  ad_label: program.ad_label,
  ad_erid: program.ad_erid,
});

/** Initial values of a new program. */
export const getInitialValues = ({ name, legal_name, default_hold_days }: Organization): ProgramValues => ({
  name: '',
  description: '',
  reward_event: 'lead_qualified',
  reward: NO_REWARD,
  hold_days: default_hold_days,
  budget_kop: null,
  join_policy: 'by_request',
  starts_at: '',
  ends_at: '',
  attribution_window_days: 30,
  duplicate_window_days: 90,
  landing: {
    title: '',
    subtitle: '',
    text: '',
    button_text: FORM_TEXT.button,
    success_text: 'Спасибо. Мы свяжемся с вами.',
  },
  landing_mode: 'page',
  landing_url: '',
  attribution: 'last',
  consent_text: `Даю согласие на обработку моих имени и телефона: ${legal_name || name} свяжется со мной по этой заявке.`,
  ad_label: '',
  ad_erid: '',
});
