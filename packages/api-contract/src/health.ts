import { z } from 'zod';

/** The server answers and so does its database. */
export const health = z.object({ status: z.literal('ok') });
