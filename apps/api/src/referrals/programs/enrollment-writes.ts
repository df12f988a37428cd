import { type EnrollmentStatus, stateMachines } from '@referral-dashboard/api-contract';
import { auditAll } from '../../audit/index.ts';
import { newIds } from '../../database/rules/numbers.ts';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { settleApplications } from '../applications/open-applications.ts';
import type { EnrollmentRef } from '../links/links.service.ts';
import { enrollmentsRepo } from './enrollments.repo.ts';

/** Creates the first links of active enrollments of an organization, unless they have one. */
export type IssueFirstLinks = (trx: Db, enrollments: readonly EnrollmentRef[]) => Promise<void>;

/** User who changes an enrollment of an organization. */
export type EnrollmentActor = { viewer: Viewer; organizationId: string };

const alreadyEnrolled = () => conflict('in_use', 'Партнер уже добавлен в программу. Обновите страницу.');

/**
 * Writes of enrollments. Each writes the journal; an active enrollment also gets its first link, and its open applications are approved. The
 * caller decides whether the change is allowed and holds the lock.
 */
export function createEnrollmentWrites(clock: Clock, issueFirstLinks: IssueFirstLinks) {
  async function settle(
    trx: Db,
    { viewer, organizationId }: EnrollmentActor,
    ids: readonly string[],
    from: EnrollmentStatus | null,
    comment = '',
  ) {
    const enrollments = await enrollmentsRepo(trx).all(organizationId, ids);
    const active = enrollments
      .filter(({ status }) => status === 'active')
      .map(({ id, program, partner }) => ({
        ...{ organizationId, id, programId: program.id, partnerId: partner.id },
      }));
    if (active.length > 0) {
      await issueFirstLinks(trx, active);
      await settleApplications(trx, organizationId, active, { status: 'approved' }, clock());
    }
    await auditAll(
      trx,
      enrollments.map(({ id, status: to }) => ({
        organizationId,
        actorId: viewer.userId,
        requestId: viewer.requestId,
        action: 'enrollment.transition',
        kind: 'enrollment',
        objectId: id,
        diff: { from, to, ...(comment && { comment }) },
        at: clock(),
      })),
    );
    return enrollments;
  }

  /** Inserts the enrollments of partners in a program. */
  async function insertEnrollments(
    trx: Db,
    actor: EnrollmentActor,
    programId: string,
    partnerIds: readonly string[],
    status: EnrollmentStatus,
  ) {
    if (partnerIds.length === 0) return [];
    const [ids, at] = [newIds(partnerIds.length), clock()];
    const rows = partnerIds.map((partner_id, index) => ({
      id: ids[index] ?? '',
      partner_id,
      status,
      created_at: at,
      updated_at: at,
    }));
    await mapUniqueViolation('enrollments_once', alreadyEnrolled, () =>
      enrollmentsRepo(trx).insert(actor.organizationId, programId, rows),
    );
    return settle(trx, actor, ids, null);
  }

  async function insertEnrollment(
    trx: Db,
    actor: EnrollmentActor,
    programId: string,
    partnerId: string,
    status: EnrollmentStatus,
  ) {
    const [enrollment] = await insertEnrollments(trx, actor, programId, [partnerId], status);
    if (enrollment === undefined) throw new Error('the enrollment was not inserted');
    return enrollment;
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
    const [settled] = await settle(trx, actor, [enrollment.id], enrollment.status, comment);
    if (settled === undefined) throw new Error('the enrollment does not exist');
    return settled;
  }

  return { insertEnrollment, insertEnrollments, applyTransitions };
}
