import { z } from 'zod';
import { POSITIONS, type Position } from './position-labels.ts';

/** Roles of users. A user without a role has `null`. */
export const ROLES = ['organization', 'partner'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

export { POSITION_LABELS, POSITIONS, type Position } from './position-labels.ts';

export const position = z.enum(POSITIONS);

/** Returns true when the position may read phones, e-mails and comments of leads. */
export const canSeeContacts = (position: Position) => position === 'owner' || position === 'manager';

/** Returns true when the position may read accounts, cards and INN of partners. */
export const canSeeRequisites = (position: Position) => position !== 'viewer';
