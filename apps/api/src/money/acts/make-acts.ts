import { randomUUIDv7 } from 'node:crypto';
import { sumAmounts } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, audit, toCause } from '../../audit/index.ts';
import { nextNumber } from '../../database/rules/numbers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  type ActCard,
  type ActOrganization,
  buildActContent,
  getActRefusal,
  type PaidAccrual,
  type PaidPayment,
} from './act-content.ts';
import { notifyAct } from './act-messages.ts';
import { findPaidAccruals, findReturns, isLiveAct, paidIn } from './act-sources.ts';

type ActRequest = {
  organizationId: string;
  month: string;
  /** Ids in ascending order. */
  partners: readonly string[];
  /** Id of the act that the new one replaces. */
  replaces?: string;
};

export type ActsOutcome = {
  made: string[];
  kept: string[];
  skipped: { name: string; detail: string }[];
  /** Sum of the created acts. */
  amount_kop: number;
};

/** Acts to create, and partners without a new act. */
type ActsPlan = Omit<ActsOutcome, 'made'> & {
  ready: { card: Card; sources: Sources; content: ReturnType<typeof buildActContent>; amount_kop: number }[];
};

type Sources = {
  payments: readonly PaidPayment[];
  accruals: readonly PaidAccrual[];
  returns: readonly PaidAccrual[];
};

type Card = ActCard & { id: string; act_id: string | null };

/** Finds the acts of a month to create for these partners, without creating them. A partner with a live act keeps it. */
export async function planActs(trx: Db, request: ActRequest): Promise<ActsPlan> {
  const { organizationId, month } = request;
  const plan: ActsPlan = { ready: [], kept: [], skipped: [], amount_kop: 0 };
  const organization = await findOrganization(trx, organizationId);
  const cards = await findCards(trx, request);
  const without = cards.filter(({ act_id }) => act_id === null);
  const paid = await paidIn(trx, organizationId, month, getIds(without));
  const allAccruals = await findPaidAccruals(trx, organizationId, paid);
  const allReturns = await findReturns(trx, organizationId, getIds(paid));
  for (const card of cards) {
    const payments = paid.filter(({ partner_id }) => partner_id === card.id);
    const refusal = payments.length === 0 ? 'В этом месяце выплат не было.' : getActRefusal(card);
    if (card.act_id !== null) plan.kept.push(card.act_id);
    else if (refusal !== null) plan.skipped.push({ name: card.name, detail: refusal });
    else {
      const isPaid = ({ payment_id }: PaidAccrual) => payments.some(({ id }) => id === payment_id);
      const sources = { payments, accruals: allAccruals.filter(isPaid), returns: allReturns.filter(isPaid) };
      const content = buildActContent({ organization, card, ...sources });
      const amount_kop = sumAmounts(content.lines);
      plan.ready.push({ card, sources, content, amount_kop });
      plan.amount_kop += amount_kop;
    }
  }
  return plan;
}

/** Creates the planned acts and notifies the partners. All partners are locked before the lock of the act number. */
export async function makeActs(
  trx: Db,
  request: ActRequest,
  author: Author,
  clock: Clock,
): Promise<ActsOutcome> {
  const { organizationId, month, partners, replaces } = request;
  await sql`
    select id from partners where organization_id = ${organizationId} and id = any(${[...partners]}::uuid[])
    order by id for no key update`.execute(trx);
  const cause = toCause(author, clock);
  const { ready, ...rest } = await planActs(trx, request);
  const made: string[] = [];
  for (const act of ready) made.push(await write(act));
  return { ...rest, made };

  async function write({ card, sources, content, amount_kop }: ActsPlan['ready'][number]) {
    const [id, number] = [randomUUIDv7(), await nextNumber(trx, organizationId, 'act')];
    await trx
      .insertInto('acts')
      .values({
        organization_id: organizationId,
        id,
        number,
        partner_id: card.id,
        month,
        status: 'issued',
        title: content.title,
        amount_kop,
        tax_kop: sources.payments.reduce((sum, payment) => sum + payment.tax_kop, 0),
        content: JSON.stringify(content),
        replaces: replaces ?? null,
        created_by: cause.actorId,
        created_at: cause.at,
        updated_at: cause.at,
      })
      .execute();
    await trx
      .insertInto('act_payments')
      .values(
        sources.payments.map((payment) => ({
          organization_id: organizationId,
          payment_id: payment.id,
          act_id: id,
        })),
      )
      .execute();
    if (sources.returns.length > 0)
      await trx
        .insertInto('act_returns')
        .values(
          sources.returns.map((accrual) => ({
            organization_id: organizationId,
            accrual_id: accrual.id,
            act_id: id,
          })),
        )
        .execute();
    await audit(trx, {
      ...cause,
      organizationId,
      kind: 'act',
      objectId: id,
      action: 'act.create',
      diff: { partner: card.id, month, amount_kop },
    });
    await notifyAct(trx, { organizationId, id, number, partnerId: card.id, month, amount_kop }, cause);
    return id;
  }
}

const findOrganization = (trx: Db, id: string): Promise<ActOrganization> =>
  trx
    .selectFrom('organizations')
    .select(['name', 'legal_name', 'inn', 'kpp', 'bank_name', 'bank_bik', 'bank_account'])
    .select(['bank_corr_account', 'vat_ip', 'vat_legal'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const getIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const findCards = (trx: Db, { organizationId, month, partners }: ActRequest): Promise<Card[]> =>
  trx
    .selectFrom('partners as p')
    .leftJoin('acts as a', (join) =>
      join
        .onRef('a.organization_id', '=', 'p.organization_id')
        .onRef('a.partner_id', '=', 'p.id')
        .on('a.month', '=', month)
        .on(isLiveAct('a')),
    )
    .select(['p.id', 'p.name', 'p.kind', 'p.inn', 'p.last_name', 'p.first_name', 'p.father_name'])
    .select(['p.company_name', 'p.contract_kind', 'p.contract_number', 'a.id as act_id'])
    .select(sql<string | null>`p.contract_date::text`.as('contract_day'))
    .where('p.organization_id', '=', organizationId)
    .where(sql<boolean>`p.id = any(${[...partners]}::uuid[])`)
    .orderBy('p.id')
    .execute();
