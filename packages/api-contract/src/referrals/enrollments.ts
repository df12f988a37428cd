import { z } from 'zod';
import { commaList, listQuery, page, search } from '../base/pagination.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { totalKop } from '../values/money.ts';
import { reference } from '../values/references.ts';
import { text } from '../values/text.ts';
import { id, oneOf } from '../values/values.ts';

/** Actions of an organization on a partner in a program. `resume` also ends a block. */
export const ENROLLMENT_ACTIONS = ['approve', 'reject', 'pause', 'resume', 'block'] as const;

/** Reason and comment of a decision about a partner in a program. */
export const decisionNotes = {
  reason: text({ max: 1000, blank: true }).default('').describe('Reason of a rejection, for the applicant.'),
  comment: text({ max: 1000, blank: true }).default('').describe('Hidden from the applicant.'),
};

export const enrollmentTransition = z.object({
  action: oneOf(ENROLLMENT_ACTIONS),
  ...decisionNotes,
});
export type EnrollmentTransition = z.output<typeof enrollmentTransition>;

/** Partner to enroll in a program. */
export const newEnrollment = z.object({ partner: id });

/** Enrollment of a partner in a program. */
export const enrollment = z.object({
  id: z.uuid(),
  status: z.enum(getStates(stateMachines.enrollment)),
  program: reference,
  partner: reference,
  group: reference.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Enrollment = z.infer<typeof enrollment>;

/** Enrollment with all-time figures of the partner in the program. The lists return the same rows with the filters named here. */
export const enrollmentWithFigures = enrollment.extend({
  terms: z.enum(['program', 'group', 'personal']).describe('Whose reward the partner gets today.'),
  figures: z.object({
    leads: z.int().describe('Leads without duplicates: status=new,in_progress,qualified,won,lost,rejected.'),
    won: z.int().describe('Leads that are won now: status=won.'),
    rewards_kop: totalKop.describe('Accruals of any kind: status=hold,review,available,reserved,paid.'),
  }),
});
export type EnrollmentWithFigures = z.infer<typeof enrollmentWithFigures>;

export const enrollmentQuery = listQuery(
  { status: commaList(oneOf(getStates(stateMachines.enrollment))), search },
  ['created_at', 'name', 'leads', 'won', 'rewards_kop'],
  '-created_at',
);
export type EnrollmentQuery = z.output<typeof enrollmentQuery>;
export const enrollmentPage = page(enrollmentWithFigures);
