import { randomUUIDv7 } from 'node:crypto';
import type { LeadComment, NewLeadComment } from '@referral-dashboard/api-contract';
import { type Actor, createStaffAudit, formatActor } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, forbidden, noSuchObject } from '../../platform/errors.ts';
import { withIdempotency } from '../../platform/http/limits/idempotency.ts';
import type { Staff } from '../../platform/http/viewer.ts';

type Row = Actor & { id: string; text: string; at: Date; author_id: string; lead_id: string };

const MAX_COMMENTS = 500;

export type LeadComments = ReturnType<typeof createLeadComments>;

/** Internal comments of employees on a lead. */
export function createLeadComments(db: Db, clock: Clock) {
  const rows = (trx: Db, staff: Staff) =>
    trx
      .selectFrom('lead_comments as c')
      .innerJoin('users as u', 'u.id', 'c.author_id')
      .select(['c.id', 'c.lead_id', 'c.author_id', 'c.text', 'c.at'])
      .select(['u.last_name', 'u.first_name', 'u.father_name', 'u.phone'])
      .where('c.organization_id', '=', staff.organizationId);

  const mayDelete = ({ author_id }: Row, { userId, position }: Staff) =>
    author_id === userId || position === 'owner';
  const view = (row: Row, staff: Staff): LeadComment => ({
    id: row.id,
    text: row.text,
    at: row.at.toISOString(),
    author: formatActor(row),
    can_delete: mayDelete(row, staff),
  });

  async function checkLead(trx: Db, { organizationId }: Staff, leadId: string) {
    const lead = await trx
      .selectFrom('leads')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (lead === undefined) throw noSuchObject();
  }

  async function find(trx: Db, staff: Staff, id: string): Promise<Row> {
    const row = await rows(trx, staff).where('c.id', '=', id).executeTakeFirst();
    if (row === undefined) throw noSuchObject();
    return row;
  }

  // Audit entries are never changed and comments may contain personal data, so the entry does not contain the text.
  const auditLead = createStaffAudit('lead', clock);
  const addAuditEntry = (trx: Db, staff: Staff, leadId: string, action: string) =>
    auditLead(trx, staff, action, leadId, {});

  const ofLead = (trx: Db, staff: Staff, leadId: string) => rows(trx, staff).where('c.lead_id', '=', leadId);

  return {
    async list(staff: Staff, leadId: string) {
      await checkLead(db, staff, leadId);
      const comments = await ofLead(db, staff, leadId).orderBy('c.at').orderBy('c.id').execute();
      return { results: comments.map((row) => view(row, staff)) };
    },

    async create(staff: Staff, leadId: string, body: NewLeadComment, key: string | undefined) {
      const { organizationId, userId } = staff;
      const at = clock();
      // The idempotency key stores only the id, so that a deleted comment leaves no copy.
      const call = { organizationId, key, call: `comment:${leadId}`, body };
      const id = await withIdempotency(db, call, at, async (trx) => {
        await checkLead(trx, staff, leadId);
        if (
          (await ofLead(trx, staff, leadId).clearSelect().select('c.id').limit(MAX_COMMENTS).execute())
            .length === MAX_COMMENTS
        )
          throw conflict('in_use', `У лида уже ${MAX_COMMENTS} комментариев. Удалите лишние.`);
        const commentId = randomUUIDv7();
        await trx
          .insertInto('lead_comments')
          .values({
            organization_id: organizationId,
            id: commentId,
            lead_id: leadId,
            author_id: userId,
            text: body.text,
            at,
          })
          .execute();
        await addAuditEntry(trx, staff, leadId, 'comment');
        return commentId;
      });
      return view(await find(db, staff, id), staff);
    },

    /** @throws ApiError 403 for a comment of another user, unless the viewer is an owner. */
    remove: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        const row = await find(trx, staff, id);
        if (!mayDelete(row, staff)) throw forbidden();
        await trx
          .deleteFrom('lead_comments')
          .where('organization_id', '=', staff.organizationId)
          .where('id', '=', id)
          .execute();
        await addAuditEntry(trx, staff, row.lead_id, 'comment-delete');
      }),
  };
}
