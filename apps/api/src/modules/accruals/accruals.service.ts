import {
  type Accrual,
  type AccrualExportQuery,
  type AccrualFilters,
  type AccrualQuery,
  type AccrualStatus,
  machines,
  type NewAccrual,
} from '@referral-dashboard/api-contract';
import { audit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { countsAndSums } from '../../platform/counts.ts';
import type { Db } from '../../platform/db.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import { zoned } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import { once } from '../../platform/idempotency.ts';
import { lockPartner, matureHolds } from '../../platform/partner-money.ts';
import { checkMove } from '../../platform/transition.ts';
import type { Staff, Viewer } from '../../platform/viewer.ts';
import { accrualSheet, accrualSheetForPartner } from './accrual-sheets.ts';
import { accrualsRepo } from './accruals.repo.ts';
import { accrualView } from './accruals.view.ts';
import { type Cause, cancelAccruals, enterAccrual } from './enter.ts';
import { rewardsRepo } from './rewards.repo.ts';
import { type LeavePayment, undoReward } from './rewards.ts';

export type AccrualsService = ReturnType<typeof createAccrualsService>;

export function createAccrualsService(db: Db, clock: Clock, leavePayment: LeavePayment) {
  const get = async (trx: Db, viewer: Viewer, id: string) => {
    const row = await accrualsRepo(trx, clock()).find(viewer, id);
    if (row === undefined) throw noSuchObject();
    return accrualView(row);
  };
  /** The accrual with its partner's money locked and its hold, if it is over, written off. */
  async function locked(trx: Db, staff: Staff, id: string): Promise<Accrual> {
    const { partner } = await get(trx, staff, id);
    await lockPartner(trx, staff.organizationId, partner.id);
    await matureHolds(trx, staff.organizationId, partner.id, clock());
    return get(trx, staff, id);
  }
  const causeOf = ({ userId, requestId }: Staff): Cause => ({ actorId: userId, requestId, at: clock() });

  async function move(
    trx: Db,
    staff: Staff,
    { id, status: from }: Accrual,
    change: { status: AccrualStatus; review_reason: 'manual' | null },
    reason: string,
  ) {
    const { organizationId, userId, requestId } = staff;
    const at = clock();
    await trx
      .updateTable('accruals')
      .set({ ...change, updated_at: at, ...(reason !== '' && { comment: reason }) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
    await audit(trx, {
      ...{ organizationId, actorId: userId, requestId, at },
      ...{ action: `accrual.${change.status}`, kind: 'accrual', objectId: id },
      diff: { from, to: change.status, reason },
    });
    return get(trx, staff, id);
  }

  return {
    async list(viewer: Viewer, query: AccrualQuery) {
      const page = await accrualsRepo(db, clock()).page(viewer, query);
      return { ...page, results: page.results.map(accrualView) };
    },

    counts: async (viewer: Viewer, filters: AccrualFilters) => {
      const repo = accrualsRepo(db, clock());
      return {
        ...countsAndSums(machines.accrual, await repo.counts(viewer, filters)),
        next_release: (await repo.nextRelease(viewer, filters)) ?? null,
      };
    },

    export: (viewer: Viewer, query: AccrualExportQuery) => ({
      sheet: viewer.role === 'partner' ? accrualSheetForPartner : accrualSheet,
      read: withSnapshot(db, accrualsRepo(db, clock()).all(viewer, query), zoned(accrualView)),
    }),

    get: (viewer: Viewer, id: string) => get(db, viewer, id),

    /** A bonus or a correction, to be paid at once. */
    create(staff: Staff, body: NewAccrual, key?: string) {
      const { organizationId } = staff;
      const { partner, program = null, ...given } = body;
      return once(db, { organizationId, key, call: 'accrue', body }, clock(), async (trx) => {
        if ((await lockPartner(trx, organizationId, partner)) === undefined) {
          throw invalid({ partner: ['Партнер не найден.'] });
        }
        if (program !== null && !(await hasProgram(trx, organizationId, program))) {
          throw invalid({ program: ['Программа не найдена.'] });
        }
        const id = await enterAccrual(
          trx,
          {
            ...given,
            ...{ organization_id: organizationId, partner_id: partner, program_id: program },
            ...{ lead_id: null, reward_id: null, review_reason: null, hold_until: null },
            ...{ status: 'available', created_by: staff.userId },
          },
          causeOf(staff),
        );
        return get(trx, staff, id);
      });
    },

    /** A cancelled reward is no longer the lead's: its corrections, and what took it back, go with it. */
    cancel: (staff: Staff, id: string, reason: string) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const { lead } = await get(trx, staff, id);
        // The lead before the partner, as a lead's move locks them.
        if (lead !== null) await lockLead(trx, organizationId, lead.id);
        const accrual = await locked(trx, staff, id);
        checkMove(machines.accrual, accrual.status, 'canceled');
        if (accrual.kind !== 'reward' || lead === null) {
          await cancelAccruals(trx, organizationId, [id], reason, causeOf(staff));
          return get(trx, staff, id);
        }
        const row = await rewardsRepo(trx, organizationId).lead(lead.id);
        await undoReward(
          trx,
          { ...row, reward_id: id, partner_id: accrual.partner.id },
          leavePayment,
          reason,
          causeOf(staff),
        );
        return get(trx, staff, id);
      }),

    review: (staff: Staff, id: string, reason: string) =>
      db.transaction().execute(async (trx) => {
        const accrual = await locked(trx, staff, id);
        checkMove(machines.accrual, accrual.status, 'review');
        return move(trx, staff, accrual, { status: 'review', review_reason: 'manual' }, reason);
      }),

    /** On to the rest of its hold, or straight to what may be paid. */
    release: (staff: Staff, id: string, reason: string) =>
      db.transaction().execute(async (trx) => {
        const accrual = await locked(trx, staff, id);
        const isHeld = accrual.hold_until !== null && new Date(accrual.hold_until) > clock();
        const to = isHeld ? 'hold' : 'available';
        checkMove(machines.accrual, accrual.status, to, ['review']);
        return move(trx, staff, accrual, { status: to, review_reason: null }, reason);
      }),
  };
}

const hasProgram = async (trx: Db, organizationId: string, id: string) =>
  (await trx
    .selectFrom('programs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

const lockLead = (trx: Db, organizationId: string, id: string) =>
  trx
    .selectFrom('leads')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
