import type { ApiScope, Person, Position } from '@referral-dashboard/api-contract';
import type { Quota } from './limits/limits.ts';

/** A partner's card in an organization. */
export type Card = { organizationId: string; partnerId: string };

/** The API key of a call. */
export type CallingKey = { id: string; scopes: readonly ApiScope[]; quota: Quota };

/** The authenticated caller. */
export type Principal = {
  user: Person;
  /** Organization of a user with the role `organization`. */
  organizationId: string | null;
  /** Name of that organization; empty without one. */
  organizationName: string;
  /** Position of the user in that organization. */
  position: Position | null;
  /** Time zone of that organization; for a partner, of the oldest card. */
  timeZone: () => Promise<string>;
  /** Support addresses of the user's organizations; empty where an organization has none. */
  support: () => Promise<{ organization: string; url: string }[]>;
  /** Cards of a partner in all organizations, the oldest first. */
  cards: () => Promise<readonly Card[]>;
  sessionId: string;
  /** Key of a call without a session. The user is then the one who created the key. */
  apiKey?: CallingKey;
};

/**
 * Authenticates the caller.
 *
 * @param header the `Authorization` header, if any.
 * @throws ApiError 401 with the reason.
 */
export type Authenticate = (header: string | undefined) => Promise<Principal>;
