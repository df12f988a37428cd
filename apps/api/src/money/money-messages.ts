import { sql } from 'kysely';
import type { Cause } from '../audit/index.ts';
import { notify, notifyAll } from '../messages/index.ts';
import type { Db } from '../platform/db/db.ts';
import { formatRubles } from '../platform/russian-format.ts';

type PaymentChange = 'payment_requested' | 'payment_paid' | 'payment_failed' | 'payment_returned';

type Payments = { organizationId: string; payments: readonly string[] };

/** Notifies the staff of requested, paid, failed or returned payments, and the partners of all but requested ones. */
export async function notifyPayments(
  trx: Db,
  change: PaymentChange,
  { organizationId, payments }: Payments,
  { actorId, at }: Cause,
) {
  const rows = await trx
    .selectFrom('payments as payment')
    .innerJoin('partners as partner', (join) =>
      join
        .onRef('partner.organization_id', '=', 'payment.organization_id')
        .onRef('partner.id', '=', 'payment.partner_id'),
    )
    .select([
      'payment.id',
      'payment.number',
      'payment.amount_kop',
      'payment.tax_kop',
      'payment.failure_reason',
      'payment.partner_id',
      'partner.name as partner',
    ])
    .where('payment.organization_id', '=', organizationId)
    .where(sql<boolean>`payment.id = any(${payments}::uuid[])`)
    .orderBy('payment.number')
    .execute();
  const messages = rows.map((row) => {
    const { title, ...texts } = paymentTexts(change, row);
    const path = `/payments?tab=payments&payment=${row.id}`;
    return {
      staff: { title, path, text: texts.staff },
      partner:
        texts.partner === '' ? undefined : { title, path, cardId: row.partner_id, text: texts.partner },
    };
  });
  await notifyAll(trx, { event: toEvent(change), organizationId, actorId, at }, messages);
}

/** A return has the preferences of a failed payment: in both cases the money did not reach the partner. */
const toEvent = (change: PaymentChange) => (change === 'payment_returned' ? 'payment_failed' : change);

type PartlyReturned = {
  row: { id: string; organization_id: string; number: number; partner_id: string };
  partner: { name: string };
};

/** Notifies the staff and the partner that the bank returned a part of a paid payment. */
export async function notifyPartialReturn(
  trx: Db,
  { row, partner }: PartlyReturned,
  amountKop: number,
  { actorId, at }: Cause,
) {
  const sum = formatRubles(amountKop);
  const title = `Выплата В-${row.number}: банк вернул часть денег`;
  const path = `/payments?tab=payments&payment=${row.id}`;
  await notify(trx, {
    event: toEvent('payment_returned'),
    organizationId: row.organization_id,
    actorId,
    at,
    staff: {
      title,
      path,
      text: `Банк вернул ${sum} из выплаты В-${row.number}: ${partner.name}. Эта сумма войдет в следующую выплату.`,
    },
    partner: {
      title,
      path,
      cardId: row.partner_id,
      text: `Банк вернул ${sum} из выплаты В-${row.number}. Эта сумма войдет в следующую выплату. Проверьте реквизиты.`,
    },
  });
}

type PaymentWords = {
  number: number;
  amount_kop: number;
  tax_kop: number;
  failure_reason: string;
  partner: string;
};

function paymentTexts(
  change: PaymentChange,
  { number, amount_kop, tax_kop, failure_reason, partner }: PaymentWords,
) {
  const name = `Выплата В-${number}`;
  const sum = formatRubles(amount_kop);
  const withheld =
    tax_kop === 0
      ? ''
      : ` Удержан НДФЛ ${formatRubles(tax_kop)}, переведено ${formatRubles(amount_kop - tax_kop)}.`;
  const texts: Record<PaymentChange, { title: string; staff: string; partner: string }> = {
    payment_requested: {
      title: `Запрошена выплата В-${number}`,
      staff: `${partner}: запрошена выплата В-${number} на ${sum}.`,
      partner: '',
    },
    payment_paid: {
      title: `${name} выполнена`,
      staff: `${name} на ${sum} выполнена: ${partner}.`,
      partner: `${name} на ${sum} выполнена.${withheld}`,
    },
    payment_failed: {
      title: `${name} не прошла`,
      staff: `${name} на ${sum} не прошла: ${partner}. Причина: ${failure_reason}`,
      partner: `${name} на ${sum} не прошла. Проверьте реквизиты.`,
    },
    payment_returned: {
      title: `${name}: банк вернул деньги`,
      staff: `Банк вернул деньги по выплате В-${number} на ${sum}: ${partner}. Ее начисления снова доступны к выплате.`,
      partner: `Банк вернул деньги по выплате В-${number} на ${sum}. Проверьте реквизиты: эта сумма войдет в следующую выплату. Если вы уже дали чек по этой выплате, аннулируйте его.`,
    },
  };
  return texts[change];
}

