import { z } from 'zod';

/** The server and its database respond. */
export const health = z.object({
  status: z.literal('ok'),
  warning: z.string().optional().describe('Warnings in Russian, such as low disk space.'),
});
