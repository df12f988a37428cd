import type { FormErrors } from '@mantine/form';
import type { programRoutes } from '@referral-dashboard/api-contract';
import {
  getLimitErrors,
  getRewardErrors,
  isRewardEmpty,
  toRewardBody,
} from '@/entities/program/reward/reward-values.ts';
import type { InputOf } from '@/shared/api/call.ts';
import type { Dates } from '@/shared/format/date.ts';
import { getDayEnd, getDayStart } from '../program-days.ts';
import type { ProgramValues } from './program-values.ts';

type ProgramBody = InputOf<typeof programRoutes.createProgram>['body'];
type ProgramChanges = Omit<InputOf<typeof programRoutes.updateProgram>['body'], 'version'>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const trimValues = <Values extends Record<string, string>>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as Values;

/** Request body. Missing required values stay empty: the contract rejects them with Russian messages. */
export function toBody(
  { reward, starts_at, ends_at, landing, ...values }: ProgramValues,
  dates: Dates,
): ProgramBody {
  const { name, description, landing_url, consent_text, ad_label, ad_erid } = values;
  return {
    ...values,
    ...trimValues({ name, description, landing_url, consent_text, ad_label, ad_erid }),
    landing: trimValues(landing),
    starts_at: getDayStart(starts_at, dates),
    ends_at: getDayEnd(ends_at, dates),
    reward: isRewardEmpty(reward) ? undefined : toRewardBody({ reward, reward_event: values.reward_event }),
  } as ProgramBody;
}

/** Changed values only, so that concurrent edits of other fields are kept. */
export function getChanges(saved: ProgramValues, edited: ProgramValues, dates: Dates): ProgramChanges {
  const [savedBody, editedBody] = [toBody(saved, dates), toBody(edited, dates)];
  const getDifference = (previous: object, next: object) => {
    const previousValues = new Map(Object.entries(previous));
    return Object.fromEntries(
      Object.entries(next).filter(([name, value]) => !isSame(value, previousValues.get(name))),
    );
  };
  const { landing, ...changes }: ProgramChanges = getDifference(savedBody, editedBody);
  return landing === undefined
    ? changes
    : { ...changes, landing: getDifference(savedBody.landing ?? {}, editedBody.landing ?? {}) };
}

/** Errors that the contract does not report. A saved reward cannot be removed. */
export function getRuleErrors(edited: ProgramValues, saved: ProgramValues): FormErrors {
  const { starts_at, ends_at, reward, landing_mode, landing_url } = edited;
  const isEndBeforeStart = starts_at !== '' && ends_at !== '' && ends_at < starts_at;
  return {
    ...(landing_mode === 'redirect' &&
      landing_url.trim() === '' && { landing_url: 'Введите адрес страницы сайта' }),
    ...(isEndBeforeStart && { ends_at: 'Окончание должно быть не раньше начала.' }),
    ...(!isRewardEmpty(saved.reward) && getRewardErrors(reward)),
    ...(!isRewardEmpty(reward) && getLimitErrors(edited)),
  };
}

const merge = <Values extends object>(base: Values, newBase: Values, edited: Values): Values => {
  const [baseValues, editedValues] = [new Map(Object.entries(base)), new Map(Object.entries(edited))];
  return Object.fromEntries(
    Object.entries(newBase).map(([name, value]) => [
      name,
      isSame(editedValues.get(name), baseValues.get(name)) ? value : editedValues.get(name),
    ]),
  ) as Values;
};

/** Rebases form values onto a newer saved version: edited fields are kept, the others are updated. */
export const rebase = (
  base: ProgramValues,
  newBase: ProgramValues,
  edited: ProgramValues,
): ProgramValues => ({
  ...merge(base, newBase, edited),
  landing: merge(base.landing, newBase.landing, edited.landing),
});
