import { z } from 'zod';
import { blocker } from './payments.ts';

const reference = z.object({ id: z.uuid(), name: z.string() });
const kind = <const Word extends string>(word: Word) => z.literal(word);
const counted = { count: z.int() };
const summed = { ...counted, sum_kop: z.int() };
const named = { ...counted, programs: z.array(reference).describe('At most five of them.') };

const organizationTask = z.discriminatedUnion('kind', [
  z
    .object({
      kind: kind('form_limited'),
      count: z.int().describe('How many were turned away since `first_at`.'),
      first_at: z.iso.datetime(),
      last_at: z.iso.datetime(),
      program: reference.nullable(),
      link: z.object({ id: z.uuid(), code: z.string(), partner: reference }).nullable(),
    })
    .describe(
      'A public form that turned leads away within the last 3 days: too many came within an hour through its link; without a link to the ' +
        'program; without a program to the organization.',
    ),
  z.object({ kind: kind('new_leads'), ...counted, oldest_at: z.iso.datetime() }),
  z
    .object({ kind: kind('pending_enrollments'), ...counted, programs: z.array(reference) })
    .describe('Who asks to take part; `programs`: at most five they ask for, the longest waiting first.'),
  z.object({ kind: kind('pending_partners'), ...counted }),
  z.object({ kind: kind('accruals_in_review'), ...summed }),
  z
    .object({ kind: kind('ready_to_pay'), ...summed, blocked: z.int() })
    .describe(
      'Partners who can be paid now, and how many others cannot, as the totals of payments count them. Those who are only below their minimum make no task.',
    ),
  z.object({ kind: kind('payments_requested'), ...summed }),
  z.object({ kind: kind('payments_draft'), ...summed }),
  z.object({ kind: kind('payments_approved'), ...summed }).describe('Approved or being processed.'),
  z.object({ kind: kind('payments_failed'), ...summed }),
  z
    .object({ kind: kind('receipts_late'), ...summed, partners: z.int() })
    .describe('Receipts that the self-employed owe though their day is over, for those who may see them.'),
  z.object({ kind: kind('budget_exhausted'), ...named }).describe('Active programs that take no more leads.'),
  z
    .object({ kind: kind('budget_near'), ...named })
    .describe('Active programs with 90 % of the budget spent.'),
  z.object({ kind: kind('programs_ending'), ...named }).describe('Active programs that end within 7 days.'),
]);
export type OrganizationTask = z.infer<typeof organizationTask>;

/** Tasks of the organization, most pressing first; none with a count of zero. */
export const organizationTasks = z.object({ results: z.array(organizationTask) });

const partnerTask = z.discriminatedUnion('kind', [
  z.object({ kind: kind('invitation'), organization: reference, program: reference }),
  z
    .object({ kind: kind('blocker'), organization: reference, partner: reference, blocker })
    .describe('What stands between a card and its money.'),
]);
export type PartnerTask = z.infer<typeof partnerTask>;

/** Tasks of the partner. */
export const partnerTasks = z.object({ results: z.array(partnerTask) });

/** The way from nothing to the first paid reward, in this order. */
export const START_STEPS = [
  'requisites',
  'privacy_policy',
  'program',
  'partner',
  'lead',
  'confirmed_lead',
  'paid_payment',
] as const;

/** First steps of an organization. `id`: the object that did the step, or the one to do it with; null when there is none. */
export const homeStart = z.object({
  results: z.array(z.object({ step: z.enum(START_STEPS), done: z.boolean(), id: z.uuid().nullable() })),
});
export type HomeStart = z.infer<typeof homeStart>;
