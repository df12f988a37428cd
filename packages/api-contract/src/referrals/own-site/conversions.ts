import { z } from 'zod';
import type { RouteContract } from '../../base/route.ts';
import { getStates, stateMachines } from '../../base/state-machines.ts';
import { positiveKop } from '../../values/money.ts';
import { phone } from '../../values/phone.ts';
import { numbered, reference } from '../../values/references.ts';
import { text } from '../../values/text.ts';
import { buildRecord, id, moment } from '../../values/values.ts';
import { LEAD_FIELDS } from '../leads/lead-fields.ts';

/** Fields of the clicks that the snippet writes into forms: those of the last click, and those of the first one. */
const CLICK_FIELDS = ['ref', 'click_id', 'first_ref', 'first_click_id'] as const;

const { name, email, company, comment } = LEAD_FIELDS;

/**
 * A lead from the organization's own site. The fields of clicks are what the hidden fields of the form contained; they may be empty, and
 * unknown values are ignored, because visitors can change them.
 */
export const newConversion = z.object({
  external_id: text({ max: 100 }).describe(
    'Number of the order or form on the site. Each creates at most one lead.',
  ),
  program: id
    .nullable()
    .optional()
    .describe('Without it, the program of the click. With it, a lead is created also without a click.'),
  ...z.object(buildRecord(CLICK_FIELDS, () => text({ max: 200, blank: true }).nullable())).partial().shape,
  occurred_at: moment.optional().describe('When the visitor sent the form. Default: now.'),
  name: name.schema,
  phone,
  ...z
    .object({
      email: email.schema,
      company: company.schema,
      comment: comment.schema,
      product: text({ max: 300, blank: true }),
      amount_kop: positiveKop.nullable(),
    })
    .partial().shape,
});
export type NewConversion = z.output<typeof newConversion>;

/** Why a click was not used. */
export const IGNORED_CLICKS = ['unknown', 'other_program', 'expired', 'later', 'stopped'] as const;

/** The created lead, and the reason why its partner received it. */
export const conversion = z.object({
  external_id: z.string(),
  is_repeat: z.boolean().describe('The external id was accepted before; nothing changed.'),
  lead: z
    .object({ id: z.uuid(), number: z.string(), status: z.enum(getStates(stateMachines.lead)) })
    .nullable()
    .describe('Null: there is no usable click and no program, so no lead was created.'),
  program: reference.nullable(),
  partner: reference.nullable(),
  reason: z.enum(['last_click', 'first_click', 'no_click', 'ignored']),
  detail: z.string().describe('The reason as a sentence in Russian.'),
  ignored: z
    .array(z.object({ click: z.enum(['last', 'first']), reason: z.enum(IGNORED_CLICKS), detail: z.string() }))
    .describe('Clicks that cannot be used. Empty for a repeat.'),
});
export type Conversion = z.infer<typeof conversion>;

/** Whether the own site works: the last click and the last lead. */
export const ownSite = z.object({
  days: z
    .int()
    .describe('The longest window of the programs whose links open the own site. 30 without such programs.'),
  programs: z.array(reference).describe('Programs whose links open the own site.'),
  last_click_at: z.iso.datetime().nullable().describe('Last click that was redirected to the site.'),
  last_lead: z
    .object({ at: z.iso.datetime(), lead: numbered, partner: reference.nullable() })
    .nullable()
    .describe('Last lead that the site sent.'),
});
export type OwnSite = z.infer<typeof ownSite>;

export const ownSiteRoutes = {
  ownSite: {
    method: 'GET',
    path: '/api/referral/own-site/',
    name: 'State of the own site',
    access: ['organization'],
    response: ownSite,
  },
  createConversion: {
    method: 'POST',
    path: '/api/public/conversions/',
    name: "Lead from the organization's own site",
    access: ['organization'],
    cost: 'creation',
    body: newConversion,
    idempotency: 'once',
    status: 201,
    response: conversion,
  },
} as const satisfies Record<string, RouteContract>;
