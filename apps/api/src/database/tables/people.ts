import type { Position, Role, SessionEndReason } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';

export type UsersTable = {
  id: string;
  phone: string;
  /** Moment of the last change; null for the first phone. */
  phone_changed_at: ColumnType<Date | null, never, Date | null>;
  password_hash: string;
  role: Role | null;
  /** Organization of a user of the role `organization`; null for other roles. */
  organization_id: string | null;
  /** Position in that organization. */
  position: Position | null;
  /** Time of the appointment as owner; null for other positions and for the first owners. */
  owner_since: ColumnType<Date | null, never, Date | null>;
  first_name: string;
  last_name: string;
  father_name: string;
  email: string;
  /** Time when the user entered a code sent to `email`; null for an unconfirmed address, which gets no messages. */
  email_confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** False for a user that the operator of the server disabled. */
  is_active: Generated<boolean>;
  /** Time when the organization disabled the user; null otherwise. */
  switched_off_at: ColumnType<Date | null, never, Date | null>;
  /** The organization that disabled the user. */
  switched_off_by: ColumnType<string | null, never, string | null>;
  created_at: Date;
  updated_at: Date;
};

/** A refresh token that was exchanged, by the hash of its id. */
export type Spent = { token: string; at: string };

/**
 * Reason for which a session was revoked: by the user in another session, by a new password, by the organization that disabled the user, or
 * because a spent refresh token was used again.
 */
export type SessionEnd = Exclude<SessionEndReason, 'expired'>;

export type SessionsTable = {
  id: string;
  user_id: string;
  /** Hash of the id of the only refresh token that may be exchanged. */
  current_token: string;
  /** Tokens exchanged within the grace period, oldest first. */
  spent_tokens: Json<Spent[]>;
  created_at: Date;
  refreshed_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  end_reason: ColumnType<SessionEnd | null, never, SessionEnd>;
  /** User agent of the browser that signed in. */
  user_agent: Generated<string>;
};

export type RateLimitsTable = {
  key: string;
  hits: number;
  expires_at: Date;
};
