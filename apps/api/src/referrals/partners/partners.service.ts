import {
  type CreatedPartner,
  type InvitationLink,
  type NewPartner,
  type PartnerExportQuery,
  type PartnerFilters,
  type PartnerPatch,
  type PartnerQuery,
  type PartnerTransition,
  type SharedRequisitesQuery,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { createStaffAudit } from '../../audit/index.ts';
import { toStatusCounts } from '../../database/figures/counts.ts';
import { partnersWithSame } from '../../money/index.ts';
import { type Access, checkSignInOwnership } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import type { Export } from '../../platform/export/serve-export.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { withActivity } from '../row-activity.ts';
import { entryView } from './partner-history.ts';
import { type ExportedPartner, partnerSheet, partnerSheetAt } from './partner-sheet.ts';
import { type PartnerStep, transitionPartner } from './partner-status.ts';
import { createPartnerWrites, type EnrollPartners, toNewCards } from './partner-writes.ts';
import { partnersRepo, partnerView } from './partners.repo.ts';

/** Links by which the persons of cards join. The people module implements them. */
export type Invitations = {
  /** @throws ApiError 429 when the organization has created too many links. */
  admit: (staff: Staff) => Promise<void>;
  issue: (trx: Db, staff: Staff, partnerId: string, site: string) => Promise<InvitationLink>;
};

/** Applies a status change of a card to the applications of the partner. The applications module implements it. The card must be locked. */
export type ApplyToApplications = (
  trx: Db,
  staff: Staff,
  transition: { partnerId: string; action: PartnerStep; reason: string; comment: string; site: string },
) => Promise<void>;

export type PartnersService = ReturnType<typeof createPartnersService>;

export type PartnersServiceDeps = {
  db: Db;
  clock: Clock;
  invitations: Invitations;
  access: Access;
  applyToApplications: ApplyToApplications;
  enrollPartners: EnrollPartners;
};

export function createPartnersService({
  db,
  clock,
  invitations,
  access,
  applyToApplications,
  enrollPartners,
}: PartnersServiceDeps) {
  const addAuditEntry = createStaffAudit('partner', clock);
  const writes = createPartnerWrites(clock, enrollPartners);
  const get = writes.read;
  const lockCard = async (trx: Db, { organizationId }: Staff, id: string) => {
    const row = await partnersRepo(trx).findLocked(organizationId, id);
    if (row === undefined) throw noSuchObject();
    return row;
  };

  return {
    async list({ organizationId }: Staff, query: PartnerQuery) {
      const now = clock();
      const page = await partnersRepo(db).page(organizationId, query, now);
      return { ...page, results: await withActivity(db, organizationId, 'partner', page.results, now) };
    },

    counts: async (staff: Staff, filters: PartnerFilters) =>
      toStatusCounts(stateMachines.partner, await partnersRepo(db).counts(staff.organizationId, filters)),

    export: ({ organizationId }: Staff, query: PartnerExportQuery): Export<ExportedPartner> => ({
      sheet: query.at === undefined ? partnerSheet : partnerSheetAt(query.at),
      read: async (use) => {
        const partners = await partnersRepo(db).all(organizationId, query, clock());
        const read = withSnapshot(
          db,
          partners,
          inTimeZone(({ tax_year, paid_in_year_kop, ...row }) => ({
            ...partnerView(row),
            tax_year,
            paid_in_year_kop,
          })),
        );
        await read(use);
      },
    }),

    get: (staff: Staff, id: string) => get(db, staff, id),

    async history(staff: Staff, id: string) {
      await get(db, staff, id);
      return { results: (await partnersRepo(db).history(staff.organizationId, id)).map(entryView) };
    },

    /**
     * Creates a card and a link by which its person joins. The card has no user until the person joins, even if a user has the phone, so
     * that the response and its time do not reveal whether the phone is known.
     */
    async create(staff: Staff, input: NewPartner, site: string): Promise<CreatedPartner> {
      const [card] = await toNewCards(db, staff, [input]);
      if (card === undefined) throw new Error('the card was not checked');
      await invitations.admit(staff);
      return db.transaction().execute(async (trx) => {
        const [id = ''] = await writes.insert(trx, staff, [{ card, program: input.program }]);
        const invitation = await invitations.issue(trx, staff, id, site);
        return { ...(await get(trx, staff, id)), invitation };
      });
    },

    update: (staff: Staff, id: string, patch: PartnerPatch) =>
      db.transaction().execute(async (trx) => {
        await writes.update(trx, staff, id, patch);
        return get(trx, staff, id);
      }),

    transition: (
      staff: Staff,
      id: string,
      action: PartnerStep,
      { reason, comment = '', version }: Partial<PartnerTransition> & Pick<PartnerTransition, 'reason'>,
      site = '',
    ) =>
      db.transaction().execute(async (trx) => {
        await transitionPartner(trx, staff, id, { action, reason, comment, version }, clock);
        await applyToApplications(trx, staff, { partnerId: id, action, reason, comment, site });
        return get(trx, staff, id);
      }),

    withSame: (staff: Staff, query: SharedRequisitesQuery) =>
      partnersWithSame(db, staff.organizationId, query),

    /**
     * Disables or enables the sign-in of the user of a card.
     *
     * @throws ApiError 409 for a card without a user, and for a user who also belongs to another organization.
     */
    switchSignIn: (staff: Staff, id: string, to: 'on' | 'off') =>
      db.transaction().execute(async (trx) => {
        const { user_id } = await lockCard(trx, staff, id);
        const { sign_in } = await get(trx, staff, id);
        if (user_id === null) throw conflict('in_use', 'Партнер еще не присоединился.');
        if (sign_in === to) return get(trx, staff, id);
        await checkSignInOwnership(trx, staff.organizationId, user_id);
        if (to === 'off') await access.switchOff(trx, user_id, staff.organizationId);
        else await access.switchOn(trx, user_id);
        await addAuditEntry(trx, staff, `switch-${to}`, id, { changed: ['sign_in'] });
        return get(trx, staff, id);
      }),
  };
}