type Release = { partner_id: string; amount_kop: number };

/** Notifies partners that accruals became available. Sends nothing for a sum of zero or less. */
export async function notifyReleasedAccruals(
  trx: Db,
  organizationId: string,
  releases: readonly Release[],
  at: Date,
) {
  const messages = releases
    .filter(({ amount_kop }) => amount_kop > 0)
    .map(({ partner_id: cardId, amount_kop }) => {
      const sum = formatRubles(amount_kop);
      const title = `Доступно к выплате: ${sum}`;
      const text = `Удержание закончилось, к выплате стало доступно ${sum}.`;
      return { partner: { cardId, title, text, path: '/payments' } };
    });
  await notifyAll(trx, { event: 'accrual_released', organizationId, actorId: null, at }, messages);
}

/** Notifies the staff and the partner of changed payout requisites; the first ones are a change too. */
export async function notifyRequisitesChange(
  trx: Db,
  { organizationId, partnerId }: { organizationId: string; partnerId: string },
  { actorId, at }: Cause,
) {
  const { name } = await trx
    .selectFrom('partners')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  const title = 'Изменены реквизиты для выплат';
  await notify(trx, {
    organizationId,
    actorId,
    at,
    event: 'requisites_changed',
    staff: { title, text: `${name}: изменены реквизиты для выплат.`, path: `/partners/${partnerId}` },
    partner: {
      title,
      cardId: partnerId,
      text: `${title}. Если это не вы, сразу сообщите организации.`,
      path: '/profile',
    },
  });
}

/** Share of a budget, in tenths, from which the budget counts as nearly spent. */
export const NEAR_TENTHS = 9;

/**
 * Notifies the staff once when the spending of a program reaches 90 % of its budget, and once when it reaches the whole budget. A change that reaches
 * both sends the second notification only: the program accepts no new leads, so the first one is outdated.
 *
 * @param before spending before the change, in kopecks.
 */
export async function notifyBudget(
  trx: Db,
  { organizationId, programId, before }: { organizationId: string; programId: string; before: number },
  at: Date,
) {
  const program = await trx
    .selectFrom('programs as p')
    .innerJoin('program_spending as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.program_id', '=', 'p.id'),
    )
    .select(['p.name', 'p.budget_kop', 's.spent_kop'])
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', programId)
    .where(sql<boolean>`p.budget_kop is not null`)
    .executeTakeFirst();
  const {
    name,
    budget_kop: budget,
    spent_kop: spent,
  } = program ?? { name: '', budget_kop: null, spent_kop: 0 };
  if (budget === null) return;
  const crosses = (line: number) => before < line && spent >= line;
  const near = (budget * NEAR_TENTHS) / 10;
  const isSpent = crosses(budget);
  if (!isSpent && !crosses(near)) return;
  await notify(trx, {
    organizationId,
    // Without an actor, the employee who confirmed the lead is notified too.
    actorId: null,
    at,
    event: 'budget_ending',
    staff: {
      title: isSpent ? `Бюджет исчерпан: ${name}` : `Бюджет заканчивается: ${name}`,
      text: isSpent
        ? `Бюджет программы «${name}» исчерпан: новые лиды она не принимает.`
        : `Программа «${name}» израсходовала 90\u00a0% бюджета: ${formatRubles(spent)} из ${formatRubles(budget)}.`,
      path: `/referral/program/${programId}`,
    },
  });
}
