import type { Act, ActChange, ActContent, ActWithContent } from '@referral-dashboard/api-contract';
import { readsRequisites } from '../../people/index.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { ActRow, actsRepo } from './acts.repo.ts';

export type FoundAct = NonNullable<Awaited<ReturnType<ReturnType<typeof actsRepo>['find']>>>;

const numbered = (number: number | null) => (number === null ? null : `А-${number}`);

/** Maps a row to the contract. */
export const actView = (row: ActRow): Act => ({
  ...row,
  number: `А-${row.number}`,
  partner: { id: row.partner_id, name: row.partner_name },
  organization: { id: row.organization_id, name: row.organization_name },
  answered_at: row.answered_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Maps an act with its content, without requisites for viewers without access to them. */
export const actWithContentView = (
  row: FoundAct,
  viewer: Viewer,
  changes: ActChange[] = [],
): ActWithContent => ({
  ...actView(row),
  changes,
  content: readsRequisites(viewer) ? row.content : withoutRequisites(row.content),
  replaces: numbered(row.replaces),
  replaced_by: numbered(row.replaced_by),
});

const withoutRequisites = ({ customer, contractor, ...content }: ActContent): ActContent => ({
  ...content,
  customer: { ...customer, requisites: [] },
  contractor: { ...contractor, requisites: [] },
});
