import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';

export type ApplicationsTable = {
  organization_id: string;
  id: string;
  program_id: string;
  partner_id: string;
  /** There was a card with the phone already. */
  is_repeat: boolean;
  status: 'pending' | 'approved' | 'rejected';
  /** Of a refusal; the applicant reads it. */
  reason: Generated<string>;
  /** Of a refusal; for the organization only. */
  comment: Generated<string>;
  /** Once approved, its sender may set the first password of the card. */
  may_join: boolean;
  /** SHA-256 of the token; the token itself is kept nowhere. */
  token_hash: string;
  /** Fields as they were typed; the card may be changed later. */
  given: Json<Record<string, string>>;
  offer_id: string;
  personal_data_id: string;
  ip: string;
  user_agent: string;
  created_at: Date;
  decided_at: ColumnType<Date | null, never, Date | null>;
};
