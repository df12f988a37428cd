import type { LeadStatus } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import type { DemoScene } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { hoursAfter, type MovingClock } from '../timeline.ts';

const COMMENT_TEXTS: Readonly<Partial<Record<LeadStatus, string>>> = {
  new: 'Просил перезвонить после шести, утром не берет трубку.',
  in_progress: 'Отправил расчет на почту. Ждет решения жены, созвон в пятницу.',
  qualified: 'Замер сделан, договор на согласовании.',
  won: 'Доволен сроками, обещал рассказать соседям.',
};

/** Adds a comment to the newest lead of each status, an hour after its last change. */
export async function addLeadComments(
  trx: Db,
  { organizationId, staff, now }: DemoScene,
  { leadComments }: DemoServices,
  { moveTo }: MovingClock,
) {
  const newest = await trx
    .selectFrom('leads')
    .distinctOn('status')
    .select(['id', 'status', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('status')
    .orderBy('number', 'desc')
    .execute();
  for (const { id, status, updated_at } of newest) {
    const text = COMMENT_TEXTS[status];
    const at = hoursAfter(updated_at, 1);
    moveTo(at < now ? at : now);
    if (text !== undefined) await leadComments.create(staff, id, { text }, undefined);
  }
}
