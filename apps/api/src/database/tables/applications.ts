import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';

export type ApplicationsTable = {
  organization_id: string;
  id: string;
  program_id: string;
  partner_id: string;
  /** True when a card with the phone already existed. */
  is_repeat: boolean;
  status: 'pending' | 'approved' | 'rejected';
  /** Reason of a rejection. The applicant sees it. */
  reason: Generated<string>;
  /** Comment on a rejection. Only the organization sees it. */
  comment: Generated<string>;
  /** True when the sender may set the first password of the card after an approval. */
  may_join: boolean;
  /** SHA-256 of the token. The token itself is not stored. */
  token_hash: string;
  /** Form values of the applicant. The card may be changed later. */
  submitted: Json<Record<string, string>>;
  offer_id: string;
  personal_data_id: string;
  ip: string;
  user_agent: string;
  created_at: Date;
  decided_at: ColumnType<Date | null, never, Date | null>;
};
