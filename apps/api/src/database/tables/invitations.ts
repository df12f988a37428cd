import type { Position } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

export type InvitationsTable = {
  organization_id: string;
  id: string;
  /** Whom it is for. */
  kind: 'partner' | 'employee';
  /** The card it is to, for a partner. */
  partner_id: ColumnType<string | null, string | undefined, never>;
  /** Of an employee; a partner's stands on its card. */
  phone: ColumnType<string | null, string | undefined, never>;
  last_name: Generated<string>;
  first_name: Generated<string>;
  father_name: Generated<string>;
  /** Offered to an employee. */
  position: ColumnType<Position | null, Position | undefined, never>;
  /** SHA-256 of the token; the token itself is kept nowhere. */
  token_hash: string;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
  used_by: ColumnType<string | null, never, string>;
  revoked_at: ColumnType<Date | null, never, Date>;
};

/** Links for one use that are about accounts. */
export type AccountLinksTable = {
  id: string;
  /** `recovery`: a new password of a user. `setup`: the first account of an empty database. */
  kind: 'recovery' | 'setup';
  user_id: string | null;
  /** Organization whose owner made it; null when the operator did. */
  organization_id: string | null;
  /** SHA-256 of the token; the token itself is kept nowhere. */
  token_hash: string;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
  revoked_at: ColumnType<Date | null, never, Date>;
};

/** Codes of six digits that are sent to people. */
export type AccountCodesTable = {
  id: string;
  /** `recovery`: for a new password. `phone`: for a new phone. `join`: of who wants to be a partner. `email`: confirms an e-mail. */
  kind: 'recovery' | 'phone' | 'join' | 'payout' | 'email';
  /** Phone it was sent to; for `recovery` the requested one, for `email` the phone of the user. */
  phone: string;
  /** Address that a code of kind `email` confirms; empty for other kinds. */
  email: Generated<string>;
  /** Null when nobody has the phone. */
  user_id: string | null;
  /** SHA-256 of the id and the code. */
  code_hash: string;
  /** Network that asked for it. */
  network: string;
  /** Tries from that network. */
  tries: Generated<number>;
  /** Tries from all other networks. */
  other_tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
};
