import {
  type NewPartner,
  type Partner,
  type PartnerPatch,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { auditAll, buildDiff, buildPersonalChange, createStaffAudit } from '../../audit/index.ts';
import { newIds } from '../../database/rules/numbers.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import { recordPayeeChange } from '../../money/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { type Card, checkCard, checkEmployment, emptyCard, toNameColumns } from './partner-card.ts';
import { checkKind, readKinds } from './partner-kinds.ts';
import { recordPartner } from './partner-webhooks.ts';
import { partnersRepo } from './partners.repo.ts';

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

/**
 * Adds the partners of new cards to a program. The programs module implements it.
 *
 * @throws ApiError 400 for a program that is unknown or archived.
 */
export type EnrollPartners = (
  trx: Db,
  staff: Staff,
  programId: string,
  partnerIds: readonly string[],
) => Promise<void>;

const phoneTaken = () => invalid({ phone: ['Партнер с таким телефоном уже есть.'] });

/** Returns the checked cards of new partners. @throws ApiError 400 */
export async function toNewCards(
  db: Db,
  { organizationId }: Staff,
  partners: readonly NewPartner[],
): Promise<Card[]> {
  const toKind = await readKinds(db, organizationId);
  return partners.map(({ program: _program, ...input }) => {
    const card: Card = { ...emptyCard, ...defined(input), kind: toKind(input.kind), phone: input.phone };
    checkCard(card);
    checkEmployment(card);
    return card;
  });
}

/** A checked card, with the program in which its partner takes part. */
export type NewCard = { card: Card; program?: string | null | undefined };

/** Writes of cards with their journal, in the transaction of the caller. */
export function createPartnerWrites(clock: Clock, enrollPartners: EnrollPartners) {
  const addAuditEntry = createStaffAudit('partner', clock);
  const read = async (trx: Db, { organizationId }: Staff, id: string): Promise<Partner> => {
    const partner = await partnersRepo(trx).find(organizationId, id, clock());
    if (partner === undefined) throw noSuchObject();
    return partner;
  };
  return {
    read,

    /** Inserts cards without users. @returns their ids, in the order of the cards. @throws ApiError 400 for a phone of another card. */
    async insert(trx: Db, staff: Staff, cards: readonly NewCard[]): Promise<string[]> {
      if (cards.length === 0) return [];
      const { organizationId, userId: actorId, requestId } = staff;
      const [ids, at, status] = [newIds(cards.length), clock(), stateMachines.partner.initial];
      const rows = cards.map(({ card, program }, index) => ({
        program,
        id: ids[index] ?? '',
        values: { ...card, ...toNameColumns(card), user_id: null, status, created_at: at, updated_at: at },
      }));
      await mapUniqueViolation('partners_phone', phoneTaken, () =>
        partnersRepo(trx).insert(
          rows.map(({ id, values }) => ({ ...values, id, organization_id: organizationId })),
        ),
      );
      await auditAll(
        trx,
        ids.map((objectId) => ({
          ...{ organizationId, actorId, requestId, objectId, at },
          action: 'partner.create',
          kind: 'partner',
          diff: { status },
        })),
      );
      for (const [program, added] of Map.groupBy(rows, (row) => row.program))
        if (program)
          await enrollPartners(
            trx,
            staff,
            program,
            added.map(({ id }) => id),
          );
      return ids;
    },

    async update(trx: Db, staff: Staff, id: string, { version, ...patch }: PartnerPatch): Promise<void> {
      const repo = partnersRepo(trx);
      const key = { organizationId: staff.organizationId, partnerId: id };
      const row = await repo.findLocked(staff.organizationId, id);
      if (row === undefined) throw noSuchObject();
      checkVersion(row, version);
      const input = defined(patch);
      const { employed_until, contract_date } = await read(trx, staff, id);
      const before = { ...row, employed_until, contract_date };
      // Only a former employee has a last day of work.
      if ((input.employment ?? 'former') !== 'former') input.employed_until ??= null;
      const after: Card = { ...before, ...input };
      checkCard(after);
      checkEmployment(after);
      if (after.kind !== row.kind) await checkKind(trx, staff.organizationId, after.kind);
      await repo.update(staff.organizationId, id, {
        ...input,
        ...toNameColumns(after),
        updated_at: clock(),
      });
      if (PAYEE.some((field) => after[field] !== row[field])) {
        const cause = { actorId: staff.userId, requestId: staff.requestId, at: clock() };
        await recordPayeeChange(trx, key, cause);
      }
      const personal = buildPersonalChange(id, before, input, PERSONAL_FIELDS);
      await addAuditEntry(trx, staff, 'update', id, buildDiff(before, input, AUDITED_FIELDS), personal);
      await recordPartner(trx, 'partner.updated', key, clock());
    },
  };
}
