import type { ApiScope } from '@referral-dashboard/api-contract';
import type { ColumnType } from 'kysely';

export type ApiKeysTable = {
  organization_id: string;
  id: string;
  name: string;
  /** Start of the secret. */
  prefix: string;
  /** SHA-256 of the secret. */
  secret_hash: string;
  scopes: ColumnType<ApiScope[], readonly ApiScope[], never>;
  /** The key acts as this user and ends with their position. */
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: ColumnType<Date | null, never, Date>;
  revoked_at: ColumnType<Date | null, never, Date>;
};
