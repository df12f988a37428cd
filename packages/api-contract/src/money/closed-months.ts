import { z } from 'zod';
import type { RouteContract } from '../base/route.ts';
import { text } from '../values/text.ts';
import { month } from '../values/values.ts';

/** Closed months of an organization. Their moves, transfers, payments and acts never change. */
export const closedMonths = z.object({
  closed: z.string().nullable().describe('Last closed month, 2026-10. All earlier months are closed too.'),
  open: z.array(z.string()).describe('Ended months that can be closed, oldest first, at most 24.'),
  history: z
    .array(
      z.object({
        closed: z.string().describe('Last closed month after the change.'),
        is_reopening: z.boolean(),
        reason: z.string(),
        at: z.iso.datetime(),
        by: z.string().nullable(),
      }),
    )
    .describe('Latest first, at most 24.'),
});
export type ClosedMonths = z.infer<typeof closedMonths>;

export const monthToClose = z.object({ month });
export const monthToReopen = z.object({ month, reason: text({ max: 1000 }) });

const BASE = '/api/referral/closed-months/';
const access = ['organization'] as const;

export const closedMonthRoutes = {
  closedMonths: { method: 'GET', path: BASE, name: 'Closed months', access, response: closedMonths },
  closeMonth: {
    method: 'POST',
    path: BASE,
    name: 'Closing of a month and all earlier ones',
    access,
    body: monthToClose,
    response: closedMonths,
  },
  reopenMonth: {
    method: 'POST',
    path: `${BASE}reopen/`,
    name: 'Reopening of the last closed month',
    access,
    body: monthToReopen,
    response: closedMonths,
  },
} as const satisfies Record<string, RouteContract>;
