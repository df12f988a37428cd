import { z } from 'zod';
import { countsBy } from '../base/counts.ts';
import { commaList, filterQuery, listQuery, page, search } from '../base/pagination.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { rewardProgress } from '../money/rewards/progress.ts';
import { REWARD_EVENTS, reward, rewardEvent, rewardRule } from '../money/rewards/rewards.ts';
import { positiveKop, totalKop } from '../values/money.ts';
import { reference } from '../values/references.ts';
import { text } from '../values/text.ts';
import { changes, integer, moment, oneOf, publicPageUrl, version } from '../values/values.ts';
import { ATTRIBUTIONS } from './own-site/attribution.ts';
import { rowActivity } from './row-activity.ts';

/** How partners join a program: at once, after a decision, or only by invitation. */
export const JOIN_POLICIES = ['open', 'by_request', 'closed'] as const;
export type JoinPolicy = (typeof JOIN_POLICIES)[number];
export const JOIN_POLICY_LABELS: Readonly<Record<JoinPolicy, string>> = {
  open: 'Сразу',
  by_request: 'По заявке',
  closed: 'Закрыто',
};
export const joinPolicy = oneOf(JOIN_POLICIES);

/** What a link opens: the page of the program, or a page of the organization's own site. */
export const LANDING_MODES = ['page', 'redirect'] as const;
export type LandingMode = (typeof LANDING_MODES)[number];
export const LANDING_MODE_LABELS = {
  page: 'Страница программы',
  redirect: 'Ваш сайт',
} as const satisfies Record<LandingMode, string>;

const landing = changes(
  {
    title: text({ max: 120, blank: true }),
    subtitle: text({ max: 300, blank: true }),
    text: text({ max: 5000, blank: true }),
    button_text: text({ max: 40, blank: true }),
    success_text: text({ max: 1000, blank: true }),
  },
  'Введите данные публичной страницы.',
);
export type Landing = z.output<typeof landing>;

const fields = {
  name: text({ min: 3, max: 120 }),
  description: text({ max: 5000, blank: true }),
  reward_event: rewardEvent,
  reward,
  hold_days: integer({ min: 0, max: 365 }),
  budget_kop: positiveKop.nullable(),
  join_policy: joinPolicy,
  starts_at: moment.nullable(),
  ends_at: moment.nullable(),
  attribution_window_days: integer({ min: 1, max: 365 }),
  duplicate_window_days: integer({ min: 1, max: 3650 }),
  landing: landing.partial(),
  landing_mode: oneOf(LANDING_MODES),
  landing_url: publicPageUrl.describe('Page that links open in the mode `redirect`.'),
  attribution: oneOf(ATTRIBUTIONS).describe('Whose click decides the partner of a lead from the own site.'),
  consent_text: text({ max: 10_000, blank: true }),
  ad_label: text({ max: 300, blank: true }),
  ad_erid: text({ max: 100, blank: true }),
};

const terms = z.object({ ...fields, landing, reward: reward.nullable() });
/** Complete terms of a program. */
export type ProgramTerms = z.output<typeof terms>;

/** A program to create. A draft requires only a name. */
export const newProgram = z.object({ ...z.object(fields).partial().shape, name: fields.name });
export type NewProgram = z.output<typeof newProgram>;

/** Change of a program. `version` is the version that the caller read; a newer version is not overwritten. */
export const programPatch = changes({ ...z.object(fields).partial().shape, version });
export type ProgramPatch = z.output<typeof programPatch>;

export const EFFECTIVE_STATUSES = ['draft', 'scheduled', 'active', 'paused', 'ended', 'archived'] as const;

/** Total figures of a program or a partner. */
export const figures = z.object({ partners: z.int(), clicks: z.int(), leads: z.int(), won: z.int() });
const programFigures = figures.extend({
  rewards_kop: totalKop.describe('All accruals that are not canceled.'),
});

const shown = {
  id: z.uuid(),
  organization: reference,
  name: z.string(),
  description: z.string(),
  effective_status: z.enum(EFFECTIVE_STATUSES).describe('Status derived from `status` and the dates.'),
  reward_event: z.enum(REWARD_EVENTS),
  reward: rewardRule.nullable(),
  hold_days: z.int(),
  join_policy: z.enum(JOIN_POLICIES),
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  attribution_window_days: z.int(),
  landing_mode: z.enum(LANDING_MODES),
  landing_url: z.string(),
  attribution: z.enum(ATTRIBUTIONS),
  landing: z.object({
    title: z.string(),
    subtitle: z.string(),
    text: z.string(),
    button_text: z.string(),
    success_text: z.string(),
  }),
  ad_label: z.string(),
  ad_erid: z.string(),
};

/** A program for the organization. */
export const program = z.object({
  ...shown,
  figures: programFigures,
  version: z.int(),
  join_code: z.string().describe('New partners apply at /join/{join_code}.'),
  status: z.enum(getStates(stateMachines.program)),
  budget_kop: z.int().nullable(),
  is_exhausted: z.boolean().describe('The budget is spent, so new leads are refused.'),
  duplicate_window_days: z.int(),
  consent_text: z.string(),
  consent_version: z.int().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Program = z.infer<typeof program>;

/** A program for a partner: an enrolled one, or one that may join. */
export const programForPartner = z.object({
  ...shown,
  figures: programFigures.omit({ partners: true }).describe("Only the partner's own figures."),
  enrollment: z.object({ id: z.uuid(), status: z.enum(getStates(stateMachines.enrollment)) }).nullable(),
  terms: z
    .string()
    .describe('Whose reward and hold days are shown: empty for those of the program, «Группа «Золото»».'),
  progress: rewardProgress
    .nullable()
    .describe('Null for a reward without steps and without a cap per partner.'),
});
export type ProgramForPartner = z.infer<typeof programForPartner>;

const filters = { status: commaList(oneOf(getStates(stateMachines.program))), search };

const orderings = ['name', 'created_at', 'updated_at', 'leads', 'won', 'rewards_kop'] as const;

export const programQuery = listQuery(filters, orderings, '-created_at');
export type ProgramQuery = z.output<typeof programQuery>;
export const programCountsQuery = filterQuery({ search });
/** A program in the list of its organization. */
export const listedProgram = program.extend({ activity: rowActivity });
export type ListedProgram = z.infer<typeof listedProgram>;
export const programPage = page(listedProgram);
/** A program in the list of a partner. */
const listedProgramForPartner = programForPartner.omit({ progress: true });
export type ListedProgramForPartner = z.infer<typeof listedProgramForPartner>;
export const programPageForPartner = page(listedProgramForPartner);
export const programCounts = countsBy(stateMachines.program);
