import { z } from 'zod';

import type { RouteContract } from '../base/route.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { totalKop } from '../values/money.ts';
import { text } from '../values/text.ts';
import { queryParameters } from '../values/values.ts';

/** Minimum length of a search text, in characters. Shorter texts match too many rows. */
export const SEARCH_MIN = 3;

const { lead, partner, payment, program } = stateMachines;

/** Search results, at most five per kind: first the row with exactly this number, then the newest. */
export const searchResults = z.object({
  leads: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      name: z.string(),
      program: z.string(),
      status: z.enum(getStates(lead)),
    }),
  ),
  clients: z.array(z.object({ id: z.uuid(), number: z.string().describe('К-12'), name: z.string() })),
  partners: z
    .array(z.object({ id: z.uuid(), name: z.string(), status: z.enum(getStates(partner)) }))
    .describe('Empty for a partner.'),
  payments: z
    .array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        partner: z.string(),
        amount_kop: totalKop,
        status: z.enum(getStates(payment)),
      }),
    )
    .describe('Found only by number.'),
  programs: z.array(z.object({ id: z.uuid(), name: z.string(), status: z.enum(getStates(program)) })),
});
export type SearchResults = z.infer<typeof searchResults>;

export const searchRoutes = {
  search: {
    method: 'GET',
    path: '/api/referral/search/',
    name: 'Leads, clients, partners, payments and programs by name, phone or number',
    access: ['organization', 'partner'],
    query: queryParameters({ search: text({ min: SEARCH_MIN, max: 100 }) }),
    response: searchResults,
  },
} as const satisfies Record<string, RouteContract>;
