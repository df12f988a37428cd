import { z } from 'zod';
import { CRM_KINDS } from '../integrations/crm-kinds.ts';
import { blocker } from '../money/payable.ts';
import { RECEIPT_STATUSES } from '../money/receipts.ts';
import { SHARED_REQUISITES } from '../money/requisites/shared-requisites.ts';
import { totalKop } from '../values/money.ts';
import { numbered, reference } from '../values/references.ts';
import { REQUIRED } from '../values/text-messages.ts';

const kind = <const Word extends string>(word: Word) => z.literal(word);
const counted = { count: z.int() };
const summed = { ...counted, sum_kop: totalKop };
/** One task per object, with a key to dismiss it. */
const dismissible = { ...counted, key: z.string() };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Dismissal of a task that needs no action. It is not shown again. */
export const taskDismissal = z.object({
  key: z
    .string(REQUIRED)
    .regex(
      new RegExp(
        `^(restorable_lead:${UUID}|transfer_note:${UUID}|lead_same_email:${UUID}:${UUID}|shared_requisites:(${SHARED_REQUISITES.join('|')}):${UUID}:${UUID}:[0-9a-f]{8})$`,
      ),
      'Такой задачи нет.',
    ),
});
export type TaskDismissal = z.output<typeof taskDismissal>;

const named = { ...counted, programs: z.array(reference).describe('At most five.') };

const organizationTask = z.discriminatedUnion('kind', [
  z
    .object({
      kind: kind('form_limited'),
      count: z.int().describe('Number of refused leads since `first_at`.'),
      first_at: z.iso.datetime(),
      last_at: z.iso.datetime(),
      program: reference.nullable(),
      link: z.object({ id: z.uuid(), code: z.string(), partner: reference }).nullable(),
    })
    .describe(
      'A public form that refused leads within the last 3 days, because a link exceeded its limit per hour. Without a link: the limit ' +
        'of the program. Without a program: the limit of the organization.',
    ),
  z.object({ kind: kind('new_leads'), ...counted, oldest_at: z.iso.datetime() }),
  z
    .object({
      kind: kind('pending_partners'),
      ...counted,
      programs: z.array(reference),
      partner: reference.nullable(),
    })
    .describe(
      'Partners with an undecided application or request. `programs`: at most five requested ones, the longest waiting first. ' +
        '`partner`: set for a single partner.',
    ),
  z
    .object({
      kind: kind('restorable_lead'),
      ...dismissible,
      lead: numbered.extend({ version: z.int(), partner: reference.nullable() }),
      first: numbered,
      cause: z.enum(['rejected', 'expired']).describe('State of the first lead with the same contact.'),
    })
    .describe('A duplicate that can be restored: its first lead is rejected or older than the window.'),
  z
    .object({ kind: kind('lead_same_email'), ...dismissible, lead: numbered, other: numbered })
    .describe('A lead whose e-mail was changed to that of another active lead.'),
  z
    .object({
      kind: kind('shared_requisites'),
      ...dismissible,
      what: z.enum(SHARED_REQUISITES),
      value: z.string().describe('INN, last digits of an account, or masked phone.'),
      partners: z.array(reference).describe('Two cards.'),
    })
    .describe('Two partners with the same INN, bank account or SBP phone. For owners.'),
  z.object({ kind: kind('accruals_in_review'), ...summed }),
  z
    .object({ kind: kind('ready_to_pay'), ...summed, blocked: z.int() })
    .describe(
      'Partners that can be paid now, and the number of blocked ones without those below their minimum.',
    ),
  z
    .object({ kind: kind('final_payments'), ...summed })
    .describe('Blocked and archived partners with available money. For positions that create payments.'),
  z
    .object({ kind: kind('outside_events_failed'), ...counted })
    .describe('Events of other systems that could not be applied within three days. For owners.'),
  z
    .object({
      kind: kind('crm_broken'),
      ...counted,
      crm: z.enum(CRM_KINDS),
      cause: z.string().describe('Why the calls fail, in Russian.'),
    })
    .describe('A CRM connection that is on and does not work. For owners.'),
  z.object({ kind: kind('payments_requested'), ...summed }),
  z.object({ kind: kind('payments_draft'), ...summed }),
  z.object({ kind: kind('payments_approved'), ...summed }).describe('Approved or in progress.'),
  z.object({ kind: kind('payments_failed'), ...summed }),
  z
    .object({
      kind: kind('transfer_note'),
      ...dismissible,
      payment: numbered,
      detail: z.string().describe('The conflict in Russian.'),
    })
    .describe(
      'A transfer of the bank that conflicts with the payment. For positions that mark payments as paid.',
    ),
  z
    .object({ kind: kind('receipts_late'), ...summed, partners: z.int() })
    .describe('Receipts after their due date. For positions that read receipts.'),
  z
    .object({ kind: kind('receipts_wrong'), ...summed, partners: z.int() })
    .describe('Mismatched or annulled receipts before their due date.'),
  z
    .object({ kind: kind('receipts_awaited'), ...summed, partners: z.int() })
    .describe('Missing receipts before their due date.'),
  z
    .object({ kind: kind('receipts_to_annul'), ...summed, partners: z.int() })
    .describe('Receipts of returned payments that their partners must annul.'),
  z
    .object({ kind: kind('acts_objected'), ...summed })
    .describe('Acts with an objection. For positions that create acts.'),
  z
    .object({ kind: kind('payments_without_act'), ...summed })
    .describe(
      'Paid payments that are missing in the acts of their month: without_act=true. For positions that create acts.',
    ),
  z
    .object({ kind: kind('acts_with_returns'), ...summed, act: numbered.describe('The oldest one.') })
    .describe(
      'Acts with payments that the bank returned; the sum is that of these payments. For positions that create acts.',
    ),
  z
    .object({ kind: kind('budget_exhausted'), ...named })
    .describe('Active programs that accept no more leads.'),
  z
    .object({ kind: kind('budget_near'), ...named })
    .describe('Active programs with at least 90 % of the budget spent.'),
  z.object({ kind: kind('programs_ending'), ...named }).describe('Active programs that end within 7 days.'),
]);
export type OrganizationTask = z.infer<typeof organizationTask>;

