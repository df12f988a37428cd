import type { FormErrors } from '@mantine/form';
import { programRoutes } from '@referral-dashboard/api-contract';
import type { InputOf } from '../../../shared/api/call.ts';
import { endOf, startOf } from '../program-days.ts';
import type { ProgramValues, RewardValues } from './program-values.ts';

type Body = InputOf<typeof programRoutes.createProgram>['body'];
type Changes = Omit<InputOf<typeof programRoutes.updateProgram>['body'], 'version'>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns true if the amounts of the selected reward kind are empty. */
export const isNoReward = ({ kind, fixed_kop, percent_bps, tiers }: RewardValues) =>
  kind === 'fixed'
    ? fixed_kop === null
    : kind === 'percent'
      ? percent_bps === null
      : tiers.every((tier) => tier.fixed_kop === null);

/** First required field of the selected reward kind. */
export const rewardField = ({ kind }: RewardValues) =>
  ({ fixed: 'reward.fixed_kop', percent: 'reward.percent_bps', tiered: 'reward.tiers.0.fixed_kop' })[kind];

function rewardBody({ kind, fixed_kop, percent_bps, tiers, cap_per_lead_kop }: RewardValues) {
  if (kind === 'fixed') return { kind, fixed_kop, cap_per_lead_kop: null };
  if (kind === 'percent') return { kind, percent_bps, cap_per_lead_kop };
  return { kind, tiers, cap_per_lead_kop: null };
}

const trimmed = <Values extends Record<string, string>>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as Values;

/** Request body. Missing required values stay empty: the contract rejects them with Russian messages. */
export function bodyOf({ reward, starts_at, ends_at, landing, ...values }: ProgramValues): Body {
  const { name, description, consent_text, ad_label, ad_erid } = values;
  return {
    ...values,
    ...trimmed({ name, description, consent_text, ad_label, ad_erid }),
    landing: trimmed(landing),
    starts_at: startOf(starts_at),
    ends_at: endOf(ends_at),
    reward: isNoReward(reward) ? undefined : rewardBody(reward),
  } as Body;
}

/** Changed values only, so that concurrent edits of other fields are kept. */
export function changesOf(saved: ProgramValues, typed: ProgramValues): Changes {
  const [before, after] = [bodyOf(saved), bodyOf(typed)];
  const differing = (was: object, is: object) => {
    const old = new Map(Object.entries(was));
    return Object.fromEntries(Object.entries(is).filter(([name, value]) => !isSame(value, old.get(name))));
  };
  const { landing, ...changes }: Changes = differing(before, after);
  return landing === undefined
    ? changes
    : { ...changes, landing: differing(before.landing ?? {}, after.landing ?? {}) };
}

/** Validation errors by field. A saved reward cannot be removed. */
export function problemsOf(values: ProgramValues, saved: ProgramValues): FormErrors {
  const { error } = programRoutes.createProgram.body.safeParse(bodyOf(values));
  const problems = Object.fromEntries(
    error?.issues.map(({ path, message }) => [path.join('.'), message]).reverse() ?? [],
  );
  const { starts_at, ends_at, reward } = values;
  const isBackwards = starts_at !== '' && ends_at !== '' && ends_at < starts_at;
  const isTakenBack = isNoReward(reward) && !isNoReward(saved.reward);
  return {
    ...problems,
    ...(isBackwards && { ends_at: 'Окончание должно быть не раньше начала.' }),
    ...(isTakenBack && { [rewardField(reward)]: 'Укажите вознаграждение.' }),
  };
}

const merge = <Values extends object>(before: Values, now: Values, typed: Values): Values => {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(typed))];
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [
      name,
      isSame(is.get(name), was.get(name)) ? value : is.get(name),
    ]),
  ) as Values;
};

/** Rebases form values onto a newer saved version: edited fields are kept, the others are updated. */
export const rebased = (before: ProgramValues, now: ProgramValues, typed: ProgramValues): ProgramValues => ({
  ...merge(before, now, typed),
  landing: merge(before.landing, now.landing, typed.landing),
});
