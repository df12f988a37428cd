import type { PartnerTask } from '@referral-dashboard/api-contract';
import { computeReadiness, type Payable, payableCards } from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { PartnerViewer } from '../../../platform/http/viewer.ts';
import { partnerDocumentTasks } from './document-tasks.ts';

/** Tasks of a partner: invitations first, then receipts and acts, then the blockers of its payments. */
export async function partnerTasks(db: Db, viewer: PartnerViewer, now: Date): Promise<PartnerTask[]> {
  const cards = await payableCards(db, viewer, now).execute();
  return [
    ...(await invitations(db, viewer)).map((row) => ({
      kind: 'invitation' as const,
      organization: { id: row.organization_id, name: row.organization_name },
      program: { id: row.program_id, name: row.program_name },
    })),
    ...(await partnerDocumentTasks(db, viewer, now)),
    ...cards.flatMap((due) =>
      computeReadiness(due, now)
        .blockers.filter(({ code }) => isRelevant(due, code))
        .map((blocker) => ({
          kind: 'blocker' as const,
          organization: { id: due.organization_id, name: due.organization_name },
          partner: { id: due.partner_id, name: due.partner_name },
          blocker,
        })),
    ),
  ];
}

/** All blockers are shown once money is available. Before that only those of an active card, except the minimum. */
const isRelevant = ({ status, available_kop }: Payable, code: string) =>
  available_kop > 0 || (status === 'active' && code !== 'below_minimum');

const invitations = (db: Db, viewer: PartnerViewer) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'e.organization_id').onRef('card.id', '=', 'e.partner_id'),
    )
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'e.organization_id').onRef('p.id', '=', 'e.program_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .where('card.user_id', '=', viewer.userId)
    .where('card.status', '=', 'active')
    .where('e.status', '=', 'invited')
    .where('p.status', '=', 'active')
    .select([
      'o.id as organization_id',
      'o.name as organization_name',
      'p.id as program_id',
      'p.name as program_name',
    ])
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute();
