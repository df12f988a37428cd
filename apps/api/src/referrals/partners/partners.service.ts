import { randomUUIDv7 } from 'node:crypto';
import {
  type CreatedPartner,
  type InvitationLink,
  type NewPartner,
  type Partner,
  type PartnerExportQuery,
  type PartnerFilters,
  type PartnerPatch,
  type PartnerQuery,
  type PartnerTransition,
  type SharedRequisitesQuery,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { buildDiff, buildPersonalChange, createStaffAudit } from '../../audit/index.ts';
import { toStatusCounts } from '../../database/figures/counts.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import { partnersWithSame, recordPayeeChange } from '../../money/index.ts';
import { type Access, checkSignInOwnership } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import type { Export } from '../../platform/export/serve-export.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { withActivity } from '../row-activity.ts';
import { type Card, checkCard, checkEmployment, emptyCard, toNameColumns } from './partner-card.ts';
import { entryView } from './partner-history.ts';
import { checkKind } from './partner-kinds.ts';
import { type ExportedPartner, partnerSheet, partnerSheetAt } from './partner-sheet.ts';
import { type PartnerStep, transitionPartner } from './partner-status.ts';
import { partnersRepo, partnerView } from './partners.repo.ts';

/** Links by which the persons of cards join. The people module implements them. */
export type Invitations = {
  /** @throws ApiError 429 when the organization has created too many links. */
  admit: (staff: Staff) => Promise<void>;
  issue: (trx: Db, staff: Staff, partnerId: string, site: string) => Promise<InvitationLink>;
};

/** Fields whose values are in the audit diff. */
const AUDITED_FIELDS = [
  ...['kind', 'tags', 'min_payout_kop', 'contract_kind', 'contract_number', 'contract_date'],
  ...['employment', 'employed_until', 'tax_residence'],
];

/** Fields whose values are kept apart from the audit diff, so that they can be erased. The journal only names other fields. */
const PERSONAL_FIELDS = ['last_name', 'first_name', 'father_name', 'company_name', 'inn', 'email'];

/** Fields that affect bank files or the income tax of a payment. */
const PAYEE = [
  'kind',
  'last_name',
  'first_name',
  'father_name',
  'company_name',
  'inn',
  'tax_residence',
] as const;

/** Applies a status change of a card to the applications of the partner. The applications module implements it. The card must be locked. */
export type ApplyToApplications = (
  trx: Db,
  staff: Staff,
  transition: { partnerId: string; action: PartnerStep; reason: string; comment: string; site: string },
) => Promise<void>;

/**
 * Adds the partner of a new card to a program. The programs module implements it.
 *
 * @throws ApiError 400 for a program that is unknown or archived.
 */
export type EnrollPartner = (trx: Db, staff: Staff, programId: string, partnerId: string) => Promise<void>;

export type PartnersService = ReturnType<typeof createPartnersService>;

const phoneTaken = () => invalid({ phone: ['Партнер с таким телефоном уже есть.'] });

export type PartnersServiceDeps = {
  db: Db;
  clock: Clock;
  invitations: Invitations;
  access: Access;
  applyToApplications: ApplyToApplications;
  enrollPartner: EnrollPartner;
};

export function createPartnersService({
  db,
  clock,
  invitations,
  access,
  applyToApplications,
  enrollPartner,
}: PartnersServiceDeps) {
  const addAuditEntry = createStaffAudit('partner', clock);
  const get = async (trx: Db, { organizationId }: Staff, id: string): Promise<Partner> => {
    const partner = await partnersRepo(trx).find(organizationId, id, clock());
    if (partner === undefined) throw noSuchObject();
    return partner;
  };
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
    async create(staff: Staff, { program, ...input }: NewPartner, site: string): Promise<CreatedPartner> {
      const kind = await checkKind(db, staff.organizationId, input.kind);
      const card: Card = { ...emptyCard, ...defined(input), kind, phone: input.phone };
      checkCard(card);
      checkEmployment(card);
      await invitations.admit(staff);
      return db.transaction().execute(async (trx) => {
        const [id, at, status] = [randomUUIDv7(), clock(), stateMachines.partner.initial];
        const row = {
          ...card,
          ...toNameColumns(card),
          organization_id: staff.organizationId,
          id,
          user_id: null,
        };
        await mapUniqueViolation('partners_phone', phoneTaken, () =>
          partnersRepo(trx).insert({ ...row, status, created_at: at, updated_at: at }),
        );
        await addAuditEntry(trx, staff, 'create', id, { status });
        if (program) await enrollPartner(trx, staff, program, id);
        const invitation = await invitations.issue(trx, staff, id, site);
        return { ...(await get(trx, staff, id)), invitation };
      });
    },

    update: (staff: Staff, id: string, { version, ...patch }: PartnerPatch) =>
      db.transaction().execute(async (trx) => {
        const row = await lockCard(trx, staff, id);
        checkVersion(row, version);
        const input = defined(patch);
        const { employed_until, contract_date } = await get(trx, staff, id);
        const before = { ...row, employed_until, contract_date };
        // Only a former employee has a last day of work.
        if ((input.employment ?? 'former') !== 'former') input.employed_until ??= null;
        const card: Card = { ...before, ...input };
        checkCard(card);
        checkEmployment(card);
        if (card.kind !== row.kind) await checkKind(trx, staff.organizationId, card.kind);
        await partnersRepo(trx).update(staff.organizationId, id, {
          ...input,
          ...toNameColumns(card),
          updated_at: clock(),
        });
        if (PAYEE.some((field) => card[field] !== row[field])) {
          const cause = { actorId: staff.userId, requestId: staff.requestId, at: clock() };
          await recordPayeeChange(trx, { organizationId: staff.organizationId, partnerId: id }, cause);
        }
        const personal = buildPersonalChange(id, before, input, PERSONAL_FIELDS);
        await addAuditEntry(trx, staff, 'update', id, buildDiff(before, input, AUDITED_FIELDS), personal);
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
