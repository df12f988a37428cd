import { randomUUIDv7 } from 'node:crypto';
import {
  type CreatedPartner,
  type InvitationLink,
  type NewPartner,
  type Partner,
  type PartnerExportQuery,
  type PartnerFilters,
  type PartnerMove,
  type PartnerPatch,
  type PartnerQuery,
  type PartnerStatus,
  type SharedRequisitesQuery,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { audit, diffOf } from '../../audit/index.ts';
import { countsOf } from '../../database/figures/counts.ts';
import { checkTransition, checkVersion } from '../../database/rules/transitions.ts';
import { notePayeeChange, partnersWithSame } from '../../money/index.ts';
import { type Access, checkReach } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { type Card, checkCard, checkEmployment, emptyCard, namesOf } from './partner-card.ts';
import { entryView } from './partner-history.ts';
import { checkKind } from './partner-kinds.ts';
import { partnerSheet } from './partner-sheet.ts';
import { partnersRepo, partnerView } from './partners.repo.ts';

/** Links by which the persons of cards join; whoever keeps them passes this in. */
export type Invitations = {
  /** @throws ApiError 429 when the organization has made too many. */
  admit: (staff: Staff) => Promise<void>;
  issue: (trx: Db, staff: Staff, partnerId: string, site: string) => Promise<InvitationLink>;
};

type Move = { to: PartnerStatus; only?: readonly PartnerStatus[]; needsReason?: true };

const TRANSITIONS = {
  approve: { to: 'active', only: ['pending'] },
  reject: { to: 'rejected', needsReason: true },
  reopen: { to: 'pending' },
  block: { to: 'blocked', needsReason: true },
  unblock: { to: 'active', only: ['blocked'] },
  archive: { to: 'archived' },
  restore: { to: 'active', only: ['archived'] },
} as const satisfies Record<string, Move>;

/** Fields whose values the journal tells; of the others, which are about the person, that they changed. */
const TOLD = [
  ...['kind', 'tags', 'min_payout_kop', 'contract_kind', 'contract_number', 'contract_date'],
  ...['employment', 'employed_until', 'tax_residence'],
];

/** Fields that a bank file or the income tax of a payment is made from. */
const PAYEE = [
  'kind',
  'last_name',
  'first_name',
  'father_name',
  'company_name',
  'inn',
  'tax_residence',
] as const;

/** Effect of a card's move on the applications of its person, passed in by the module that keeps them. The card is locked. */
export type Decided = (
  trx: Db,
  staff: Staff,
  move: { partnerId: string; word: PartnerStep; reason: string; comment: string; site: string },
) => Promise<void>;

/** Gives a new card a place in a program; whoever keeps programs passes this in. @throws ApiError 400 */
export type EnrollPartner = (trx: Db, staff: Staff, programId: string, partnerId: string) => Promise<void>;

export type PartnerStep = keyof typeof TRANSITIONS;
export type PartnersService = ReturnType<typeof createPartnersService>;

const phoneTaken = () => invalid({ phone: ['Партнер с таким телефоном уже есть.'] });

export type PartnersParts = {
  db: Db;
  clock: Clock;
  invitations: Invitations;
  access: Access;
  decided: Decided;
  takeIn: EnrollPartner;
};

export function createPartnersService({ db, clock, invitations, access, decided, takeIn }: PartnersParts) {
  const note = (trx: Db, staff: Staff, action: string, objectId: string, diff: Record<string, unknown>) =>
    audit(trx, {
      organizationId: staff.organizationId,
      actorId: staff.userId,
      requestId: staff.requestId,
      action: `partner.${action}`,
      kind: 'partner',
      objectId,
      diff,
      at: clock(),
    });
  const get = async (trx: Db, { organizationId }: Staff, id: string): Promise<Partner> => {
    const partner = await partnersRepo(trx).find(organizationId, id, clock());
    if (partner === undefined) throw noSuchObject();
    return partner;
  };
  const locked = async (trx: Db, { organizationId }: Staff, id: string) => {
    const row = await partnersRepo(trx).findLocked(organizationId, id);
    if (row === undefined) throw noSuchObject();
    return row;
  };

  return {
    list: (staff: Staff, query: PartnerQuery) => partnersRepo(db).page(staff.organizationId, query, clock()),

    counts: async (staff: Staff, filters: PartnerFilters) =>
      countsOf(stateMachines.partner, await partnersRepo(db).counts(staff.organizationId, filters)),

    export: ({ organizationId }: Staff, query: PartnerExportQuery) => ({
      sheet: partnerSheet,
      read: withSnapshot(db, partnersRepo(db).all(organizationId, query, clock()), inTimeZone(partnerView)),
    }),

    get: (staff: Staff, id: string) => get(db, staff, id),

    async history(staff: Staff, id: string) {
      await get(db, staff, id);
      return { results: (await partnersRepo(db).history(staff.organizationId, id)).map(entryView) };
    },

    /**
     * A card, and a link by which its person joins. It has no user until she does, whoever has the phone: the answer and the work are
     * the same.
     */
    async create(staff: Staff, { program, ...given }: NewPartner, site: string): Promise<CreatedPartner> {
      const kind = await checkKind(db, staff.organizationId, given.kind);
      const card: Card = { ...emptyCard, ...defined(given), kind, phone: given.phone };
      checkCard(card);
      checkEmployment(card);
      await invitations.admit(staff);
      return db.transaction().execute(async (trx) => {
        const [id, at, status] = [randomUUIDv7(), clock(), stateMachines.partner.initial];
        const row = { ...card, ...namesOf(card), organization_id: staff.organizationId, id, user_id: null };
        await mapUniqueViolation('partners_phone', phoneTaken, () =>
          partnersRepo(trx).insert({ ...row, status, created_at: at, updated_at: at }),
        );
        await note(trx, staff, 'create', id, { status });
        if (program) await takeIn(trx, staff, program, id);
        const invitation = await invitations.issue(trx, staff, id, site);
        return { ...(await get(trx, staff, id)), invitation };
      });
    },

    update: (staff: Staff, id: string, { version, ...patch }: PartnerPatch) =>
      db.transaction().execute(async (trx) => {
        const row = await locked(trx, staff, id);
        checkVersion(row, version);
        const given = defined(patch);
        const { employed_until, contract_date } = await get(trx, staff, id);
        const before = { ...row, employed_until, contract_date };
        // Who has not left has no day of leaving.
        if ((given.employment ?? 'former') !== 'former') given.employed_until ??= null;
        const card: Card = { ...before, ...given };
        checkCard(card);
        checkEmployment(card);
        if (card.kind !== row.kind) await checkKind(trx, staff.organizationId, card.kind);
        await partnersRepo(trx).update(staff.organizationId, id, {
          ...given,
          ...namesOf(card),
          updated_at: clock(),
        });
        if (PAYEE.some((field) => card[field] !== row[field])) {
          const cause = { actorId: staff.userId, requestId: staff.requestId, at: clock() };
          await notePayeeChange(trx, { organizationId: staff.organizationId, partnerId: id }, cause);
        }
        await note(trx, staff, 'update', id, diffOf(before, given, TOLD));
        return get(trx, staff, id);
      }),

    move: (
      staff: Staff,
      id: string,
      word: PartnerStep,
      { reason, comment = '', version }: Partial<PartnerMove> & Pick<PartnerMove, 'reason'>,
      site = '',
    ) =>
      db.transaction().execute(async (trx) => {
        const row = await locked(trx, staff, id);
        checkVersion(row, version);
        const { to, only, needsReason }: Move = TRANSITIONS[word];
        checkTransition(stateMachines.partner, row.status, to, only);
        if (needsReason && reason === '') throw invalid({ reason: ['Укажите причину.'] });
        await partnersRepo(trx).update(staff.organizationId, id, {
          status: to,
          status_reason: reason,
          updated_at: clock(),
        });
        await note(trx, staff, word, id, { from: row.status, to, reason, ...(comment && { comment }) });
        await decided(trx, staff, { partnerId: id, word, reason, comment, site });
        return get(trx, staff, id);
      }),

    withSame: (staff: Staff, query: SharedRequisitesQuery) =>
      partnersWithSame(db, staff.organizationId, query),

    /**
     * Shuts the card's person out, or lets it in again.
     *
     * @throws ApiError 409 for a card that nobody has joined, and for a person who has to do with another organization.
     */
    switchSignIn: (staff: Staff, id: string, to: 'on' | 'off') =>
      db.transaction().execute(async (trx) => {
        const { user_id } = await locked(trx, staff, id);
        const { sign_in } = await get(trx, staff, id);
        if (user_id === null) throw conflict('in_use', 'Партнер еще не присоединился.');
        if (sign_in === to) return get(trx, staff, id);
        await checkReach(trx, staff.organizationId, user_id);
        if (to === 'off') await access.switchOff(trx, user_id, staff.organizationId);
        else await access.switchOn(trx, user_id);
        await note(trx, staff, `switch-${to}`, id, { changed: ['sign_in'] });
        return get(trx, staff, id);
      }),
  };
}
