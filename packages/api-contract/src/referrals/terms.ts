import { z } from 'zod';
import { commaList, filterQuery, search } from '../base/pagination.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { REWARD_EVENTS, reward, rewardEvent, rewardRule } from '../money/rewards/rewards.ts';
import { totalKop } from '../values/money.ts';
import { reference } from '../values/references.ts';
import { text } from '../values/text.ts';
import { changes, day, flag, id, integer, oneOf, selectedIds, version } from '../values/values.ts';
import { enrollment } from './enrollments.ts';

/*
 * Terms of a partner in a program: personal terms, else those of the partner's group, else those of the program. A lead gets the terms that are
 * in force when it comes, and keeps them.
 */

const groupFields = {
  name: text({ min: 2, max: 60 }),
  reward,
  reward_event: rewardEvent,
  hold_days: integer({ min: 0, max: 365 }).nullable().describe('Null: the days of the program.'),
  is_default: flag.describe(
    'New partners of the program enter the default group. A program has at most one.',
  ),
};

/** Group of partners in a program. Omitted fields: the event of the program, its hold days, not the default. */
export const newGroup = z.object({
  ...z.object(groupFields).partial().shape,
  name: groupFields.name,
  reward,
});
export type NewGroup = z.output<typeof newGroup>;

/** Change of a group. `version` is the version that the caller read. */
export const groupPatch = changes({ ...z.object(groupFields).partial().shape, version });
export type GroupPatch = z.output<typeof groupPatch>;

/** Group of partners in a program, with the number of its partners. */
export const group = z.object({
  id: z.uuid(),
  name: z.string(),
  is_default: z.boolean(),
  reward: rewardRule,
  reward_event: z.enum(REWARD_EVENTS),
  hold_days: z.int().nullable(),
  partners: z.int().describe('Active and paused partners.'),
  version: z.int(),
});
export type Group = z.infer<typeof group>;
export const groups = z.object({ results: z.array(group) });

const enrollmentFilters = filterQuery({
  status: commaList(oneOf(getStates(stateMachines.enrollment))),
  search,
});

/**
 * Moves partners of a program to a group, or out of all groups with null: the listed enrollments, or all that match a filter if their number
 * equals `expected_count`. At most 1000. Leads that came earlier keep their terms.
 */
export const groupAssignment = z.object({
  group: id.nullable(),
  ids: selectedIds('одного партнера').optional(),
  filter: enrollmentFilters.optional(),
  expected_count: integer({ min: 1, max: 1000 }).optional(),
});
export type GroupAssignment = z.output<typeof groupAssignment>;

export const groupAssignmentResult = z.object({
  moved: z.int(),
  unchanged: z.int().describe('Partners that were in the group before.'),
});

/** Terms for one partner, for a period of days in the organization's zone. `ends_on` is the last day; null for no end. */
export const newPersonalTerms = z.object({
  reward,
  reward_event: rewardEvent.optional(),
  starts_on: day,
  ends_on: day.nullable().optional(),
  reason: text({ max: 500 }),
});
export type NewPersonalTerms = z.output<typeof newPersonalTerms>;

/** Change of the last day. `version` is the version that the caller read. */
export const personalTermsPatch = changes({ ends_on: day.nullable(), version });
export type PersonalTermsPatch = z.output<typeof personalTermsPatch>;

export const personalTerms = z.object({
  id: z.uuid(),
  reward: rewardRule,
  reward_event: z.enum(REWARD_EVENTS),
  starts_on: z.iso.date(),
  ends_on: z.iso.date().nullable(),
  reason: z.string(),
  created_by: reference.nullable(),
  created_at: z.iso.datetime(),
  version: z.int(),
});
export type PersonalTerms = z.infer<typeof personalTerms>;

/** Terms of a partner in a program today, and its personal terms, the latest first. */
export const enrollmentTerms = z.object({
  source: z.enum(['program', 'group', 'personal']),
  reward: rewardRule.nullable().describe('Null for a draft without a reward.'),
  reward_event: z.enum(REWARD_EVENTS),
  hold_days: z.int(),
  group: reference.nullable(),
  personal: z.array(personalTerms),
});
export type EnrollmentTerms = z.infer<typeof enrollmentTerms>;

/** Terms of a partner in each of its programs, by the name of the program. */
export const partnerTerms = z.object({
  results: z.array(z.object({ enrollment, terms: enrollmentTerms })),
});
export type PartnerTerms = z.infer<typeof partnerTerms>;

/** A reward to compare with the one in force: for the partners of a group, for one enrollment, or for all partners of the program. */
export const termsPreviewRequest = z.object({
  reward,
  reward_event: rewardEvent.optional(),
  group: id.optional(),
  enrollment: id.optional(),
});
export type TermsPreviewRequest = z.output<typeof termsPreviewRequest>;

/** What the leads of the last full quarter earned, and would have earned by the compared reward. */
export const termsPreview = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  partners: z.int().describe('Partners whose leads or later sales of the quarter earn by either reward.'),
  leads: z.int(),
  before_kop: totalKop,
  after_kop: totalKop,
});
export type TermsPreview = z.infer<typeof termsPreview>;
