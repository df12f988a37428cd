import { randomUUIDv7 } from 'node:crypto';
import {
  type Enrollment,
  type EnrollmentMove,
  type EnrollmentQuery,
  type EnrollmentStatus,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { PartnerViewer, Staff, Viewer } from '../../platform/http/viewer.ts';
import { type Ask, settleApplications, type Verdict } from '../applications/open-applications.ts';
import { enrollmentsRepo } from './enrollments.repo.ts';
import { programsRepo } from './programs.repo.ts';

/** A partner's place in a program, as other modules need to know it. */
export type Place = { organizationId: string; id: string; programId: string; partnerId: string };

/** Gives a place that takes part its first link, unless it has one. */
export type IssueFirstLink = (trx: Db, place: Place) => Promise<void>;

/** Decides about a request to take part and informs the partner. */
export type DecideRequest = (
  trx: Db,
  staff: Staff,
  ask: Ask,
  verdict: Verdict,
  site: string,
) => Promise<void>;

const ACTIONS = {
  approve: { to: 'active', only: ['pending'] },
  reject: { to: 'rejected', only: ['pending'] },
  pause: { to: 'paused', only: ['active'] },
  resume: { to: 'active', only: ['paused', 'blocked'] },
  block: { to: 'blocked', only: ['active', 'paused'] },
} as const satisfies Record<
  EnrollmentMove['action'],
  { to: EnrollmentStatus; only: readonly EnrollmentStatus[] }
>;

const closed = () => conflict('closed', 'Программа сейчас не принимает партнеров.');
const raced = () => conflict('in_use', 'Партнер уже добавлен в программу. Обновите страницу.');

export type EnrollmentsService = ReturnType<typeof createEnrollmentsService>;

export type EnrollmentsParts = {
  db: Db;
  clock: Clock;
  issueFirstLink: IssueFirstLink;
  decideRequest: DecideRequest;
};

export function createEnrollmentsService({ db, clock, issueFirstLink, decideRequest }: EnrollmentsParts) {
  type Mover = { viewer: Viewer; organizationId: string };

  async function settle(
    trx: Db,
    { viewer, organizationId }: Mover,
    id: string,
    from: EnrollmentStatus | null,
    comment = '',
  ) {
    const repo = enrollmentsRepo(trx);
    const enrollment = await repo.get(organizationId, id);
    const place = { organizationId, id, programId: enrollment.program.id, partnerId: enrollment.partner.id };
    if (enrollment.status === 'active') {
      await issueFirstLink(trx, place);
      await settleApplications(trx, place, { status: 'approved' }, clock());
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

  async function enter(
    trx: Db,
    mover: Mover,
    programId: string,
    partnerId: string,
    status: EnrollmentStatus,
  ) {
    const [id, at] = [randomUUIDv7(), clock()];
    const row = {
      organization_id: mover.organizationId,
      id,
      program_id: programId,
      partner_id: partnerId,
      status,
      created_at: at,
      updated_at: at,
    };
    await mapUniqueViolation('enrollments_once', raced, () => enrollmentsRepo(trx).insert(row));
    return settle(trx, mover, id, null);
  }

  /** Takes a place along a row of transitions, each of which its life cycle has. */
  async function walk(
    trx: Db,
    mover: Mover,
    place: { id: string; status: EnrollmentStatus },
    way: readonly EnrollmentStatus[],
    comment?: string,
  ) {
    let status = place.status;
    for (const next of way) {
      checkTransition(stateMachines.enrollment, status, next);
      status = next;
      await enrollmentsRepo(trx).setStatus(mover.organizationId, place.id, next, clock());
    }
    return settle(trx, mover, place.id, place.status, comment);
  }

  /** The program as this partner may see it, with its card and its place there. */
  async function reached(trx: Db, viewer: PartnerViewer, programId: string) {
    const program = await programsRepo(trx).find(viewer, programId, clock());
    if (program === undefined) throw noSuchObject();
    const { organization_id: organizationId } = program;
    const card = await trx
      .selectFrom('partners')
      .select(['id', 'status'])
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', viewer.userId)
      .executeTakeFirstOrThrow();
    const place = await enrollmentsRepo(trx).findOfLocked(organizationId, programId, card.id);
    return { program, card, place, mover: { viewer, organizationId } };
  }

  /** Takes a partner in, with the program locked. */
  async function takeIn(trx: Db, staff: Staff, programId: string, partnerId: string): Promise<Enrollment> {
    const mover = { viewer: staff, organizationId: staff.organizationId };
    const program = await programsRepo(trx).findLocked(staff.organizationId, programId);
    if (program === undefined) throw noSuchObject();
    if (program.status === 'archived') throw closed();
    const card = await trx
      .selectFrom('partners')
      .select('status')
      .where('organization_id', '=', staff.organizationId)
      .where('id', '=', partnerId)
      .executeTakeFirst();
    if (card === undefined) throw invalid({ partner: ['Партнер не найден.'] });
    if (!['invited', 'active'].includes(card.status)) {
      throw invalid({ partner: ['Этого партнера сейчас нельзя добавить: проверьте его статус.'] });
    }
    const place = await enrollmentsRepo(trx).findOfLocked(staff.organizationId, programId, partnerId);
    if (place === undefined) return enter(trx, mover, programId, partnerId, 'active');
    const isOut = place.status === 'left' || place.status === 'rejected';
    return walk(trx, mover, place, isOut ? ['pending', 'active'] : ['active']);
  }

  return {
    async list(staff: Staff, programId: string, query: EnrollmentQuery) {
      const program = await programsRepo(db).find(staff, programId, clock());
      if (program === undefined) throw noSuchObject();
      return enrollmentsRepo(db).page(staff.organizationId, programId, query);
    },

    /** The organization takes a partner in: at once, whatever the partner's own request has come to. */
    enroll: (staff: Staff, programId: string, partnerId: string): Promise<Enrollment> =>
      db.transaction().execute((trx) => takeIn(trx, staff, programId, partnerId)),

    /** Takes in a partner whose card is being made. @throws ApiError 400 for a program that is none, or takes nobody. */
    async takeNewcomer(trx: Db, staff: Staff, programId: string, partnerId: string): Promise<void> {
      const program = await programsRepo(trx).find(staff, programId, clock());
      if (program === undefined) throw invalid({ program: ['Программа не найдена.'] });
      if (program.status === 'archived') throw invalid({ program: ['Эта программа в архиве.'] });
      await takeIn(trx, staff, programId, partnerId);
    },

    /**
     * Approves a request to take part. After leaving or a refusal only the organization readmits a partner; a paused or blocked place
     * stays as it is.
     *
     * @returns whether the partner takes part.
     */
    async approvePlace(
      trx: Db,
      mover: Mover,
      { programId, partnerId }: { programId: string; partnerId: string },
    ): Promise<boolean> {
      const place = await enrollmentsRepo(trx).findOfLocked(mover.organizationId, programId, partnerId);
      const isOut = place?.status === 'left' || place?.status === 'rejected';
      const isAsking = place?.status === 'pending' || place?.status === 'invited';
      if (place === undefined) await enter(trx, mover, programId, partnerId, 'active');
      else if (isAsking) await walk(trx, mover, place, ['active']);
      else if (isOut && mover.viewer.role === 'organization')
        await walk(trx, mover, place, ['pending', 'active']);
      else return place.status === 'active';
      return true;
    },

    /** Refuses a partner who asked to take part, or returns a refused one to those who wait. */
    async setPlace(
      trx: Db,
      mover: Mover,
      { programId, partnerId }: { programId: string; partnerId: string },
      to: 'rejected' | 'pending',
    ): Promise<void> {
      const place = await enrollmentsRepo(trx).findOfLocked(mover.organizationId, programId, partnerId);
      const from = to === 'rejected' ? 'pending' : 'rejected';
      if (place?.status === from) await walk(trx, mover, place, [to]);
    },

    join: (viewer: PartnerViewer, programId: string): Promise<Enrollment> =>
      db.transaction().execute(async (trx) => {
        const { program, card, place, mover } = await reached(trx, viewer, programId);
        if (place?.status === 'invited') return walk(trx, mover, place, ['active']);
        if (place !== undefined && !['left', 'rejected'].includes(place.status)) {
          return walk(trx, mover, place, ['pending']);
        }
        if (card.status !== 'active' || program.status !== 'active' || program.join_policy === 'closed')
          throw closed();
        const isOpen = program.join_policy === 'open' && place?.status !== 'rejected';
        if (place === undefined) return enter(trx, mover, programId, card.id, isOpen ? 'active' : 'pending');
        return walk(trx, mover, place, isOpen ? ['pending', 'active'] : ['pending']);
      }),

    leave: (viewer: PartnerViewer, programId: string): Promise<Enrollment> =>
      db.transaction().execute(async (trx) => {
        const { place, mover } = await reached(trx, viewer, programId);
        if (place === undefined) throw noSuchObject();
        return walk(trx, mover, place, ['left']);
      }),

    move: (
      staff: Staff,
      id: string,
      { action, reason, comment }: EnrollmentMove,
      site: string,
    ): Promise<Enrollment> =>
      db.transaction().execute(async (trx) => {
        if (action === 'approve' || action === 'reject') {
          const asked = await enrollmentsRepo(trx).find(staff.organizationId, id);
          if (asked === undefined) throw noSuchObject();
          checkTransition(stateMachines.enrollment, asked.status, ACTIONS[action].to, ACTIONS[action].only);
          const { organization_id: organizationId, partner_id: partnerId, program_id: programId } = asked;
          const verdict: Verdict =
            action === 'approve' ? { status: 'approved' } : { status: 'rejected', reason, comment };
          await decideRequest(trx, staff, { organizationId, partnerId, programId }, verdict, site);
          return enrollmentsRepo(trx).get(staff.organizationId, id);
        }
        const place = await enrollmentsRepo(trx).findLocked(staff.organizationId, id);
        if (place === undefined) throw noSuchObject();
        const { to, only } = ACTIONS[action];
        checkTransition(stateMachines.enrollment, place.status, to, only);
        return walk(trx, { viewer: staff, organizationId: staff.organizationId }, place, [to], comment);
      }),
  };
}
