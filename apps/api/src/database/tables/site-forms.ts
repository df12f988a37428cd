import type { SiteFormResult } from '@referral-dashboard/api-contract';
import type { Generated } from 'kysely';

/** Addresses of organizations to which site builders send their forms, one per program. */
export type SiteFormsTable = {
  organization_id: string;
  id: string;
  program_id: string;
  /** SHA-256 of the secret in the address, and the secret encrypted. */
  inbound_hash: string;
  inbound_secret: string;
  is_on: Generated<boolean>;
  /** The last form that was received, and why it was refused. */
  last_at: Generated<Date | null>;
  last_result: Generated<SiteFormResult | null>;
  last_problem: Generated<string>;
  created_by: string | null;
  created_at: Date;
};
