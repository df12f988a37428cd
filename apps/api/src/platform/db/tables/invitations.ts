import type { ColumnType } from 'kysely';

export type InvitationsTable = {
  organization_id: string;
  id: string;
  /** Whom it is for. */
  kind: 'partner';
  /** The card it is to, for a partner. */
  partner_id: string | null;
  /** SHA-256 of the token; the token itself is kept nowhere. */
  token_hash: string;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
  used_by: ColumnType<string | null, never, string>;
  revoked_at: ColumnType<Date | null, never, Date>;
};
