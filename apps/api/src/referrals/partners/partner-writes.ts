import { randomUUIDv7 } from 'node:crypto';
import {
  type NewPartner,
  type Partner,
  type PartnerPatch,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { buildDiff, buildPersonalChange, createStaffAudit } from '../../audit/index.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import { recordPayeeChange } from '../../money/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { type Card, checkCard, checkEmployment, emptyCard, toNameColumns } from './partner-card.ts';
import { checkKind } from './partner-kinds.ts';
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
 * Adds the partner of a new card to a program. The programs module implements it.
 *
 * @throws ApiError 400 for a program that is unknown or archived.
 */
export type EnrollPartner = (trx: Db, staff: Staff, programId: string, partnerId: string) => Promise<void>;

const phoneTaken = () => invalid({ phone: ['Партнер с таким телефоном уже есть.'] });

/** Returns the checked card of a new partner. @throws ApiError 400 */
export async function toNewCard(
  db: Db,
  { organizationId }: Staff,
  { program: _program, ...input }: NewPartner,
): Promise<Card> {
  const kind = await checkKind(db, organizationId, input.kind);
  const card: Card = { ...emptyCard, ...defined(input), kind, phone: input.phone };
  checkCard(card);
  checkEmployment(card);
  return card;
}

/** Writes of cards with their journal, in the transaction of the caller. */
export function createPartnerWrites(clock: Clock, enrollPartner: EnrollPartner) {
  const addAuditEntry = createStaffAudit('partner', clock);
  const read = async (trx: Db, { organizationId }: Staff, id: string): Promise<Partner> => {
    const partner = await partnersRepo(trx).find(organizationId, id, clock());
    if (partner === undefined) throw noSuchObject();
    return partner;
  };
  return {
    read,

    /** Inserts a card without a user. @returns its id. @throws ApiError 400 for a phone of another card. */
    async insert(trx: Db, staff: Staff, card: Card, program?: string | null): Promise<string> {
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
      return id;
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
