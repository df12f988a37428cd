import { z } from 'zod';

/** Another object with its name. */
export const reference = z.object({ id: z.uuid(), name: z.string() });

/** Another object with its number, such as Л-1042. */
export const numbered = z.object({ id: z.uuid(), number: z.string() });

/** A lead with its name. */
export const namedLead = numbered.extend({ name: z.string() });

/** A later sale of a client that is rewarded, with the name and the id of the client. */
export const rewardedSale = numbered.extend({
  name: z.string().describe('Name of the client.'),
  client: z.uuid(),
});
