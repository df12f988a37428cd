import type { Person, Position } from '@referral-dashboard/api-contract';

/** Place of a partner in an organization. */
export type Card = { organizationId: string; partnerId: string };

/** The caller, once shown who it is. */
export type Principal = {
  user: Person;
  /** The organization a person of role `organization` belongs to. */
  organizationId: string | null;
  /** Name of that organization; empty without one. */
  organizationName: string;
  /** Place of the person in that organization. */
  position: Position | null;
  /** Of that organization; a partner has that of its oldest card. */
  timeZone: () => Promise<string>;
  /** Support addresses of the organizations of the user; empty where an organization has none. */
  support: () => Promise<{ organization: string; url: string }[]>;
  /** Of a partner, in whatever organizations they are; the oldest first. */
  cards: () => Promise<readonly Card[]>;
  sessionId: string;
};

/**
 * Finds out who calls.
 *
 * @param header the `Authorization` header, if any.
 * @throws ApiError 401 with the reason.
 */
export type Authenticate = (header: string | undefined) => Promise<Principal>;
