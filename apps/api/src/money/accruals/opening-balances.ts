import { sql } from 'kysely';
import { toAuthor } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { monthInWords } from '../../platform/russian-format.ts';
import { findAccountingDay } from '../closed-months/accounting-day.ts';
import { lockSpending } from '../rewards/budget.ts';
import { lockPartners } from '../rewards/partner-money.ts';
import type { AccrualsService } from './accruals.service.ts';

export type OpeningBalance = {
  partner: string;
  program: string | null;
  amount_kop: number;
  /** Day for which the balance was computed, and the moment at which that day starts. */
  as_of: string;
  created_at: Date;
  explanation: string;
  external_id: string | null;
  /** Note of the organization. */
  comment: string;
};
type Identity = Pick<OpeningBalance, 'partner' | 'program' | 'as_of' | 'external_id'>;

export type OpeningBalances = ReturnType<typeof createOpeningBalances>;

/** Opening balances are corrections that count from a day in the past. */
export const createOpeningBalances = ({
  createIn,
  cancelIn,
}: Pick<AccrualsService, 'createIn' | 'cancelIn'>) => ({
  /**
   * Locks the money of balances that are entered one after another, in the order of all transactions: partners, then the spending of programs.
   * Concurrent transactions that enter balances of the organization wait here, and then find these.
   */
  async lock(trx: Db, staff: Staff, balances: readonly { partner: string | null; program: string | null }[]) {
    const { organizationId } = staff;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`opening-balances ${organizationId}`}, 0))`.execute(
      trx,
    );
    const partners = balances.flatMap(({ partner }) => partner ?? []);
    await lockPartners(trx, organizationId, partners, toAuthor(staff));
    const programs = new Set(balances.flatMap(({ program }) => program ?? []));
    for (const programId of [...programs].toSorted()) await lockSpending(trx, { organizationId, programId });
  },

  /** Returns the balance that was entered with the same external id, otherwise for the same partner, day and program. Canceled ones do not count. */
  find(trx: Db, { organizationId }: Staff, { partner, program, as_of, external_id }: Identity) {
    const isSame =
      external_id === null
        ? sql<boolean>`b.partner_id = ${partner} and b.as_of = ${as_of}::date and a.program_id is not distinct from ${program}`
        : sql<boolean>`b.external_id = ${external_id}`;
    return trx
      .selectFrom('opening_balances as b')
      .innerJoin('accruals as a', (join) =>
        join.onRef('a.organization_id', '=', 'b.organization_id').onRef('a.id', '=', 'b.accrual_id'),
      )
      .select(['a.id', 'a.number', 'a.amount_kop'])
      .where('b.organization_id', '=', organizationId)
      .where('a.status', '<>', 'canceled')
      .where(isSame)
      .limit(1)
      .executeTakeFirst();
  },

  /** Creates the accrual of a balance. @returns its id. @throws ApiError 400 for a day in a closed month. */
  async enter(
    trx: Db,
    staff: Staff,
    { as_of, external_id, created_at, comment, ...balance }: OpeningBalance,
  ) {
    const { organizationId } = staff;
    const { day } = await findAccountingDay(trx, organizationId, as_of);
    if (day !== as_of)
      throw invalid({ as_of: [`Месяц «${monthInWords(as_of.slice(0, 7))}» закрыт. Укажите день позже.`] });
    const accrual_id = await createIn(
      trx,
      staff,
      { kind: 'correction', ...balance },
      { created_at, comment },
    );
    await trx
      .insertInto('opening_balances')
      .values({
        organization_id: organizationId,
        accrual_id,
        partner_id: balance.partner,
        as_of,
        external_id,
      })
      .execute();
    return accrual_id;
  },

  /** Locks the partners of accruals that are canceled one after another. */
  async lockOf(trx: Db, staff: Staff, accruals: readonly string[]) {
    const rows = await trx
      .selectFrom('accruals')
      .select('partner_id')
      .where('organization_id', '=', staff.organizationId)
      .where(sql<boolean>`id = any(${accruals}::uuid[])`)
      .execute();
    const partners = rows.map(({ partner_id }) => partner_id);
    await lockPartners(trx, staff.organizationId, partners, toAuthor(staff));
  },

  cancel: cancelIn,
});
