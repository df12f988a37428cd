import type { LeadStatus } from '@referral-dashboard/api-contract';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DemoLead } from './leads.ts';

const COMMENT_TEXTS: Readonly<Partial<Record<LeadStatus, string>>> = {
  new: 'Просил перезвонить после шести, утром не берет трубку.',
  in_progress: 'Отправил расчет на почту. Ждет решения жены, созвон в пятницу.',
  qualified: 'Замер сделан, договор на согласовании.',
  won: 'Доволен сроками, обещал рассказать соседям.',
};

/** Inserts a comment on the newest lead of each status. */
export async function insertLeadComments(
  trx: Db,
  organizationId: string,
  leads: readonly DemoLead[],
  authorId: string | null,
  now: Date,
) {
  if (authorId === null) return;
  const newest = new Map(leads.map(({ lead }) => [lead.status, lead]));
  const comments = Object.entries(COMMENT_TEXTS).flatMap(([status, text]) => {
    const lead = newest.get(status as LeadStatus);
    if (lead === undefined) return [];
    const at = new Date(Math.min(Number(lead.updated_at) + HOUR_MS, now.getTime()));
    // A lead has only one comment, so the comment uses the id of the lead.
    return [
      { organization_id: organizationId, id: lead.id, lead_id: lead.id, author_id: authorId, text, at },
    ];
  });
  await trx.insertInto('lead_comments').values(comments).execute();
}
