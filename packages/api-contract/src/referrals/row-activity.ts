import { z } from 'zod';

/** Number of weeks in the series of leads of a row. */
export const ACTIVITY_WEEKS = 12;

/** Recent leads and share of deals of a partner or a program in a list. */
export const rowActivity = z.object({
  weekly_leads: z
    .array(z.int())
    .length(ACTIVITY_WEEKS)
    .describe('Leads, without duplicates, of periods of seven days; the last period ends today.'),
  deal_share_bps: z
    .int()
    .nullable()
    .describe('Share of all deals of the organization in basis points. Null while there are no deals.'),
});
export type RowActivity = z.infer<typeof rowActivity>;
