import { randomUUIDv7 } from 'node:crypto';
import { type EnrollmentStatus, stateMachines } from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { settleApplications } from '../applications/open-applications.ts';
import type { EnrollmentRef } from '../links/links.service.ts';
import { enrollmentsRepo } from './enrollments.repo.ts';

/** Creates the first link of an active enrollment, unless it has one. */
export type IssueFirstLink = (trx: Db, enrollment: EnrollmentRef) => Promise<void>;

/** User who changes an enrollment of an organization. */
export type EnrollmentActor = { viewer: Viewer; organizationId: string };

const alreadyEnrolled = () => conflict('in_use', 'Партнер уже добавлен в программу. Обновите страницу.');

/**
 * Writes of enrollments. Each writes the journal; an active enrollment also gets its first link, and its open applications are approved. The
 * caller decides whether the change is allowed and holds the lock.
 */
export function createEnrollmentWrites(clock: Clock, issueFirstLink: IssueFirstLink) {
  async function settle(
    trx: Db,
    { viewer, organizationId }: EnrollmentActor,
    id: string,
    from: EnrollmentStatus | null,
    comment = '',
  ) {
    const repo = enrollmentsRepo(trx);
    const enrollment = await repo.get(organizationId, id);
    const ref = { organizationId, id, programId: enrollment.program.id, partnerId: enrollment.partner.id };
    if (enrollment.status === 'active') {
      await issueFirstLink(trx, ref);
      await settleApplications(trx, ref, { status: 'approved' }, clock());
    }
    await audit(trx, {
      organizationId,
      actorId: viewer.userId,
      requestId: viewer.requestId,
      action: 'enrollment.transition',
      kind: 'enrollment',
      objectId: id,
      diff: { from, to: enrollment.status, ...(comment && { comment }) },
      at: clock(),
    });
    return enrollment;
  }

  async function insertEnrollment(
    trx: Db,
    actor: EnrollmentActor,
    programId: string,
    partnerId: string,
    status: EnrollmentStatus,
  ) {
    const [id, at] = [randomUUIDv7(), clock()];
    const row = {
      organization_id: actor.organizationId,
      id,
      program_id: programId,
      partner_id: partnerId,
      status,
      created_at: at,
      updated_at: at,
    };
    await mapUniqueViolation('enrollments_once', alreadyEnrolled, () => enrollmentsRepo(trx).insert(row));
    return settle(trx, actor, id, null);
  }

  /** Moves an enrollment through a sequence of statuses and checks each transition. */
  async function applyTransitions(
    trx: Db,
    actor: EnrollmentActor,
    enrollment: { id: string; status: EnrollmentStatus },
    statuses: readonly EnrollmentStatus[],
    comment?: string,
  ) {
    let status = enrollment.status;
    for (const next of statuses) {
      checkTransition(stateMachines.enrollment, status, next);
      status = next;
      await enrollmentsRepo(trx).setStatus(actor.organizationId, enrollment.id, next, clock());
    }
    return settle(trx, actor, enrollment.id, enrollment.status, comment);
  }

  return { insertEnrollment, applyTransitions };
}
