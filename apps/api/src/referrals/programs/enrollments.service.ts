import {
  type Enrollment,
  type EnrollmentQuery,
  type EnrollmentStatus,
  type EnrollmentTransition,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { PartnerViewer, Staff } from '../../platform/http/viewer.ts';
import type { Decision, ParticipationRequest } from '../applications/open-applications.ts';
import { createEnrollmentWrites, type EnrollmentActor, type IssueFirstLinks } from './enrollment-writes.ts';
import { enrollmentsRepo } from './enrollments.repo.ts';
import { programsRepo } from './programs.repo.ts';

/** Decides on a request to take part and notifies the partner. */
export type DecideRequest = (
  trx: Db,
  staff: Staff,
  participation: ParticipationRequest,
  decision: Decision,
  site: string,
) => Promise<void>;

const ACTIONS = {
  approve: { to: 'active', allowedFrom: ['pending'] },
  reject: { to: 'rejected', allowedFrom: ['pending'] },
  pause: { to: 'paused', allowedFrom: ['active'] },
  resume: { to: 'active', allowedFrom: ['paused', 'blocked'] },
  block: { to: 'blocked', allowedFrom: ['active', 'paused'] },
} as const satisfies Record<
  EnrollmentTransition['action'],
  { to: EnrollmentStatus; allowedFrom: readonly EnrollmentStatus[] }
>;

const programClosed = () => conflict('closed', 'Программа сейчас не принимает партнеров.');
const hasEnded = ({ status }: { status: EnrollmentStatus }) => status === 'left' || status === 'rejected';

export type EnrollmentsService = ReturnType<typeof createEnrollmentsService>;

export type EnrollmentsDeps = {
  db: Db;
  clock: Clock;
  issueFirstLinks: IssueFirstLinks;
  decideRequest: DecideRequest;
};

export function createEnrollmentsService({ db, clock, issueFirstLinks, decideRequest }: EnrollmentsDeps) {
  const { insertEnrollment, insertEnrollments, applyTransitions } = createEnrollmentWrites(
    clock,
    issueFirstLinks,
  );

  /** The program as the partner sees it, with the card and the enrollment of the partner. */
  async function findReachable(trx: Db, viewer: PartnerViewer, programId: string) {
    const program = await programsRepo(trx).find(viewer, programId, clock());
    if (program === undefined) throw noSuchObject();
    const { organization_id: organizationId } = program;
    const card = await trx
      .selectFrom('partners')
      .select(['id', 'status'])
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', viewer.userId)
      .executeTakeFirstOrThrow();
    const enrollment = await enrollmentsRepo(trx).findOfLocked(organizationId, programId, card.id);
    return { program, card, enrollment, actor: { viewer, organizationId } };
  }

  /** Adds partners to a program. Locks the program. @returns the enrollments, new ones first. */
  async function enrollPartners(
    trx: Db,
    staff: Staff,
    programId: string,
    partnerIds: readonly string[],
  ): Promise<Enrollment[]> {
    const { organizationId } = staff;
    const actor = { viewer: staff, organizationId };
    const program = await programsRepo(trx).findLocked(organizationId, programId);
    if (program === undefined) throw noSuchObject();
    if (program.status === 'archived') throw programClosed();
    const cards = await trx
      .selectFrom('partners')
      .select(['id', 'status'])
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`id = any(${partnerIds}::uuid[])`)
      .execute();
    const statuses = new Map(cards.map(({ id, status }) => [id, status]));
    for (const id of partnerIds) {
      const status = statuses.get(id);
      if (status === undefined) throw invalid({ partner: ['Партнер не найден.'] });
      if (status !== 'invited' && status !== 'active')
        throw invalid({ partner: ['Этого партнера сейчас нельзя добавить: проверьте его статус.'] });
    }
    const known = await enrollmentsRepo(trx).allOfLocked(organizationId, programId, partnerIds);
    const enrolled = new Set(known.map(({ partner_id }) => partner_id));
    const fresh = partnerIds.filter((id) => !enrolled.has(id));
    const enrollments = await insertEnrollments(trx, actor, programId, fresh, 'active');
    for (const enrollment of known) {
      const steps: EnrollmentStatus[] = hasEnded(enrollment) ? ['pending', 'active'] : ['active'];
      enrollments.push(await applyTransitions(trx, actor, enrollment, steps));
    }
    return enrollments;
  }

  return {
    async list(staff: Staff, programId: string, query: EnrollmentQuery) {
      const program = await programsRepo(db).find(staff, programId, clock());
      if (program === undefined) throw noSuchObject();
      return enrollmentsRepo(db).page(staff.organizationId, programId, query, clock());
    },

    /** Adds a partner to a program immediately, without a decision on a pending request. */
    enroll: (staff: Staff, programId: string, partnerId: string): Promise<Enrollment> =>
      db.transaction().execute(async (trx) => {
        const [enrollment] = await enrollPartners(trx, staff, programId, [partnerId]);
        if (enrollment === undefined) throw noSuchObject();
        return enrollment;
      }),

    /**
     * Adds partners of cards that the same transaction creates.
     *
     * @throws ApiError 400 for a program that is unknown or archived.
     */
    async enrollNewPartners(
      trx: Db,
      staff: Staff,
      programId: string,
      partnerIds: readonly string[],
    ): Promise<void> {
      const program = await programsRepo(trx).find(staff, programId, clock());
      if (program === undefined) throw invalid({ program: ['Программа не найдена.'] });
      if (program.status === 'archived') throw invalid({ program: ['Эта программа в архиве.'] });
      await enrollPartners(trx, staff, programId, partnerIds);
    },

    /**
     * Approves a request to take part. Only the organization can approve it again after the partner left or was rejected. A paused or
     * blocked enrollment does not change.
     *
     * @returns whether the partner takes part.
     */
    async approveEnrollment(
      trx: Db,
      actor: EnrollmentActor,
      { programId, partnerId }: { programId: string; partnerId: string },
    ): Promise<boolean> {
      const enrollment = await enrollmentsRepo(trx).findOfLocked(actor.organizationId, programId, partnerId);
      const isAsking = enrollment?.status === 'pending' || enrollment?.status === 'invited';
      if (enrollment === undefined) await insertEnrollment(trx, actor, programId, partnerId, 'active');
      else if (isAsking) await applyTransitions(trx, actor, enrollment, ['active']);
      else if (hasEnded(enrollment) && actor.viewer.role === 'organization')
        await applyTransitions(trx, actor, enrollment, ['pending', 'active']);
      else return enrollment.status === 'active';
      return true;
    },

    /** Rejects a pending enrollment, or makes a rejected one pending. */
    async setEnrollment(
      trx: Db,
      actor: EnrollmentActor,
      { programId, partnerId }: { programId: string; partnerId: string },
      to: 'rejected' | 'pending',
    ): Promise<void> {
      const enrollment = await enrollmentsRepo(trx).findOfLocked(actor.organizationId, programId, partnerId);
      const from = to === 'rejected' ? 'pending' : 'rejected';
      if (enrollment?.status === from) await applyTransitions(trx, actor, enrollment, [to]);
    },

    join: (viewer: PartnerViewer, programId: string): Promise<Enrollment> =>
      db.transaction().execute(async (trx) => {
        const { program, card, enrollment, actor } = await findReachable(trx, viewer, programId);
        if (enrollment?.status === 'invited') return applyTransitions(trx, actor, enrollment, ['active']);
        if (enrollment !== undefined && !hasEnded(enrollment)) {
          return applyTransitions(trx, actor, enrollment, ['pending']);
        }
        if (card.status !== 'active' || program.status !== 'active' || program.join_policy === 'closed')
          throw programClosed();
        const isOpen = program.join_policy === 'open' && enrollment?.status !== 'rejected';
        if (enrollment === undefined)
          return insertEnrollment(trx, actor, programId, card.id, isOpen ? 'active' : 'pending');
        return applyTransitions(trx, actor, enrollment, isOpen ? ['pending', 'active'] : ['pending']);
      }),

    leave: (viewer: PartnerViewer, programId: string): Promise<Enrollment> =>
      db.transaction().execute(async (trx) => {
        const { enrollment, actor } = await findReachable(trx, viewer, programId);
        if (enrollment === undefined) throw noSuchObject();
        return applyTransitions(trx, actor, enrollment, ['left']);
      }),

    transition: (
      staff: Staff,
      id: string,
      { action, reason, comment }: EnrollmentTransition,
      site: string,
    ): Promise<Enrollment> =>
      db.transaction().execute(async (trx) => {
        const { to, allowedFrom } = ACTIONS[action];
        if (action === 'approve' || action === 'reject') {
          const request = await enrollmentsRepo(trx).find(staff.organizationId, id);
          if (request === undefined) throw noSuchObject();
          checkTransition(stateMachines.enrollment, request.status, to, allowedFrom);
          const { organization_id: organizationId, partner_id: partnerId, program_id: programId } = request;
          const decision: Decision =
            action === 'approve' ? { status: 'approved' } : { status: 'rejected', reason, comment };
          await decideRequest(trx, staff, { organizationId, partnerId, programId }, decision, site);
          return enrollmentsRepo(trx).get(staff.organizationId, id);
        }
        const enrollment = await enrollmentsRepo(trx).findLocked(staff.organizationId, id);
        if (enrollment === undefined) throw noSuchObject();
        checkTransition(stateMachines.enrollment, enrollment.status, to, allowedFrom);
        return applyTransitions(
          trx,
          { viewer: staff, organizationId: staff.organizationId },
          enrollment,
          [to],
          comment,
        );
      }),
  };
}
