import {
  type LeadBulkTransition,
  type LeadCountsQuery,
  type LeadExportQuery,
  type LeadPatch,
  type LeadQuery,
  type LeadTransfer,
  type LeadTransition,
  type LeadUndo,
  type NewLead,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { formatActor } from '../../audit/index.ts';
import { statusCounts, toStatusSums } from '../../database/figures/counts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import type { Intake } from './intake.ts';
import { leadFromEntry } from './lead-entry.ts';
import { leadSheet, leadSheetForPartner } from './lead-sheets.ts';
import { leadsRepo } from './leads.repo.ts';
import { leadView } from './leads.view.ts';
import { transitionMany, undoMany } from './transitions/bulk-transitions.ts';
import type { LeadTransitions } from './transitions/lead-transitions.ts';

export type LeadsService = ReturnType<typeof createLeadsService>;

export function createLeadsService(db: Db, clock: Clock, intake: Intake, transitions: LeadTransitions) {
  const row = async (trx: Db, viewer: Viewer, id: string) => {
    const lead = await leadsRepo(trx).find(viewer, id, clock());
    if (lead === undefined) throw noSuchObject();
    return lead;
  };
  const view = async (trx: Db, viewer: Viewer, id: string) => leadView(await row(trx, viewer, id), viewer);

  return {
    async list(viewer: Viewer, query: LeadQuery) {
      const page = await leadsRepo(db).page(viewer, query, clock());
      return { ...page, results: page.results.map((lead) => leadView(lead, viewer)) };
    },

    async counts(viewer: Viewer, { sums, ...filters }: LeadCountsQuery) {
      const result = await leadsRepo(db).counts(viewer, filters);
      const { sums: _, ...counts } = statusCounts(stateMachines.lead, result);
      if (sums === undefined || !result.isComplete) return counts;
      return { ...counts, sums: toStatusSums(stateMachines.lead, await leadsRepo(db).sums(viewer, filters)) };
    },

    export: (viewer: Viewer, query: LeadExportQuery) => ({
      sheet: viewer.role === 'partner' ? leadSheetForPartner : leadSheet,
      read: withSnapshot(db, leadsRepo(db).all(viewer, query, clock()), (lead) => leadView(lead, viewer)),
    }),

    get: (viewer: Viewer, id: string) => view(db, viewer, id),

    create: (viewer: Viewer, input: NewLead) =>
      db.transaction().execute(async (trx) => {
        const id = await intake(trx, await leadFromEntry(trx, viewer, input));
        return view(trx, viewer, id);
      }),

    update: (staff: Staff, id: string, patch: LeadPatch) =>
      db.transaction().execute(async (trx) => {
        await transitions.update(trx, staff, id, patch);
        return view(trx, staff, id);
      }),

    transition: (staff: Staff, id: string, transition: LeadTransition) =>
      db.transaction().execute(async (trx) => {
        await transitions.apply(trx, staff, id, transition);
        return view(trx, staff, id);
      }),

    transfer: (staff: Staff, id: string, transfer: LeadTransfer) =>
      db.transaction().execute(async (trx) => {
        await transitions.transfer(trx, staff, id, transfer);
        return view(trx, staff, id);
      }),

    transitionMany: (staff: Staff, request: LeadBulkTransition) =>
      transitionMany(db, transitions, staff, request),

    undoTransitions: (staff: Staff, { leads }: LeadUndo) => undoMany(db, transitions, staff, leads),

    async history(viewer: Viewer, id: string) {
      const { organization_id } = await row(db, viewer, id);
      const events = await leadsRepo(db).history(organization_id, id);
      return {
        results: events.map((event) => ({
          ...event,
          at: event.at.toISOString(),
          actor: formatActor(event),
          is_transfer: event.to_partner_id !== null,
          transfer: toTransfer(event),
        })),
      };
    },
  };
}

type Event = Awaited<ReturnType<ReturnType<typeof leadsRepo>['history']>>[number];

function toTransfer({ from_partner_id, from_partner_name, to_partner_id, to_partner_name }: Event) {
  if (to_partner_id === null) return null;
  const from = from_partner_id === null ? null : { id: from_partner_id, name: from_partner_name ?? '' };
  return { from, to: { id: to_partner_id, name: to_partner_name ?? '' } };
}
