import { z } from 'zod';

/** Another object with its name. */
export const reference = z.object({ id: z.uuid(), name: z.string() });

/** Another object with its number, such as Л-1042. */
export const numbered = z.object({ id: z.uuid(), number: z.string() });
