import { z } from 'zod';
import { totalKop } from './money.ts';
import { blocker } from './payments.ts';
import { RECEIPT_STATUSES } from './receipts.ts';

const reference = z.object({ id: z.uuid(), name: z.string() });
const numbered = z.object({ id: z.uuid(), number: z.string() });
const kind = <const Word extends string>(word: Word) => z.literal(word);
const counted = { count: z.int() };
const summed = { ...counted, sum_kop: totalKop };
/** One task an object, with the key to dismiss it by. */
const dismissible = { ...counted, key: z.string() };

export const SHARED_REQUISITES = ['inn', 'account', 'phone'] as const;
export type SharedRequisite = (typeof SHARED_REQUISITES)[number];

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A task that needs no action: it is not shown again. */
export const taskDismissal = z.object({
  key: z
    .string('Обязательное поле.')
    .regex(
      new RegExp(
        `^(restorable_lead:${UUID}|lead_same_email:${UUID}:${UUID}|shared_requisites:(inn|account|phone):${UUID}:${UUID}:[0-9a-f]{8})$`,
      ),
      'Такой задачи нет.',
    ),
});
export type TaskDismissal = z.output<typeof taskDismissal>;

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
    .object({
      kind: kind('pending_partners'),
      ...counted,
      programs: z.array(reference),
      partner: reference.nullable(),
    })
    .describe(
      'Partners who wait for a decision on an application or a request. `programs`: at most five they ask for, the longest waiting ' +
        'first; `partner`: where there is only one.',
    ),
  z
    .object({
      kind: kind('restorable_lead'),
      ...dismissible,
      lead: numbered.extend({ version: z.int(), partner: reference.nullable() }),
      first: numbered,
      cause: z.enum(['rejected', 'expired']).describe('What happened to the first lead of the contact.'),
    })
    .describe(
      'A duplicate that can be restored: the lead that was first is rejected or older than the window.',
    ),
  z
    .object({ kind: kind('lead_same_email'), ...dismissible, lead: numbered, other: numbered })
    .describe('The e-mail of a lead was changed to that of another live lead.'),
  z
    .object({
      kind: kind('shared_requisites'),
      ...dismissible,
      what: z.enum(SHARED_REQUISITES),
      value: z.string().describe('INN, the end of an account, or a masked phone.'),
      partners: z.array(reference).describe('Two cards.'),
    })
    .describe('Two partners with one INN, bank account or SBP phone, for owners.'),
  z.object({ kind: kind('accruals_in_review'), ...summed }),
  z
    .object({ kind: kind('ready_to_pay'), ...summed, blocked: z.int() })
    .describe(
      'Partners who can be paid now, and how many others cannot, as the totals of payments count them. Those who are only below their minimum make no task.',
    ),
  z
    .object({ kind: kind('final_payments'), ...summed })
    .describe('Blocked and archived partners with available money, for positions that form payments.'),
  z.object({ kind: kind('payments_requested'), ...summed }),
  z.object({ kind: kind('payments_draft'), ...summed }),
  z.object({ kind: kind('payments_approved'), ...summed }).describe('Approved or being processed.'),
  z.object({ kind: kind('payments_failed'), ...summed }),
  z
    .object({ kind: kind('receipts_late'), ...summed, partners: z.int() })
    .describe('Receipts past their last day, for positions that read receipts.'),
  z
    .object({ kind: kind('receipts_wrong'), ...summed, partners: z.int() })
    .describe('Receipts that do not match or are annulled, before their last day.'),
  z
    .object({ kind: kind('receipts_awaited'), ...summed, partners: z.int() })
    .describe('Receipts awaited before their last day.'),
  z
    .object({ kind: kind('acts_objected'), ...summed })
    .describe('Acts with an objection, for positions that make acts.'),
  z
    .object({ kind: kind('payments_without_act'), ...summed })
    .describe(
      'Paid, and left out of the acts of their month: without_act=true. For positions that make acts.',
    ),
  z.object({ kind: kind('budget_exhausted'), ...named }).describe('Active programs that take no more leads.'),
  z
    .object({ kind: kind('budget_near'), ...named })
    .describe('Active programs with 90 % of the budget spent.'),
  z.object({ kind: kind('programs_ending'), ...named }).describe('Active programs that end within 7 days.'),
]);
export type OrganizationTask = z.infer<typeof organizationTask>;

/** Tasks of the organization, the most urgent first. A count is above zero. */
export const organizationTasks = z.object({ results: z.array(organizationTask) });

const partnerTask = z.discriminatedUnion('kind', [
  z.object({ kind: kind('invitation'), organization: reference, program: reference }),
  z
    .object({ kind: kind('blocker'), organization: reference, partner: reference, blocker })
    .describe('Blocks the payments of a card.'),
  z.object({
    kind: kind('receipt'),
    organization: reference,
    payment: numbered,
    amount_kop: z.int(),
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
      amount_kop: z.int(),
    })
    .describe('An act to confirm or object to.'),
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
  senders: z
    .object({ email: z.boolean(), telegram: z.boolean() })
    .optional()
    .describe('Optional steps: whether messages of the organization leave by the channel.'),
});
export type HomeStart = z.infer<typeof homeStart>;
