import { z } from 'zod';

/** The server answers and so does its database. */
export const health = z.object({
  status: z.literal('ok'),
  warning: z.string().optional().describe('What is about to go wrong, in Russian: the disk is nearly full.'),
});
