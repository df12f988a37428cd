import { z } from 'zod';
import { commaList, listQuery, page, search } from '../base/pagination.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { numbered } from '../values/references.ts';
import { text } from '../values/text.ts';
import { oneOf } from '../values/values.ts';
import { CRM_KINDS } from './crm-kinds.ts';
import { OUTSIDE_EVENT_CHANNELS, OUTSIDE_EVENT_KINDS, OUTSIDE_EVENT_STATES } from './inbox-values.ts';

/** An event of another system, with its state and what it made. */
export const outsideEvent = z.object({
  id: z.uuid(),
  channel: z.enum(OUTSIDE_EVENT_CHANNELS),
  kind: z.enum(OUTSIDE_EVENT_KINDS),
  external_id: z.string().nullable().describe('Id in the other system. Unique per kind, in all channels.'),
  state: z.enum(OUTSIDE_EVENT_STATES),
  cause: z.string().describe('Why the event was not applied, in Russian; empty when it was.'),
  occurred_at: z.iso.datetime(),
  received_at: z.iso.datetime(),
  attempts: z.int(),
  next_attempt_at: z.iso.datetime().nullable(),
  conflicted_at: z.iso
    .datetime()
    .nullable()
    .describe('When another body was last received under the same id. The first body counts.'),
  lead: numbered.nullable(),
  deal: z
    .object({
      id: z.string().describe('Id of the deal in the CRM.'),
      crm: z.enum(CRM_KINDS),
      stage: z
        .string()
        .nullable()
        .describe('Name of the stage. Null after 30 days, when the body is erased.'),
    })
    .nullable()
    .describe('The deal of a CRM that the event is about.'),
  sale: numbered.extend({ client: z.uuid() }).nullable(),
  waits_for_client: z.boolean().describe('The sale is listed among the sales of unknown clients.'),
  can_retry: z.boolean(),
  can_reject: z.boolean(),
});
export type OutsideEvent = z.infer<typeof outsideEvent>;

/** `search` is a complete external id. */
export const outsideEventQuery = listQuery(
  {
    state: commaList(oneOf(OUTSIDE_EVENT_STATES)),
    channel: commaList(oneOf(OUTSIDE_EVENT_CHANNELS)),
    kind: commaList(oneOf(OUTSIDE_EVENT_KINDS)),
    search,
  },
  ['received_at'],
  '-received_at',
);
export type OutsideEventQuery = z.output<typeof outsideEventQuery>;

const eventRejection = z.object({ reason: text({ max: 1000 }) });

const BASE = '/api/referral/outside-events/';
const ONE = `${BASE}{id}/` as const;
const access = ['organization'] as const;

/** Calls for the events of other systems. */
export const outsideEventRoutes = {
  outsideEvents: {
    method: 'GET',
    path: BASE,
    name: 'Events of other systems',
    access,
    query: outsideEventQuery,
    response: page(outsideEvent),
  },
  outsideEvent: {
    method: 'GET',
    path: ONE,
    name: 'Event of another system',
    access,
    params: byId,
    response: outsideEvent,
  },
  retryOutsideEvent: {
    method: 'POST',
    path: `${ONE}retry/`,
    name: 'Another attempt to apply an event',
    access,
    params: byId,
    response: outsideEvent,
  },
  rejectOutsideEvent: {
    method: 'POST',
    path: `${ONE}reject/`,
    name: 'Rejection of an event',
    access,
    params: byId,
    body: eventRejection,
    response: outsideEvent,
  },
} as const satisfies Record<string, RouteContract>;
