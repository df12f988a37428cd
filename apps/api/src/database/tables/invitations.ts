import type { Position } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

export type InvitationsTable = {
  organization_id: string;
  id: string;
  /** Kind of the invited person. */
  kind: 'partner' | 'employee';
  /** Card of the invited partner. */
  partner_id: ColumnType<string | null, string | undefined, never>;
  /** Phone of an invited employee. The phone of a partner is on its card. */
  phone: ColumnType<string | null, string | undefined, never>;
  last_name: Generated<string>;
  first_name: Generated<string>;
  father_name: Generated<string>;
  /** Position of an invited employee. */
  position: ColumnType<Position | null, Position | undefined, never>;
  /** SHA-256 of the token. The token itself is not stored. */
  token_hash: string;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
  used_by: ColumnType<string | null, never, string>;
  revoked_at: ColumnType<Date | null, never, Date>;
};

/** Single-use links for accounts. */
export type AccountLinksTable = {
  id: string;
  /** `recovery`: a new password of a user. `setup`: the first account of an empty database. */
  kind: 'recovery' | 'setup';
  user_id: string | null;
  /** Organization whose owner created the link; null when the operator did. */
  organization_id: string | null;
  /** SHA-256 of the token. The token itself is not stored. */
  token_hash: string;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
  revoked_at: ColumnType<Date | null, never, Date>;
};

/** Codes of six digits that are sent to users. */
export type AccountCodesTable = {
  id: string;
  /**
   * `recovery`: a new password. `phone`: a new phone. `join`: the phone of an applicant. `payout`: a payout method. `email`: confirms an
   * e-mail.
   */
  kind: 'recovery' | 'phone' | 'join' | 'payout' | 'email';
  /** Phone that the code was sent to; for `recovery` the requested phone, for `email` the phone of the user. */
  phone: string;
  /** Address that a code of kind `email` confirms; empty for other kinds. */
  email: Generated<string>;
  /** Null when no user has the phone. */
  user_id: string | null;
  /** SHA-256 of the id and the code. */
  code_hash: string;
  /** Network that requested the code. */
  network: string;
  /** Failed attempts from that network. */
  attempts: Generated<number>;
  /** Failed attempts from all other networks. */
  attempts_elsewhere: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
};
