import { type PartnerStatus, stateMachines } from '@referral-dashboard/api-contract';
import { createStaffAudit, toAuthor, toCause } from '../../audit/index.ts';
import { checkTransition, checkVersion } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { closeAttachmentsOfPartner } from '../clients/attachments/stopped-partners.ts';
import { lockClients } from '../clients/known-clients.ts';
import { recordPartner } from './partner-webhooks.ts';
import { partnersRepo } from './partners.repo.ts';

type Transition = { to: PartnerStatus; allowedFrom?: readonly PartnerStatus[]; needsReason?: true };

const TRANSITIONS = {
  approve: { to: 'active', allowedFrom: ['pending'] },
  reject: { to: 'rejected', needsReason: true },
  reopen: { to: 'pending' },
  block: { to: 'blocked', needsReason: true },
  unblock: { to: 'active', allowedFrom: ['blocked'] },
  archive: { to: 'archived' },
  restore: { to: 'active', allowedFrom: ['archived'] },
} as const satisfies Record<string, Transition>;

export type PartnerStep = keyof typeof TRANSITIONS;

type Request = { action: PartnerStep; reason: string; comment?: string; version?: number | undefined };

/** Changes the status of a card. A block or an archive ends the attachments of its clients. @throws ApiError 404, 409 for an old version or a forbidden transition, 400 for a missing reason. */
export async function transitionPartner(
  trx: Db,
  staff: Staff,
  id: string,
  { action, reason, comment, version }: Request,
  clock: Clock,
) {
  const { to, allowedFrom, needsReason }: Transition = TRANSITIONS[action];
  const { organizationId } = staff;
  const endsAttachments = to === 'blocked' || to === 'archived';
  // The clients are locked before the partner, as in every change of a deal.
  if (endsAttachments) await lockClients(trx, organizationId);
  const row = await partnersRepo(trx).findLocked(organizationId, id);
  if (row === undefined) throw noSuchObject();
  checkVersion(row, version);
  checkTransition(stateMachines.partner, row.status, to, allowedFrom);
  if (needsReason && reason === '') throw invalid({ reason: ['Укажите причину.'] });
  await partnersRepo(trx).update(staff.organizationId, id, {
    status: to,
    status_reason: reason,
    updated_at: clock(),
  });
  await createStaffAudit('partner', clock)(trx, staff, action, id, {
    from: row.status,
    to,
    reason,
    ...(comment && { comment }),
  });
  await recordPartner(trx, 'partner.updated', { organizationId, partnerId: id }, clock());
  if (endsAttachments)
    await closeAttachmentsOfPartner(
      trx,
      { organizationId, partnerId: id, status: to },
      toCause(toAuthor(staff), clock),
    );
}