/** Tasks of the organization, the most urgent first. Counts are positive. */
export const organizationTasks = z.object({ results: z.array(organizationTask) });

const partnerTask = z.discriminatedUnion('kind', [
  z.object({ kind: kind('invitation'), organization: reference, program: reference }),
  z
    .object({ kind: kind('blocker'), organization: reference, partner: reference, blocker })
    .describe("A blocker of the card's payments."),
  z.object({
    kind: kind('receipt'),
    organization: reference,
    payment: numbered,
    amount_kop: totalKop,
    status: z.enum(RECEIPT_STATUSES),
    due_on: z.iso.date(),
    is_late: z.boolean(),
  }),
  z
    .object({
      kind: kind('act'),
      organization: reference,
      act: numbered,
      month: z.string(),
      amount_kop: totalKop,
    })
    .describe('An act to confirm or to object to.'),
]);
export type PartnerTask = z.infer<typeof partnerTask>;

/** Tasks of the partner. */
export const partnerTasks = z.object({ results: z.array(partnerTask) });

/** Steps to the first paid reward, in order. */
export const START_STEPS = [
  'requisites',
  'privacy_policy',
  'program',
  'partner',
  'lead',
  'confirmed_lead',
  'paid_payment',
] as const;

/**
 * First steps of an organization. `id` is the object that completed the step, or the object to complete it with; null without an object.
 */
export const homeStart = z.object({
  results: z.array(z.object({ step: z.enum(START_STEPS), done: z.boolean(), id: z.uuid().nullable() })),
  senders: z
    .object({ email: z.boolean(), telegram: z.boolean() })
    .optional()
    .describe('Optional steps: whether the organization sends messages by the channel.'),
});
export type HomeStart = z.infer<typeof homeStart>;
