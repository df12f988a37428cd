import type { ApiScope } from '@referral-dashboard/api-contract';
import type { ColumnType } from 'kysely';

/** Calls that run once per idempotency key. */
export type IdempotentCallsTable = {
  /** The user, or the API key. */
  caller_id: string;
  key: string;
  /** Keyed hash of the call and its body. */
  digest: string;
  /** Sealed; null until the call ends. */
  response: ColumnType<string | null, null, string>;
  created_at: Date;
};

/** The last calls of API keys. */
export type ApiKeyCallsTable = {
  organization_id: string;
  api_key_id: string;
  id: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  at: Date;
};

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
